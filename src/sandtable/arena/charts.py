"""Plots as plain HTML: rows of bars, ranges and distributions over a common scale.

Positions are per cent of the row, so a plot fits any width while its text keeps its size. They load
nothing and contain no scripts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

STYLE = """
.plot { display: grid; grid-template-columns: max-content minmax(0, 1fr) max-content;
  grid-auto-flow: row dense; column-gap: 0.8rem; align-items: center; margin: 1rem 0;
  font-size: 0.9rem; }
.plot .name { grid-column: 1; max-width: 14rem; overflow-wrap: anywhere; }
.plot .value { grid-column: 3; text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
.track { grid-column: 2; position: relative; height: 2.2rem; border-left: 1px solid #999;
  background: linear-gradient(#eee, #eee) center / 100% 1px no-repeat; }
.track > * { position: absolute; }
.track .bar { top: 22%; bottom: 22%; background: var(--colour, #0072b2); }
.track .range { top: calc(50% - 1px); height: 2px; background: #222; }
.track .range::before, .track .range::after { content: ""; position: absolute; width: 2px;
  height: 0.7rem; top: -0.3rem; background: #222; }
.track .range::before { left: 0; } .track .range::after { right: 0; }
.track .dot { width: 0.8rem; height: 0.8rem; border-radius: 50%; background: #0072b2;
  top: calc(50% - 0.4rem); margin-left: -0.4rem; }
.track .line { top: 0; bottom: 0; width: 0; border-left: 2px dotted #777; }
.track svg { left: 0; top: 0; width: 100%; height: 100%; overflow: visible; }
.tall .track { height: 4rem; background: none; border-bottom: 1px solid #ccc; }
.axis { position: relative; height: 1.4rem; grid-column: 2; color: #555; font-size: 0.8rem; }
.axis span { position: absolute; transform: translateX(-50%); white-space: nowrap; }
.axis span:first-child { transform: none; } .axis span:last-child { transform: translateX(-100%); }
.caption { grid-column: 2; text-align: center; color: #555; font-size: 0.8rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; padding: 0; margin: 0.5rem 0;
  list-style: none; font-size: 0.85rem; }
.legend i { display: inline-block; width: 0.9rem; height: 0.9rem; margin-right: 0.35rem;
  vertical-align: -0.1rem; }
@media (max-width: 40rem) {
  .plot { grid-template-columns: minmax(0, 1fr) max-content; }
  .plot .name { grid-column: 1; max-width: none; }
  .plot .value { grid-column: 2; } .plot .track { grid-column: 1 / -1; }
  .plot .axis, .plot .caption { grid-column: 1 / -1; }
}
"""

# Colours that people who see few colours can tell apart (after Okabe and Ito).
COLOURS = [
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#8c6d31",
    "#525252",
    "#b5cf6b",
    "#9c9ede",
]
#: Stripes over a colour where there are more things than colours.
STRIPES = ["", "45deg", "135deg", "90deg"]


def fill(place: int) -> str:
    """The background of the thing with this number: a colour, then a colour with stripes."""
    colour = COLOURS[place % len(COLOURS)]
    stripes = STRIPES[place // len(COLOURS) % len(STRIPES)]
    if not stripes:
        return f"background:{colour}"
    return f"background:repeating-linear-gradient({stripes},{colour} 0 4px,#fff8 4px 6px),{colour}"


class Scale:
    """From numbers to per cent of a row, with round numbers for the axis."""

    def __init__(self, values: Sequence[float], from_zero: bool = False) -> None:
        low = min(values, default=0.0)
        high = max(values, default=1.0)
        if from_zero:
            low, high = min(0.0, low), max(0.0, high)
        self.step = _round_step((high - low) / 5 or max(1.0, abs(high)) / 5)
        self.low = math.floor(low / self.step) * self.step
        self.high = max(math.ceil(high / self.step) * self.step, self.low + self.step)

    def at(self, value: float) -> float:
        """The place of a number, in per cent."""
        return round(100 * (value - self.low) / (self.high - self.low), 2)

    def axis(self, caption: str) -> str:
        count = round((self.high - self.low) / self.step)
        ticks = [self.low + i * self.step for i in range(count + 1)]
        spans = "".join(f'<span style="left:{self.at(t)}%">{number(t)}</span>' for t in ticks)
        return f'<div class="axis">{spans}</div><div class="caption">{escape(caption)}</div>'


def _round_step(size: float) -> float:
    power = 10.0 ** math.floor(math.log10(size))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= size * 0.999)


def number(value: float) -> str:
    return f"{value:.10g}" if abs(value) > 1e-9 else "0"


# -- what can stand in a row -----------------------------------------------------------------------


def bar(scale: Scale, begin: float, end: float, hint: str = "", style: str = "") -> str:
    left, right = sorted((scale.at(begin), scale.at(end)))
    width = round(right - left, 2)
    return f'<i class="bar" style="left:{left}%;width:{width}%;{style}" title="{escape(hint)}"></i>'


def interval(scale: Scale, low: float, high: float) -> str:
    left, right = scale.at(low), scale.at(high)
    return f'<i class="range" style="left:{left}%;width:{round(right - left, 2)}%"></i>'


def dot(scale: Scale, value: float) -> str:
    return f'<i class="dot" style="left:{scale.at(value)}%"></i>'


def line(scale: Scale, value: float) -> str:
    return f'<i class="line" style="left:{scale.at(value)}%"></i>'


def columns(scale: Scale, bins: list[tuple[float, float, int]], colour: str) -> str:
    """A histogram: from, to, how many."""
    most = max((count for _, _, count in bins), default=1) or 1
    rectangles = "".join(
        f'<rect x="{scale.at(low)}" y="{round(100 - 96 * count / most, 1)}" '
        f'width="{round(scale.at(high) - scale.at(low), 2)}" '
        f'height="{round(96 * count / most, 1)}">'
        f"<title>{number(low)} to {number(high)}: {count}</title></rect>"
        for low, high, count in bins
        if count
    )
    return (
        '<svg viewBox="0 0 100 100" preserveAspectRatio="none" '
        f'fill="{colour}" stroke="#fff" stroke-width="0.15">{rectangles}</svg>'
    )


def row(name: str, marks: str, value: str) -> str:
    return (
        f'<div class="name">{escape(name)}</div><div class="value">{escape(value)}</div>'
        f'<div class="track">{marks}</div>'
    )


def plot(rows: list[str], scale: Scale, caption: str, tall: bool = False) -> str:
    kind = "plot tall" if tall else "plot"
    return f'<div class="{kind}">{"".join(rows)}{scale.axis(caption)}</div>'


def bins_of(values: Sequence[int], scale: Scale, most: int = 40) -> list[tuple[float, float, int]]:
    """Whole numbers counted in equal bins of whole width over a scale."""
    width = max(1, math.ceil((scale.high - scale.low) / most))
    counts: dict[int, int] = {}
    for value in values:
        place = math.floor((value - scale.low) / width)
        counts[place] = counts.get(place, 0) + 1
    return [
        (scale.low + place * width, min(scale.low + (place + 1) * width, scale.high), count)
        for place, count in sorted(counts.items())
    ]
