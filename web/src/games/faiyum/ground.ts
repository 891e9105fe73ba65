/** The land under the spaces: desert, lake, channel, scenery. Drawn once as text, it never changes. */

import { degrees, group, path, rounded, towards, type Point } from "../../lib/draw.ts";
import { PICTURES } from "./art.ts";
import { centre, point, SCALE, type Geometry } from "./geometry.ts";
import type { BoardData, Scenery } from "./types.ts";

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
}

function put(thing: Scenery): string {
  const picture = PICTURES[thing.kind] ?? "";
  return group(picture, thing.x * SCALE, thing.y * SCALE, thing.size);
}

/** Short strokes on the open water, spread by a fixed pattern. */
function waves(data: BoardData): string {
  const near = new Set<string>();
  for (const { q, r } of data.spaces) {
    for (const [dq, dr] of [
      [1, 0],
      [0, 1],
      [-1, 1],
      [-1, 0],
      [0, -1],
      [1, -1],
    ] as const) {
      near.add(`${q + dq},${r + dr}`);
    }
  }
  let out = "";
  data.water.forEach(([q, r], n) => {
    if (near.has(`${q},${r}`)) return;
    const { x, y } = centre(q, r);
    const sx = x - 42 + 35 * Math.sin(n * 2.4);
    const sy = y + 30 * Math.cos(n * 1.7);
    out += path(
      `M${sx.toFixed(1)},${sy.toFixed(1)} q14,-11 28,0 q14,11 28,0 q14,-11 28,0`,
      "none",
      "#a9d6d2",
    );
  });
  return `<g class="waves" opacity="0.55">${out}</g>`;
}

function land(data: BoardData, id: string): string {
  const [x, y, width, height] = data.geometry.view.map((v) => v * SCALE);
  let out = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="url(#${id}-desert)"/>`;
  out += data.scenery
    .filter((thing) => thing.kind === "dune")
    .map(put)
    .join("");
  const shore = rounded(data.lake_outline.map(point), 0.5, true);
  out += `<clipPath id="${id}-water"><path d="${shore}"/></clipPath>`;
  out += path(shore, "none", "#fbefcf", 30) + path(shore, `url(#${id}-lake)`, "#b98f52", 3);
  out += `<g clip-path="url(#${id}-water)">`;
  for (const [wide, colour] of [
    [170, "#4596a6"],
    [112, "#5cabb2"],
    [64, "#7cc3be"],
    [24, "#b4e0d2"],
  ] as const) {
    out += path(shore, "none", colour, wide);
  }
  out += waves(data) + "</g>";
  return out + path(rounded(data.fertile_outline.map(point), 0.5, true), "#a9c46f", "#7f9f4e", 5);
}

/** The channel from the lake to the dam, and the ditch that feeds it from the desert. */
function channel(data: BoardData, id: string): string {
  const wide = data.channel_width * SCALE;
  const course = data.channel_course.map(point);
  const [start, second] = course as [Point, Point];
  const mouth = towards(second, start, 1.55);
  let out = "";
  for (const [name, colour] of [
    ["bank", "#b4e0d2"],
    ["shallow", "#7cc3be"],
    ["deep", "#5cabb2"],
  ] as const) {
    const a = towards(second, start, 1.3);
    const b = towards(second, start, 0.75);
    out +=
      `<linearGradient id="${id}-mouth-${name}" gradientUnits="userSpaceOnUse" x1="${a.x}" y1="${a.y}" ` +
      `x2="${b.x}" y2="${b.y}"><stop offset="0" stop-color="${colour}" stop-opacity="0"/>` +
      `<stop offset="1" stop-color="${colour}"/></linearGradient>`;
  }
  const last = course[course.length - 1]!;
  const wall = towards(course[course.length - 2]!, last, 0.5);
  const run = rounded([mouth, ...course.slice(0, -1), wall], 0.33, false);
  const feeder = rounded([wall, last, ...data.feeder.map(point)], 0.5, false);
  return (
    out +
    path(feeder, "none", "#a9c46f", wide) +
    path(feeder, "none", "#b4e0d2", wide * 0.6) +
    path(feeder, "none", "#5cabb2", wide * 0.42) +
    path(run, "none", `url(#${id}-mouth-bank)`, wide) +
    path(run, "none", `url(#${id}-mouth-shallow)`, wide * 0.82) +
    path(run, "none", `url(#${id}-mouth-deep)`, wide * 0.46)
  );
}

/** A wall of dressed stone across the channel; the road on it is drawn with the others. */
export function dam(geometry: Geometry): string {
  const { data } = geometry;
  const a = geometry.place(data.dam[0]).centre;
  const b = geometry.place(data.dam[1]).centre;
  const middle = towards(a, b, 0.5);
  const reach = (data.channel_width * SCALE) / 2 + 24;
  const wall =
    `<rect x="${-reach}" y="-30" width="${2 * reach}" height="60" rx="5" fill="#cbbd9d" ` +
    'stroke="#4d3d22" stroke-width="3.4"/>' +
    path(
      `M${-reach},-17 H${reach} M${-reach},17 H${reach} M${-reach / 2},-30 v13 M${reach / 2},-30 v13 M0,17 v13 ` +
        `M${-reach / 2 - 12},17 v13 M${reach / 2 + 12},17 v13`,
      "none",
      "#4d3d22",
      2,
    );
  return group(wall, middle.x, middle.y, 1, degrees(a, b));
}

/** The title in an oval with a bar at its end, as the names of kings were written. */
function cartouche(thing: BoardData["title"]): string {
  const half = 0.385 * thing.text.length * 100;
  const oval = (fill: string, stroke: string, width: number): string =>
    `<rect x="${-half}" y="-62" width="${2 * half}" height="124" rx="60" fill="${fill}" ` +
    `stroke="${stroke}" stroke-width="${width}"/>`;
  const out =
    oval("#f9e7bb", "#6b431c", 11) +
    oval("none", "#dba53a", 5) +
    `<rect x="${half + 5}" y="-66" width="13" height="132" rx="5" fill="#dba53a" stroke="#6b431c" stroke-width="4"/>` +
    `<text x="6" y="27" font-size="78" letter-spacing="11" fill="#8c2f1e" text-anchor="middle">${escape(thing.text)}</text>`;
  return group(out, thing.x * SCALE, thing.y * SCALE, thing.size);
}

function compass(thing: BoardData["compass"]): string {
  let out = '<circle r="52" fill="#f9e7bb" fill-opacity="0.75" stroke="#6b431c" stroke-width="4"/>';
  for (const [turn, long] of [
    [45, 40],
    [135, 40],
    [225, 40],
    [315, 40],
    [90, 62],
    [180, 62],
    [270, 62],
    [0, 74],
  ] as const) {
    const fill = turn === 0 ? "#8c2f1e" : "#6b431c";
    out +=
      `<g transform="rotate(${turn})"><polygon points="0,${-long} -9,-9 0,0" fill="#f9e7bb" stroke="${fill}" ` +
      `stroke-width="2"/><polygon points="0,${-long} 9,-9 0,0" fill="${fill}" stroke="${fill}" stroke-width="2"/></g>`;
  }
  out += '<text y="-82" font-size="38" fill="#8c2f1e" text-anchor="middle">N</text>';
  return group(out, thing.x * SCALE, thing.y * SCALE, thing.size);
}

export function ground(geometry: Geometry, id: string): string {
  const { data } = geometry;
  let out = land(data, id) + channel(data, id);
  out += data.scenery
    .filter((thing) => thing.kind !== "dune")
    .sort((a, b) => a.y - b.y)
    .map(put)
    .join("");
  out += cartouche(data.title) + compass(data.compass);
  for (const label of data.labels) {
    const x = label.x * SCALE;
    const y = label.y * SCALE;
    out +=
      `<text x="${x}" y="${y}" font-size="${label.size * SCALE}" letter-spacing="${label.size * 12}" ` +
      `fill="${label.on === "water" ? "#e9f7f2" : "#7a5523"}" text-anchor="middle" ` +
      `transform="rotate(${label.turn} ${x} ${y})">${escape(label.text)}</text>`;
  }
  return out;
}
