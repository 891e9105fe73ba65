import { expect, test } from "vitest";
import { keyed } from "../src/lib/keyed.ts";

test("equal things have keys of their own, and others keep theirs when one goes", () => {
  const before = keyed([1, 3, 1, 5]).map(({ key }) => key);
  expect(new Set(before).size).toBe(4);
  const after = keyed([1, 1, 5]);
  expect(after.map(({ thing }) => thing)).toEqual([1, 1, 5]);
  expect(after.map(({ key }) => key)).toEqual([before[0], before[2], before[3]]);
});
