/**
 * The little pictures on the map of Faiyum, drawn from simple shapes.
 *
 * Each is an SVG fragment around the origin, in units of which a hex measures 100 from its centre
 * to a corner. Light falls from the west: left faces are bright, right faces dark.
 */

import { circle, ellipse, fragments, group, path, polygon, shadow } from "../../lib/draw.ts";
import { palm } from "../../lib/pictures.ts";

const LINE = "#6e5120";
const CLAY = "#5a1f12";

function wheat(): string {
  let ear = path("M0,40 C-1,15 0,0 0,-16", "none", "#8a5c12", 3.5);
  [-2, -13, -24].forEach((y, n) => {
    const shade = ["#d99a1c", "#e3a824", "#edb630"][n]!;
    for (const s of [-1, 1]) {
      ear += path(
        `M0,${y + 8} C${s * 3},${y - 1} ${s * 6},${y - 7} ${s * 13},${y - 11} ` +
          `C${s * 14},${y - 1} ${s * 9},${y + 6} 0,${y + 8} Z`,
        shade,
        "#7a4d0b",
        1.8,
      );
    }
  });
  ear += path("M0,-20 C-8,-30 -5,-40 0,-46 C5,-40 8,-30 0,-20 Z", "#f3c441", "#7a4d0b", 1.8);
  const fan = [-27, 27, 0].map((turn) => `<g transform="rotate(${turn} 0 44)">${ear}</g>`).join("");
  return fan + path("M-10,27 Q0,33 10,27", "none", "#a5352a", 5.5);
}

function grape(): string {
  const leaf =
    path(
      "M4,-28 C10,-44 26,-46 40,-40 C37,-36 40,-30 44,-26 C34,-22 30,-16 22,-14 C16,-16 8,-20 4,-28 Z",
      "#5d8c3a",
      "#35561f",
      2,
    ) + path("M6,-27 C16,-28 26,-32 34,-36", "none", "#35561f", 1.6);
  const stem = path("M0,-24 C0,-34 -4,-42 -12,-46", "none", "#5c4020", 4);
  const rows: [number, number[]][] = [
    [-16, [-21, 0, 21]],
    [2, [-12, 11]],
    [1, [-30, 30]],
    [19, [-20, 1, 21]],
    [35, [-9, 11]],
    [49, [1]],
  ];
  let berries = "";
  for (const [y, xs] of rows) {
    for (const x of xs) {
      berries +=
        circle(x, y - 4, 11.5, "#6d3a86", "#3a1a4d") +
        ellipse(x - 4, y - 8, 3.2, 2.4, "#b98acb", -30);
    }
  }
  return stem + leaf + group(berries, 0, 0, 0.82);
}

/** A dressed stone seen from above its left edge. */
function stoneBlock(x: number, y: number): string {
  return group(
    polygon("-26,0 4,8 4,28 -26,20", "#d8cfbe", "#5e5546", 2.2) +
      polygon("4,8 28,-1 28,19 4,28", "#a89d88", "#5e5546", 2.2) +
      polygon("-26,0 -2,-9 28,-1 4,8", "#efe8d9", "#5e5546", 2.2),
    x,
    y,
  );
}

function stone(): string {
  return (
    stoneBlock(22, -4) +
    stoneBlock(-22, 6) +
    stoneBlock(4, -27) +
    path("M-34,42 l7,-6 8,2 3,7 z M30,36 l5,-5 8,4 -2,6 z", "#bdb29c", "#5e5546", 1.8)
  );
}

function fishCatch(): string {
  const one = path(
    "M-34,0 C-20,-19 12,-18 24,-2 L42,-14 L39,14 L24,4 C12,18 -20,18 -34,0 Z",
    "#6fb3c4",
    "#1d5668",
    2.4,
  );
  return (
    one +
    path("M-14,-11 C-9,-4 -9,5 -14,11", "none", "#1d5668", 2) +
    path("M2,-9 q6,4 0,9 M12,-6 q5,4 0,8", "none", "#3b8195", 1.8) +
    circle(-24, -3, 2.6, "#12343f", "#12343f", 0)
  );
}

function rose(): string {
  return (
    path("M0,44 C2,26 -2,16 0,6", "none", "#3f6b2a", 4) +
    path("M1,30 C12,18 24,20 30,22 C24,32 12,36 1,30 Z", "#5d8c3a", "#35561f", 1.8) +
    path("M-1,36 C-12,26 -22,28 -28,31 C-20,40 -10,42 -1,36 Z", "#5d8c3a", "#35561f", 1.8) +
    path(
      "M-26,-22 C-30,0 -16,14 0,14 C16,14 30,0 26,-22 C20,-30 10,-26 0,-34 C-10,-26 -20,-30 -26,-22 Z",
      "#c8334f",
      "#6e0f25",
      2.4,
    ) +
    path("M-26,-22 C-12,-24 -6,-12 0,14 C6,-12 12,-24 26,-22", "#e0566c", "#6e0f25", 2) +
    path("M-12,-18 C-10,-32 10,-32 12,-18 C8,-8 -8,-8 -12,-18 Z", "#f08a94", "#6e0f25", 2) +
    path("M-5,-19 C-2,-25 6,-23 5,-17 C2,-14 -2,-15 -1,-19", "none", "#6e0f25", 1.8)
  );
}

function crocodile(): string {
  const spots: [number, number][] = [
    [-6, -9],
    [3, -10],
    [12, -9],
    [21, -5],
    [30, -3],
  ];
  const back = spots.map(([x, y]) => `<path d="M${x},${y} l4,-7 4,6 z" fill="#2c5b2c"/>`).join("");
  const body = path(
    "M-50,5 C-50,1 -46,-1 -42,-1 C-35,-2 -29,-4 -25,-8 C-23,-13 -15,-13 -13,-8 " +
      "C-2,-12 14,-11 22,-5 C31,0 42,-3 52,-14 C52,-1 43,9 29,10 L25,10 L30,17 L20,17 " +
      "L15,11 L-3,11 L1,18 L-9,18 L-14,10 C-26,11 -42,11 -50,5 Z",
    "#5f9a4a",
    "#1f3f1f",
    2.4,
  );
  return (
    back +
    body +
    path("M-14,10 C-4,6 10,7 22,8", "none", "#a9c98a", 2.4) +
    path("M-48,5 C-40,3 -32,5 -24,2", "none", "#1f3f1f", 1.8) +
    path("M-42,4 l2,4 2,-4 M-34,4 l2,4 2,-4", "#fffbe8", "#fffbe8", 0.8) +
    '<circle cx="-19" cy="-7" r="3.2" fill="#f7e36b"/><circle cx="-19.6" cy="-7" r="1.5"/>'
  );
}

/** A wooden figure standing; the prone one is the same, lying on its side. */
const figure = (body: string, line: string, light: string): string =>
  path(
    "M0,-46 C8,-46 13,-40 13,-33 C13,-28 10,-24 7,-22 C18,-18 27,-8 27,0 C27,4 22,6 17,4 " +
      "L15,3 C15,12 19,22 22,30 C23,34 20,36 16,36 L6,36 C3,36 2,34 1,30 L0,24 L-1,30 " +
      "C-2,34 -3,36 -6,36 L-16,36 C-20,36 -23,34 -22,30 C-19,22 -15,12 -15,3 L-17,4 " +
      "C-22,6 -27,4 -27,0 C-27,-8 -18,-18 -7,-22 C-10,-24 -13,-28 -13,-33 C-13,-40 -8,-46 0,-46 Z",
    body,
    line,
    3,
  ) + path("M-8,-35 C-8,-41 -4,-42 0,-42 M-20,-4 C-17,-11 -12,-15 -7,-17", "none", light, 3);

function worker(): string {
  return shadow(5, 36, 26, 6) + figure("#f5efe1", "#3c2c1c", "#ffffff");
}

function workerProne(): string {
  return shadow(3, 16, 42, 7) + group(figure("#e6dcc6", "#3c2c1c", "#fbf6ea"), -2, 2, 0.92, 90);
}

/** The mud-brick houses of the first settlement. */
function redSettlement(): string {
  return (
    shadow(8, 40, 60, 9) +
    polygon("4,38 4,-16 50,-16 54,38", "#e9a06a", CLAY) +
    polygon("0,-16 0,-25 54,-25 54,-16", "#f6c08b", CLAY) +
    polygon("-52,40 -48,-2 12,-2 16,40", "#f4b27c", CLAY) +
    polygon("-53,-2 -53,-12 17,-12 17,-2", "#fbd2a2", CLAY) +
    polygon("-34,-12 -32,-40 -4,-40 -2,-12", "#e9a06a", CLAY) +
    polygon("-36,-40 -36,-48 0,-48 0,-40", "#fbd2a2", CLAY) +
    path("M-28,40 v-20 q8,-8 16,0 v20 z", CLAY, CLAY, 1) +
    path("M-2,12 h8 v9 h-8 z M-23,-31 h8 v10 h-8 z M26,2 h9 v11 h-9 z", "#7c2f1c", "none", 0)
  );
}

/** One house with a flat roof and a small upper room. */
function settlement(): string {
  return (
    shadow(6, 38, 48, 8) +
    polygon("-40,36 -37,-4 36,-4 39,36", "#fbf0d8", CLAY) +
    polygon("12,36 12,-4 36,-4 39,36", "#e2c79a", CLAY) +
    polygon("-43,-4 -43,-13 41,-13 41,-4", "#fffaf0", CLAY) +
    polygon("-24,-13 -22,-36 10,-36 12,-13", "#f3e2bd", CLAY) +
    polygon("-27,-36 -27,-44 14,-44 14,-36", "#fffaf0", CLAY) +
    path("M-24,36 v-19 q8,-8 16,0 v19 z", "#8b3a22", CLAY, 1.5) +
    path("M-14,-28 h9 v9 h-9 z M19,8 h9 v10 h-9 z", "#8b3a22", "none", 0)
  );
}

/** Walls, a gate and two towers: clearly more than a settlement. */
function town(): string {
  const crown = (x: number, y: number, w: number): string =>
    polygon(
      `${x},${y} ${x},${y - 10} ${x + w * 0.22},${y - 10} ${x + w * 0.22},${y - 5} ${x + w * 0.39},${y - 5} ` +
        `${x + w * 0.39},${y - 10} ${x + w * 0.61},${y - 10} ${x + w * 0.61},${y - 5} ${x + w * 0.78},${y - 5} ` +
        `${x + w * 0.78},${y - 10} ${x + w},${y - 10} ${x + w},${y}`,
      "#f9d9a6",
      CLAY,
      2.2,
    );
  return (
    shadow(6, 42, 66, 9) +
    polygon("-30,8 -30,-30 30,-30 30,8", "#e8b583", CLAY) +
    crown(-32, -30, 64) +
    path("M-18,-20 h8 v11 h-8 z M10,-20 h8 v11 h-8 z M-4,-22 h8 v13 h-8 z", "#8b3a22", "none", 0) +
    polygon("-62,40 -59,-24 -32,-24 -30,40", "#f4c795", CLAY) +
    crown(-64, -24, 36) +
    polygon("62,40 59,-24 32,-24 30,40", "#d39a68", CLAY) +
    crown(28, -24, 36) +
    polygon("-32,40 -32,6 32,6 32,40", "#efbb88", CLAY) +
    polygon("-34,6 -34,-2 34,-2 34,6", "#fbdcae", CLAY) +
    path("M-13,40 v-18 q13,-14 26,0 v18 z", "#6b2413", CLAY, 2) +
    path("M-50,-8 h8 v11 h-8 z M42,-8 h8 v11 h-8 z", "#8b3a22", "none", 0)
  );
}

/** A colonnade under a gold roof, set behind and above the town. */
function palace(): string {
  const columns = [-34, -17, 0, 17, 34]
    .map((x) => polygon(`${x - 5},10 ${x - 4},-26 ${x + 4},-26 ${x + 5},10`, "#fff7e2", LINE, 2))
    .join("");
  return (
    polygon("-46,10 46,10 50,18 -50,18", "#d9b878", LINE) +
    polygon("-42,10 -42,-26 42,-26 42,10", "#8a5a2b", LINE) +
    columns +
    polygon("-48,-26 48,-26 48,-35 -48,-35", "#f4d27a", LINE) +
    polygon("-42,-35 0,-58 42,-35", "#e7b43c", LINE) +
    circle(0, -43, 6, "#c8334f", LINE, 2) +
    path("M0,-58 V-76", "none", LINE, 2.6) +
    path("M0,-76 C10,-80 16,-70 26,-74 V-62 C16,-58 10,-68 0,-64 Z", "#1f7a84", LINE, 2)
  );
}

function workshop(): string {
  return (
    shadow(4, 34, 42, 7) +
    polygon("-36,32 -36,-4 34,-4 34,32", "#b98149", "#43280f") +
    path("M-24,-4 V32 M-12,-4 V32 M12,-4 V32 M24,-4 V32", "none", "#7d4f24", 1.8) +
    polygon("-44,-4 -24,-32 26,-32 42,-4", "#7f4a24", "#43280f") +
    path("M-36,-14 H38 M-29,-23 H32", "none", "#5a3214", 1.8) +
    polygon("14,-32 14,-50 27,-50 27,-24", "#a9674a", "#43280f") +
    path("M-8,32 V12 H8 V32 Z", "#3d220c", "#43280f", 1.5) +
    path("M20,-56 c-6,-8 6,-10 0,-18", "none", "#efe6d6", 4)
  );
}

/** The lean-to an expansion adds at a workshop's side. */
function expansion(): string {
  return (
    polygon("-20,26 -20,2 20,8 20,26", "#caa06a", "#43280f") +
    polygon("-24,2 -16,-14 26,2 24,10", "#97642f", "#43280f") +
    circle(0, 17, 7, "#e7b43c", "#43280f", 2) +
    path("M0,7 v20 M-10,17 h20 M-7,10 l14,14 M7,10 l-14,14", "none", "#43280f", 2) +
    circle(0, 17, 3.2, "#43280f", "#43280f", 0)
  );
}

function boat(): string {
  return (
    path("M-62,20 q16,8 32,0 q16,-8 32,0 q16,8 32,0 q14,-7 26,0", "none", "#e8f6f0", 3) +
    path("M-46,4 C-30,18 26,18 46,-2 C40,24 -34,26 -46,4 Z", "#8a5a2b", "#41260f") +
    path("M2,8 L4,-68", "none", "#41260f", 3.5) +
    path("M6,-66 C30,-48 40,-24 42,-6 L6,2 Z", "#fbf2da", "#41260f") +
    path("M0,-60 C-12,-40 -18,-20 -20,2 L0,4 Z", "#ecdcb4", "#41260f")
  );
}

function reeds(): string {
  const stalks: [number, number, number][] = [
    [-16, -30, -6],
    [-8, -44, -2],
    [0, -36, 2],
    [9, -48, 5],
    [17, -30, 8],
  ];
  return stalks
    .map(
      ([x, top, lean]) =>
        path(`M${x},4 Q${x},${top / 2} ${x + lean},${top}`, "none", "#4d7a34", 3) +
        ellipse(x + lean, top - 4, 3.2, 9, "#7b5426", lean),
    )
    .join("");
}

function dune(): string {
  return (
    path(
      "M-90,12 C-60,-10 -30,-22 0,-22 C30,-20 60,-4 92,12 C60,6 30,2 6,8 C-20,2 -60,6 -90,12 Z",
      "#e3bd7c",
      "#c99c58",
      2,
    ) + path("M0,-22 C14,-12 14,-2 6,8", "none", "#c99c58", 2)
  );
}

function islet(): string {
  return (
    path(
      "M-70,4 C-60,-14 -20,-20 6,-16 C40,-20 72,-6 68,8 C50,22 -52,22 -70,4 Z",
      "#f3dfae",
      "#b8e2d2",
      7,
    ) +
    path("M-44,2 C-30,-10 20,-12 44,2 C24,10 -30,10 -44,2 Z", "#a9c472", "#7f9f4e", 2) +
    group(palm(), -12, 2, 0.8, -6) +
    group(palm(), 14, 4, 0.65, 8)
  );
}

function fish(): string {
  return (
    path(
      "M-22,0 C-12,-13 8,-12 16,-1 L28,-9 L26,9 L16,2 C8,12 -12,12 -22,0 Z",
      "#8fc3bd",
      "#2c6a72",
      2,
    ) + '<circle cx="-13" cy="-2" r="2" fill="#1d4a52"/>'
  );
}

/** Monuments by block, the lowest first. */
export const MONUMENTS = fragments({
  obelisk: [
    polygon("-30,40 30,40 35,53 -35,53", "#cdb184", LINE) +
      polygon("-17,40 -14.5,-2 3,-2 3,40", "#f3dfb2", LINE) +
      polygon("3,40 3,-2 14.5,-2 17,40", "#c39b5f", LINE) +
      path("M-9,8 l4,-5 5,5 M-10,17 h9 M-6,24 v9 M-10,28 h8", "none", "#7d5a2a", 2),
    polygon("-14.5,-2 -11,-46 3,-46 3,-2", "#f3dfb2", LINE) +
      polygon("3,-2 3,-46 11,-46 14.5,-2", "#c39b5f", LINE) +
      polygon("-11,-46 0,-66 3,-46", "#fff1c0", LINE) +
      polygon("3,-46 0,-66 11,-46", "#d9aa4c", LINE) +
      path("M-9,-34 h8 M-5,-25 a3.5,3.5 0 1 0 .1,0 M-10,-10 h9", "none", "#7d5a2a", 2),
  ],
  colossus: [
    polygon("-34,46 34,46 38,57 -38,57", "#cdb184", LINE) +
      polygon("-4,46 -4,-2 32,-2 32,46", "#c39b5f", LINE) +
      path("M-28,46 L-28,12 Q-28,4 -20,4 L14,4 L14,20 L-8,20 L-8,46 Z", "#efd7a4", LINE) +
      path("M-18,46 L-18,22", "none", "#a8854c", 2),
    path("M-14,4 L-16,-22 Q-14,-30 0,-30 Q18,-30 20,-20 L18,4 Z", "#f3dfb2", LINE) +
      path("M10,-22 C14,-12 12,-4 6,0 L-16,2", "none", "#a8854c", 3),
    path(
      "M-14,-26 C-18,-34 -16,-62 0,-63 C16,-62 20,-42 18,-24 L8,-22 L4,-34 L-8,-34 L-8,-24 Z",
      "#e3b64f",
      LINE,
    ) +
      path("M-11,-50 Q-11,-32 -2,-31 Q8,-32 8,-50 Q-2,-56 -11,-50 Z", "#efd7a4", LINE, 2) +
      path("M-7,-44 h4 M2,-44 h4 M-4,-37 q3,2 6,0", "none", LINE, 1.8) +
      path("M-2,-31 v8", "none", "#a8854c", 4) +
      path("M14,-52 l4,3 M17,-42 l3,2 M17,-32 l3,1", "none", "#8a6a2e", 2),
  ],
  pyramid: pyramidCourses(),
});

/** Four courses and the cap of a pyramid: slices between two heights. */
function pyramidCourses(): string[] {
  const apex = { x: 0, y: -52 };
  const left = { x: -66, y: 40 };
  const front = { x: 16, y: 52 };
  const right = { x: 62, y: 36 };
  const at = (foot: { x: number; y: number }, part: number): string =>
    `${(foot.x + (apex.x - foot.x) * part).toFixed(1)},${(foot.y + (apex.y - foot.y) * part).toFixed(1)}`;
  return [0, 1, 2, 3, 4].map((n) => {
    const low = n / 5;
    const high = (n + 1) / 5;
    const cap = n === 4;
    return (
      polygon(
        `${at(left, low)} ${at(left, high)} ${at(front, high)} ${at(front, low)}`,
        cap ? "#fff4c9" : n % 2 ? "#f6d98a" : "#f0cf7c",
        LINE,
        2.2,
      ) +
      polygon(
        `${at(front, low)} ${at(front, high)} ${at(right, high)} ${at(right, low)}`,
        cap ? "#e0b65c" : n % 2 ? "#bd9147" : "#b38740",
        LINE,
        2.2,
      )
    );
  });
}

/** The outline of the finished monument, under the blocks that stand already. */
export const MONUMENT_OUTLINES = fragments({
  obelisk: "M-35,53 L-30,40 L-17,40 L-11,-46 L0,-66 L11,-46 L17,40 L30,40 L35,53 Z",
  colossus:
    "M-38,57 L-34,46 L-28,46 L-28,12 Q-28,4 -20,4 L-14,4 L-16,-22 L-14,-26 C-18,-34 -16,-62 0,-63 " +
    "C16,-62 20,-42 18,-24 L20,-20 L18,-2 L32,-2 L32,46 L34,46 L38,57 Z",
  pyramid: "M0,-52 L-66,40 L16,52 L62,36 Z M0,-52 L16,52",
});

/** All pictures that the board refers to by name. */
export const PICTURES = fragments({
  wheat: wheat(),
  grape: grape(),
  stone: stone(),
  "fish-catch": fishCatch(),
  rose: rose(),
  red: redSettlement(),
  crocodile: crocodile(),
  worker: worker(),
  "worker-prone": workerProne(),
  settlement: settlement(),
  town: town(),
  palace: palace(),
  workshop: workshop(),
  expansion: expansion(),
  palm: palm(),
  boat: boat(),
  reeds: reeds(),
  dune: dune(),
  fish: fish(),
  islet: islet(),
});
