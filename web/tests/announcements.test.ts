import { describe, expect, it } from "vitest";
import type { LogTurn } from "../src/api/types.ts";
import { wholeName } from "../src/lib/choosing.svelte.ts";
import { newLines, rest } from "../src/table/announcements.ts";

const turn = (number: number, ...lines: string[]): LogTurn => ({
  turn: number,
  seat: 0,
  lines,
  steps: [],
});

describe("what is read out", () => {
  it("reads new turns and new lines, and nothing twice", () => {
    const before = [turn(1, "Ann passes."), turn(2, "Ben plays 4.")];
    const now = [...before, turn(3, "Cid passes.", "It rains.")];
    expect(newLines(before, now)).toEqual(["Cid passes.", "It rains."]);
    expect(newLines(now, now)).toEqual([]);
  });

  it("reads of a line that has grown what is new", () => {
    const before = [turn(1, "Ann plays garden: lays a tile on i8.")];
    const now = [turn(1, "Ann plays garden: lays a tile on i8, draws Purse (gains 1 VP).")];
    expect(newLines(before, now)).toEqual(["draws Purse (gains 1 VP)."]);
  });

  it("reads a sum again that has changed", () => {
    expect(rest("Ann trades (gains 1 VP).", "Ann trades (gains 3 VP).")).toBe("gains 3 VP).");
  });

  it("says nothing when a choice is taken back", () => {
    const before = [turn(1, "Ann passes.", "It rains.")];
    expect(newLines(before, [turn(1, "Ann passes.")])).toEqual([]);
  });

  it("reads a line whole that begins otherwise", () => {
    expect(rest("It rains.", "Ben wins.")).toBe("Ben wins.");
  });
});

describe("the name of a choice", () => {
  const choice = {
    id: 1,
    notation: "administration",
    word: "administration",
    item: "",
    text: "Administration",
    description: "Administration: gain $3",
    rule: "",
    gives_up: null,
  };

  it("is its whole meaning", () => {
    expect(wholeName(" Administration\n", choice)).toBe("Administration: gain $3");
  });

  it("begins with what stands on the button", () => {
    expect(wholeName("90°", choice)).toBe("90°. Administration: gain $3");
  });
});
