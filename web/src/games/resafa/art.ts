/** Small pictures of Resafa, each around the origin, about 100 units wide. */

import bodies from "virtual:icons";
import { circle, fragments, path, polygon } from "../../lib/draw.ts";

/** An icon of the set as a fragment of a drawing. */
export function icon(name: string, colour: string, size = 100): string {
  const scale = size / 512;
  return `<g transform="translate(${-size / 2} ${-size / 2}) scale(${scale})" color="${colour}">${bodies[name] ?? ""}</g>`;
}

const block = (top: string, left: string, right: string, line: string): string =>
  polygon("-40,-12 4,2 4,38 -40,24", left, line, 4) +
  polygon("4,2 40,-12 40,24 4,38", right, line, 4) +
  polygon("-40,-12 -4,-28 40,-12 4,2", top, line, 4);

export const ITEM_ART = fragments({
  coin:
    circle(0, 0, 40, "#e9b83f", "#7a5210", 6) +
    circle(0, 0, 28, "none", "#a97715", 4) +
    path("M-10,12 C-10,-4 10,-2 10,-14 M0,-20 V20", "none", "#7a5210", 5),
  stone: block("#cbb592", "#a98d64", "#86694a", "#4d3820"),
  marble:
    block("#ffffff", "#eef0f2", "#c9d0d6", "#5a646c") +
    path("M-30,0 C-22,6 -24,14 -14,20 M18,8 C22,14 28,10 32,18", "none", "#93a2ad", 3),
  amphora:
    path(
      "M-12,-44 H12 L9,-32 C30,-22 32,4 14,28 L8,40 H-8 L-14,28 C-32,4 -30,-22 -9,-32 Z",
      "#c8633a",
      "#5c210c",
      5,
    ) +
    path("M-10,-36 C-32,-36 -36,-16 -26,-8 M10,-36 C32,-36 36,-16 26,-8", "none", "#5c210c", 5) +
    path("M-24,-6 H24 M-21,6 H21", "none", "#f3d19b", 5),
  spice:
    path("M-34,2 C-26,-30 -10,-38 0,-38 C10,-38 26,-30 34,2 Z", "#dd6b16", "#6b2f05", 4) +
    path("M-42,2 H42 C40,28 22,40 0,40 C-22,40 -40,28 -42,2 Z", "#8d5b34", "#42230c", 5) +
    path("M-14,-22 l3,-4 M4,-28 l4,3 M12,-14 l4,-3 M-6,-10 l3,3", "none", "#ffd08a", 4),
  vp: icon("laurel-crown", "#b9811b", 104),
  camel: icon("camel", "#a8692f", 108),
  sack:
    path("M-12,-20 C-44,0 -44,40 -20,42 H20 C44,40 44,0 12,-20 Z", "#c9a36a", "#573a14", 5) +
    path("M-14,-40 C-4,-34 4,-34 14,-40 L10,-22 H-10 Z", "#c9a36a", "#573a14", 5) +
    path("M-14,-20 H14", "none", "#8c2f1e", 7),
  square:
    `<rect x="-34" y="-34" width="68" height="68" rx="10" fill="#6a4a9c" stroke="#2c1a4d" stroke-width="6"/>` +
    path("M0,-22 L6,-6 L22,0 L6,6 L0,22 L-6,6 L-22,0 L-6,-6 Z", "#e9dcff", "#2c1a4d", 3),
  scarab: circle(0, 0, 40, "#14808a", "#063b42", 6) + icon("scarab-beetle", "#e9fbf6", 62),
  cube:
    polygon("-28,-10 0,-24 28,-10 0,4", "#9be0f5", "#0c4c70", 4) +
    polygon("-28,-10 0,4 0,34 -28,20", "#4fb3dd", "#0c4c70", 4) +
    polygon("28,-10 0,4 0,34 28,20", "#2383b4", "#0c4c70", 4),
});

/** Colours of tracks and cards, each with a sign of its own. */
export const COLOUR_ART: Record<string, { fill: string; ink: string; sign: string }> = {
  yellow: { fill: "#e2ac25", ink: "#3c2a02", sign: "sun" },
  white: { fill: "#f7f2e6", ink: "#3c3429", sign: "feather" },
  blue: { fill: "#2f6ea8", ink: "#ffffff", sign: "gear-hammer" },
  pink: { fill: "#b84a78", ink: "#ffffff", sign: "lotus-flower" },
};

export const ACTION_ICONS: Record<string, string> = {
  workshop: "house",
  provisions: "knapsack",
  garden: "palm-tree",
  production: "3d-hammer",
  trading: "camel",
  canal: "aqueduct",
};

/** The water of a canal tile in a cell of 100 by 100 around the origin. */
export function canalWater(shape: string): string {
  const parts = fragments({
    straight: "M0,-50 V50",
    left: "M0,-50 V50 M0,0 H-50",
    right: "M0,-50 V50 M0,0 H50",
    cross: "M0,-50 V50 M-50,0 H50",
    tank: "M0,-50 V-10",
  });
  const d = parts[shape] ?? "";
  const run = (colour: string, width: number): string =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"/>`;
  const tank =
    shape === "tank"
      ? `<rect x="-32" y="-20" width="64" height="58" rx="8" fill="#3d8fb6" stroke="#6d4d2b" stroke-width="6"/>` +
        path("M-22,0 q11,-8 22,0 q11,8 22,0 M-22,18 q11,-8 22,0 q11,8 22,0", "none", "#bfe7f2", 4)
      : "";
  return run("#7b5a34", 34) + run("#2f7fa8", 25) + run("#63b6d6", 13) + tank;
}
