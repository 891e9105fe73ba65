/**
 * Draws the pictures of the rulebooks from the art of the tables, into the titles' folders.
 * `python tools/build_web.py pictures` runs it after the art or a picture has changed.
 * Pictures have no words, so that they serve every language; 640 by 260 units each.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "vite";

const vite = await createServer({
  server: { middlewareMode: true },
  appType: "custom",
  optimizeDeps: { noDiscovery: true },
});
const art = await vite.ssrLoadModule("/src/games/faiyum/art.ts");
const desert = await vite.ssrLoadModule("/src/games/resafa/art.ts");

const INK = "#3b2a1a";
const GOOD = "#2f7d3a";
const BAD = "#b3261e";

// -- shapes ------------------------------------------------------------------------------------

const rect = (x, y, w, h, fill, stroke = INK, width = 2, rx = 6) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${rx}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`;
const circle = (x, y, r, fill, stroke = INK, width = 2) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`;
const path = (d, fill = "none", stroke = INK, width = 2) =>
  `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const text = (x, y, words, size = 20, fill = INK) =>
  `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" font-weight="700" text-anchor="middle" fill="${fill}">${words}</text>`;
const put = (inner, x, y, scale) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${inner}</g>`;

const badge = (x, y, words, fill = "#fffaf0") =>
  rect(x - 10 - words.length * 5, y - 15, 20 + words.length * 10, 30, fill, INK, 2, 15) +
  text(x, y + 7, words);
const yes = (x, y) =>
  circle(x, y, 13, "#fffaf0", GOOD, 3) + path(`M${x - 6},${y} l4,5 8,-10`, "none", GOOD, 4);
const no = (x, y) =>
  circle(x, y, 13, "#fffaf0", BAD, 3) +
  path(`M${x - 5},${y - 5} l10,10 M${x + 5},${y - 5} l-10,10`, "none", BAD, 4);
const arrow = (x1, y1, x2, y2, colour = INK) => {
  const along = Math.atan2(y2 - y1, x2 - x1);
  const wing = (turn) =>
    `${(x2 - 12 * Math.cos(along + turn)).toFixed(1)},${(y2 - 12 * Math.sin(along + turn)).toFixed(1)}`;
  return path(
    `M${x1},${y1} L${x2},${y2} M${wing(0.5)} L${x2},${y2} L${wing(-0.5)}`,
    "none",
    colour,
    4,
  );
};

/** The whole picture on its own ground, so that it serves light and dark pages alike. */
const picture = (inner, ground = "#f3e0b8") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 260">` +
  `<rect width="640" height="260" rx="14" fill="${ground}"/>${inner}</svg>\n`;

// -- Faiyum --------------------------------------------------------------------------------------

const R = 56;
const LAND = {
  wheat: "#f0d27a",
  grape: "#cdb3d9",
  stone: "#ddd3c1",
  red: "#d98a6a",
  site: "#ecd9ae",
};

const corners = (x, y, r) =>
  [0, 1, 2, 3, 4, 5]
    .map((n) => {
      const angle = (Math.PI / 3) * n + Math.PI / 6;
      return `${(x + r * Math.cos(angle)).toFixed(1)},${(y + r * Math.sin(angle)).toFixed(1)}`;
    })
    .join(" ");

/** The middle of a hex by column and row; odd rows lie half a hex to the right. */
const hexAt = (column, row, x0 = 60, y0 = 70) => ({
  x: x0 + R * Math.sqrt(3) * (column + (row % 2) / 2),
  y: y0 + R * 1.5 * row,
});

function hex(place, kind, ...pieces) {
  const { x, y } = place;
  let drawn = `<polygon points="${corners(x, y, R)}" fill="${LAND[kind] ?? LAND.site}" stroke="#8a6a34" stroke-width="2.5"/>`;
  if (art.PICTURES[kind] && !pieces.length) drawn += put(art.PICTURES[kind], x, y, 0.4);
  else if (art.PICTURES[kind]) drawn += put(art.PICTURES[kind], x - 24, y - 24, 0.22);
  for (const piece of pieces) drawn += put(art.PICTURES[piece] ?? piece, x, y + 4, 0.5);
  return drawn;
}

const monument = (kind, blocks) => {
  const left = `<path d="${art.MONUMENT_OUTLINES[kind]}" fill="none" stroke="#8a6a34" stroke-width="2" stroke-dasharray="6 5"/>`;
  return left + art.MONUMENTS[kind].slice(0, blocks).join("");
};

const road = (a, b) =>
  path(`M${a.x},${a.y} L${b.x},${b.y}`, "none", "#5a3a14", 11) +
  path(`M${a.x},${a.y} L${b.x},${b.y}`, "none", "#d9a441", 6);
const water = (d, width) =>
  path(d, "none", "#2f7fa8", width) + path(d, "none", "#7cc5de", width - 10);

function board() {
  const top = [0, 1, 2, 3].map((n) => hexAt(n, 0, 62, 66));
  const below = [0, 1, 2, 3].map((n) => ({ x: 62 + 97 * n, y: 196 }));
  return picture(
    water("M-10,131 C140,121 300,141 440,131 C500,128 520,131 560,131", 34) +
      path(
        "M470,260 C480,190 500,150 540,131 C510,110 500,60 510,0 H640 V260 Z",
        "#7cc5de",
        "#2f7fa8",
        6,
      ) +
      hex(top[0], "wheat", "crocodile") +
      hex(top[1], "grape", "crocodile") +
      hex(top[2], "stone") +
      hex(top[3], "red", "settlement") +
      hex(below[0], "site", monument("obelisk", 0)) +
      hex(below[1], "wheat", "crocodile") +
      hex(below[2], "stone") +
      hex(below[3], "grape", "crocodile") +
      rect(top[2].x - 20, 112, 40, 38, "#b9a27a", INK, 2, 4) +
      road({ x: top[2].x, y: 88 }, { x: below[2].x, y: 176 }) +
      put(art.PICTURES.boat ?? "", 570, 150, 0.6),
  );
}

function market() {
  let drawn = "";
  const numbers = [2, 14, 26, 30, 44, 72, 86, 104];
  const prices = ["$3", "$4", "$5", "$7"];
  numbers.forEach((number, n) => {
    const x = 24 + n * 75 + (n > 3 ? 6 : 0);
    const current = n < 4;
    drawn += `<g opacity="${current ? 1 : 0.6}">${rect(x, 62, 64, 96, current ? "#2f6ea8" : "#6e8aa3", INK, 2.5, 8)}${rect(x + 6, 90, 52, 60, "#fdf6e6", INK, 1.5, 4)}${text(x + 32, 83, String(number), 18, "#fff")}</g>`;
    if (current) {
      drawn += badge(x + 32, 190, prices[n]);
      if (n !== 1)
        drawn += circle(x + 58, 64, 14, "#b3261e", "#5a0f0a") + text(x + 58, 71, "−1", 16, "#fff");
    }
  });
  drawn += path("M20,222 H318 M20,214 V230 M318,214 V230", "none", GOOD, 4) + yes(169, 222);
  drawn += path("M328,222 H624 M328,214 V230 M624,214 V230", "none", BAD, 4) + no(476, 222);
  return picture(drawn);
}

function farmer() {
  const at = (c, r) => hexAt(c, r, 110, 84);
  const a = at(0, 0);
  const b = at(1, 0);
  const c = at(0, 1);
  const d = at(-1, 1);
  return picture(
    hex(a, "stone", "worker") +
      hex(b, "grape", "worker") +
      hex(c, "wheat", "crocodile") +
      hex(d, "stone") +
      water("M330,-10 C350,80 310,160 340,270", 36) +
      hex({ x: 425, y: 84 }, "wheat", "crocodile") +
      yes(c.x + 30, c.y + 24) +
      yes(d.x + 24, d.y + 28) +
      no(425 + 30, 108) +
      arrow(b.x + 52, b.y + 24, 272, 150, "#8c2f1e") +
      put(art.PICTURES.crocodile, 276, 170, 0.4) +
      badge(268, 206, "+$1") +
      put(art.PICTURES.grape, 286, 238, 0.24) +
      text(258, 246, "+1", 18),
  );
}

function roads() {
  const a = { x: 70, y: 92 };
  const b = { x: 167, y: 92 };
  const c = { x: 264, y: 92 };
  const d = { x: 215.5, y: 176 };
  const right = 308;
  return picture(
    hex(a, "red", "settlement") +
      hex(b, "wheat") +
      hex(c, "site", monument("obelisk", 0)) +
      road(a, b) +
      road(b, c) +
      put(art.PICTURES.settlement, a.x, a.y, 0.5) +
      badge(167, 40, "+1") +
      yes(167, 150) +
      hex({ x: right + 70, y: 92 }, "red", "settlement") +
      hex({ x: right + 167, y: 92 }, "wheat") +
      hex({ x: right + 264, y: 92 }, "stone") +
      hex({ x: right + d.x, y: d.y }, "grape") +
      road({ x: right + 70, y: 92 }, { x: right + 167, y: 92 }) +
      road({ x: right + 167, y: 92 }, { x: right + 264, y: 92 }) +
      road({ x: right + 167, y: 92 }, { x: right + d.x, y: d.y }) +
      put(art.PICTURES.settlement, right + 70, 92, 0.5) +
      no(right + 196, 138),
  );
}

function settlement() {
  const row = (n, y = 64) => ({ x: 70 + 97 * n, y });
  return picture(
    hex(row(0), "wheat", "settlement") +
      hex(row(1), "stone") +
      hex(row(2), "grape") +
      hex(row(3), "wheat", "crocodile") +
      water("M-10,132 C160,124 340,140 660,128", 28) +
      hex(row(0, 200), "stone") +
      hex(row(1, 200), "grape", "crocodile") +
      no(row(1).x + 28, 88) +
      yes(row(2).x + 28, 88) +
      no(row(3).x + 28, 88) +
      yes(row(0).x + 28, 220) +
      put(art.PICTURES.wheat, 470, 70, 0.34) +
      put(art.PICTURES.grape, 525, 70, 0.34) +
      put(art.PICTURES.stone, 580, 70, 0.34) +
      arrow(525, 96, 525, 160) +
      put(art.PICTURES.settlement, 500, 200, 0.6) +
      badge(580, 198, "+3"),
  );
}

function workshop() {
  const row = (n) => ({ x: 80 + 97 * n, y: 120 });
  return picture(
    hex(row(0), "red", "settlement") +
      hex(row(1), "wheat") +
      hex(row(2), "stone") +
      road(row(0), row(1)) +
      road(row(1), row(2)) +
      put(art.PICTURES.settlement, row(0).x, row(0).y, 0.5) +
      put(art.PICTURES.workshop, row(1).x, row(1).y, 0.55) +
      yes(row(1).x, 196) +
      hex({ x: 430, y: 120 }, "wheat") +
      put(art.PICTURES.workshop, 430, 120, 0.55) +
      no(430, 196) +
      hex({ x: 545, y: 120 }, "wheat", "settlement") +
      put(art.PICTURES.workshop, 566, 140, 0.4) +
      no(545, 196),
  );
}

function monuments() {
  const sites = [
    ["obelisk", 1, 2],
    ["colossus", 3, 3],
    ["pyramid", 2, 5],
    ["pyramid", 5, 5],
  ];
  return picture(
    sites
      .map(([kind, blocks, most], n) => {
        const place = { x: 92 + n * 152, y: 108 };
        return (
          hex(place, "site", monument(kind, blocks)) +
          badge(place.x, 206, `${blocks}/${most}`, blocks === most ? "#cfe8cf" : "#fffaf0")
        );
      })
      .join(""),
  );
}

function pharaoh() {
  const town = { x: 300, y: 130 };
  const others = [
    [{ x: 110, y: 66 }, "town", "+2"],
    [{ x: 120, y: 194 }, "settlement", "+1"],
    [{ x: 500, y: 130 }, null, "+3"],
  ];
  let drawn = "";
  for (const [at] of others) drawn += road(town, at);
  drawn += hex(town, "wheat", "town");
  for (const [at, kind, worth] of others) {
    drawn += hex(at, kind ? "grape" : "site", kind ?? monument("pyramid", 3));
    drawn += badge(at.x + 66, at.y - 30, worth);
  }
  drawn += put(art.PICTURES.worker, town.x + 26, town.y + 22, 0.45) + badge(town.x + 4, 46, "+2");
  return picture(drawn);
}

// -- Resafa --------------------------------------------------------------------------------------

const item = (name, x, y, scale = 0.34) => put(desert.ITEM_ART[name], x, y, scale);
const icon = (name, colour, x, y, size) => put(desert.icon(name, colour, size), x, y, 1);
const SAND = "#ead2a2";
const GARDEN = "#7fae5a";

function workshopTile(x, y, size, bonuses = []) {
  const half = size / 2;
  let drawn = rect(x - half, y - half, size, size, "#e9b98a", "#6b3416", 3, 5);
  drawn += icon("house", "#7c3c1c", x, y, size * 0.5);
  for (const [side, third, what] of bonuses) {
    const along = (third - 1) * (size / 3);
    const out = half - 9;
    const [dx, dy] = { n: [along, -out], s: [along, out], e: [out, along], w: [-out, along] }[side];
    drawn += circle(x + dx, y + dy, 10, "#5c9440", "#2c5a1c", 2) + item(what, x + dx, y + dy, 0.15);
  }
  return drawn;
}

function playerBoard() {
  let drawn = rect(20, 24, 600, 212, "#f9eccb", "#8a6a34", 3, 12);
  const slot = (x, y) => rect(x, y, 44, 44, "#fffaf0", "#8a6a34", 2, 8);
  drawn +=
    slot(44, 74) + slot(44, 130) + item("square", 66, 96, 0.42) + item("scarab", 66, 152, 0.42);
  ["palm-tree", "house", "aqueduct"].forEach((kind, row) => {
    const y = 48 + row * 58;
    drawn += icon(kind, "#5a3a14", 142, y + 22, 38);
    for (let n = 0; n < 3; n++)
      drawn += slot(176 + n * 54, y) + text(198 + n * 54, y + 30, String(n + 1), 18, "#b9a27a");
  });
  drawn +=
    item("square", 198, 70, 0.42) + item("scarab", 252, 70, 0.42) + item("square", 198, 128, 0.42);
  [2, 4, 7, 11, 16].forEach((vp, n) => {
    drawn += rect(366, 40 + n * 38, 92, 32, "#fffaf0", "#8a6a34", 2, 8);
    drawn += item("scarab", 386, 56 + n * 38, 0.24) + text(404, 62 + n * 38, `${n + 1}`, 15);
    drawn += text(438, 63 + n * 38, String(vp), 18, "#8a5a0a");
  });
  for (let n = 0; n < 7; n++) {
    const y = 208 - n * 28;
    drawn +=
      rect(500, y, 96, 24, n < 3 ? "#e6bb85" : "#fffaf0", "#8a6a34", 2, 6) +
      text(520, y + 18, String(n + 1), 15);
  }
  return picture(drawn + icon("camel", "#7c4a1c", 566, 164, 30), "#e9d3a4");
}

function rounds() {
  let drawn = path("M70,120 H570", "none", "#8a6a34", 6);
  for (let n = 0; n < 6; n++) {
    const x = 70 + n * 100;
    const odd = n % 2 === 0;
    drawn +=
      circle(x, 120, 34, odd ? "#2f6ea8" : "#b3402e", INK, 3) +
      text(x, 130, String(n + 1), 28, "#fff");
    for (let card = 0; card < 3; card++)
      drawn += rect(x - 32 + card * 23, 40, 18, 26, "#fdf6e6", INK, 1.5, 3);
    if (odd)
      drawn += arrow(x, 212, x, 168, "#2f6ea8") + rect(x - 12, 206, 24, 34, "#fdf6e6", INK, 2, 3);
    else
      drawn +=
        item("cube", x, 212, 0.5) +
        path(`M${x - 26},180 l-6,12 M${x},172 l-5,10 M${x + 26},180 l-6,12`, "none", "#2f7fa8", 4);
  }
  return picture(drawn);
}

function actionCard() {
  const half = (x, y, action, colour, up) =>
    rect(x, y, 150, 96, up ? "#fdf6e6" : "#e6dbc3", INK, 2.5, 8) +
    rect(x, y, 34, 96, desert.COLOUR_ART[colour].fill, INK, 2.5, 8) +
    icon(desert.COLOUR_ART[colour].sign, desert.COLOUR_ART[colour].ink, x + 17, y + 48, 24) +
    icon(desert.ACTION_ICONS[action], "#5a3a14", x + 92, y + 48, 58);
  let drawn =
    half(60, 30, "workshop", "blue", true) +
    `<g opacity="0.55">${half(60, 132, "provisions", "pink", false)}</g>`;
  drawn += arrow(222, 64, 300, 64) + icon("house", "#5a3a14", 346, 62, 62) + badge(400, 62, "1");
  drawn += arrow(222, 94, 300, 168, "#2f6ea8");
  const blue = desert.COLOUR_ART.blue.fill;
  drawn += rect(316, 140, 44, 62, blue, INK, 2, 6) + text(384, 180, "/", 30);
  for (let n = 0; n < 4; n++)
    drawn += circle(418 + n * 26, 172, 10, n === 1 ? blue : "#fffaf0", INK, 2);
  drawn +=
    path("M420,154 q12,-14 24,0", "none", INK, 3) +
    text(522, 180, "/", 30) +
    item("sack", 564, 172, 0.6);
  return picture(drawn);
}

function workshops() {
  const size = 92;
  const at = (column, row) => ({ x: 130 + column * size, y: 84 + row * size });
  let drawn = "";
  for (let row = 0; row < 2; row++)
    for (let column = 0; column < 4; column++) {
      const { x, y } = at(column, row);
      if ((row + column) % 2) drawn += rect(x - 46, y - 46, size, size, "#dcedc0", "#7fae5a", 2, 0);
    }
  const put1 = (c, r) => workshopTile(at(c, r).x, at(c, r).y, size - 4);
  drawn += put1(0, 0) + put1(1, 1) + put1(2, 0);
  drawn +=
    `<g opacity="0.5">${workshopTile(at(3, 1).x, at(3, 1).y, size - 4)}</g>` +
    yes(at(3, 1).x + 30, at(3, 1).y + 30);
  drawn += no(at(1, 0).x, at(1, 0).y);
  drawn +=
    item("coin", 540, 90, 0.5) +
    item("stone", 590, 90, 0.5) +
    arrow(565, 124, 565, 164) +
    icon("house", "#7c3c1c", 565, 200, 54);
  return picture(drawn, SAND);
}

function garden() {
  const size = 98;
  const square = (x, y, tiles) => {
    let drawn = rect(x - 49, y - 54, size, 108, "#dcedc0", "#7fae5a", 2, 0);
    drawn += workshopTile(x - size, y, 94, [
      ["e", 0, "coin"],
      ["e", 2, "stone"],
    ]);
    drawn += workshopTile(x + size, y, 94, [
      ["w", 0, "stone"],
      ["w", 2, "coin"],
    ]);
    for (const [top, thirds] of tiles)
      drawn +=
        rect(x - 47, y - 54 + top * 36 + 2, 94, thirds * 36 - 4, GARDEN, "#3f6b2a", 3, 6) +
        icon("palm-tree", "#2c5a1c", x, y - 54 + top * 36 + thirds * 18, 30);
    return drawn;
  };
  return picture(
    square(160, 100, [[0, 1]]) +
      square(480, 100, [
        [0, 1],
        [1, 2],
      ]) +
      item("coin", 140, 206, 0.4) +
      item("stone", 196, 206, 0.4) +
      text(112, 213, "+", 24) +
      text(408, 213, "+", 24) +
      item("coin", 436, 206, 0.4) +
      item("stone", 476, 206, 0.4) +
      item("stone", 516, 206, 0.4) +
      item("coin", 556, 206, 0.4),
    SAND,
  );
}

const CELL = 44;
const SEATS = { red: "#c4543a", green: "#4f8a4a" };

function network(x0, y0, columns, rows) {
  let drawn = "";
  for (let column = 0; column < columns; column++) {
    const x = x0 + column * CELL + CELL / 2;
    drawn += path(`M${x},${y0 - 8} V${y0 + rows * CELL + 10}`, "none", "#b9d9e4", 8);
    for (let row = 0; row < rows; row++)
      drawn += rect(x0 + column * CELL, y0 + row * CELL, CELL, CELL, "none", "#a98d64", 1.5, 3);
    drawn += rect(
      x0 + column * CELL + 5,
      y0 + rows * CELL + 6,
      CELL - 10,
      22,
      "#cfe3ea",
      "#5a8aa0",
      2,
      5,
    );
  }
  return drawn;
}

const canalTile = (x0, y0, column, row, shape, owner) => {
  const x = x0 + column * CELL + CELL / 2;
  const y = y0 + row * CELL + CELL / 2;
  return (
    rect(x - 20, y - 20, 40, 40, "#ecd9ae", SEATS[owner], 5, 5) +
    put(desert.canalWater(shape), x, y, 0.38)
  );
};

function canal() {
  const [x0, y0] = [60, 36];
  let drawn = network(x0, y0, 5, 4);
  for (let column = 0; column < 5; column++)
    drawn += item("cube", x0 + column * CELL + 22, 18, 0.26);
  drawn += canalTile(x0, y0, 1, 1, "straight", "green") + canalTile(x0, y0, 3, 2, "left", "red");
  drawn +=
    canalTile(x0, y0, 2, 0, "cross", "red") + item("cube", x0 + 2 * CELL + 22, y0 + 22, 0.24);
  drawn +=
    text(x0 + 22, y0 + 72, "4", 16) +
    text(x0 + 4 * CELL + 22, y0 + 28, "3", 16) +
    text(x0 + 22, y0 + 160, "5", 16);
  drawn +=
    rect(350, 60, 110, 110, "#ecd9ae", SEATS.red, 6, 10) +
    put(desert.canalWater("cross"), 405, 115, 1);
  drawn +=
    badge(380, 62, "2") +
    item("marble", 410, 60, 0.3) +
    badge(440, 62, "3") +
    item("coin", 468, 60, 0.3);
  drawn += arrow(340, 115, 180, 62) + badge(550, 115, "+3") + item("vp", 590, 115, 0.34);
  return picture(drawn, SAND);
}

function rain() {
  const [x0, y0] = [80, 36];
  let drawn = network(x0, y0, 4, 4);
  drawn +=
    canalTile(x0, y0, 1, 0, "straight", "red") + canalTile(x0, y0, 1, 1, "straight", "green");
  drawn += canalTile(x0, y0, 1, 2, "cross", "red") + canalTile(x0, y0, 2, 3, "straight", "red");
  const x = (column) => x0 + column * CELL + 22;
  const way = `M${x(1)},24 V${y0 + 2 * CELL + 22} H${x(2)} V${y0 + 4 * CELL + 16}`;
  drawn +=
    path(way, "none", "#fffaf0", 7) + path(way, "none", "#14516e", 4) + item("cube", x(1), 20, 0.3);
  const lines = [
    ["red", "+1"],
    ["green", "+1"],
    ["red", "+2"],
    ["red", "+1"],
  ];
  lines.forEach(([owner, worth], n) => {
    drawn +=
      rect(380, 40 + n * 46, 34, 34, SEATS[owner], INK, 2, 6) + badge(450, 57 + n * 46, worth);
  });
  drawn += item("vp", 520, 128, 0.5);
  return picture(drawn, SAND);
}

function map() {
  const at = {
    home: [320, 46],
    fork: [320, 104],
    ge: [236, 136],
    ct: [404, 136],
    an: [130, 76],
    al: [110, 166],
    ai: [214, 220],
    ke: [56, 222],
    gh: [500, 176],
    ch: [590, 120],
    ma: [566, 228],
  };
  const ways = [
    ["home", "fork"],
    ["fork", "ge"],
    ["fork", "ct"],
    ["ge", "an"],
    ["ge", "al"],
    ["ge", "ai"],
    ["al", "ke"],
    ["ct", "gh"],
    ["gh", "ch"],
    ["gh", "ma"],
  ];
  let drawn = "";
  for (const [a, b] of ways) drawn += path(`M${at[a]} L${at[b]}`, "none", "#8a6a34", 5);
  for (const name of ["ge", "an", "al", "ai", "ke"])
    drawn += circle(...at[name], 17, "#c4543a", INK, 3);
  for (const name of ["ct", "gh", "ch", "ma"]) drawn += circle(...at[name], 17, "#2f6ea8", INK, 3);
  for (const name of ["ge", "an", "al", "ai", "ke"])
    drawn += item("spice", at[name][0], at[name][1], 0.22);
  for (const name of ["ct", "gh", "ch", "ma"])
    drawn += item("amphora", at[name][0], at[name][1], 0.22);
  drawn += rect(290, 24, 60, 44, "#f3d19b", INK, 3, 8) + icon("camel", "#7c4a1c", 320, 46, 36);
  const toll = (a, b) => {
    const x = (at[a][0] + at[b][0]) / 2;
    const y = (at[a][1] + at[b][1]) / 2;
    return item("coin", x, y, 0.2);
  };
  drawn += item("coin", 320, 104, 0.24);
  for (const [a, b] of ways.slice(3)) drawn += toll(a, b);
  return picture(drawn, SAND);
}

function track() {
  let drawn = "";
  ["yellow", "white", "blue", "pink"].forEach((colour, row) => {
    const { fill } = desert.COLOUR_ART[colour];
    const y = 44 + row * 56;
    for (let space = 0; space < 10; space++) {
      const x = 50 + space * 60;
      const card = space > 0 && space % 3 === 0;
      drawn += card
        ? rect(x - 18, y - 23, 36, 46, fill, INK, 3, 6)
        : circle(x, y, 12, "#fffaf0", fill === "#f7f2e6" ? "#a39b8b" : fill, 4);
      if (card)
        drawn += text(
          x,
          y + 7,
          ["", "I", "II", "III"][space / 3],
          17,
          desert.COLOUR_ART[colour].ink,
        );
    }
    const reached = [6, 6, 5, 9][row];
    drawn += rect(50 + reached * 60 - 8, y - 30, 16, 16, SEATS.red, INK, 2, 3);
  });
  drawn += no(50 + 6 * 60, 156);
  return picture(drawn);
}

const PICTURES = {
  faiyum: { board, market, farmer, roads, settlement, workshop, monument: monuments, pharaoh },
  resafa: {
    "player-board": playerBoard,
    rounds,
    "action-card": actionCard,
    workshops,
    garden,
    canal,
    map,
    track,
    rain,
  },
};

for (const [title, pictures] of Object.entries(PICTURES)) {
  const folder = new URL(`../../src/sandtable/games/${title}/rulebook/pictures/`, import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const [name, draw] of Object.entries(pictures)) {
    writeFileSync(new URL(`${name}.svg`, folder), draw());
  }
}
await vite.close();
