import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../src/api/client.ts";
import { Helps } from "../src/help/helps.svelte.ts";
import { settings } from "../src/lib/settings.svelte.ts";
import { firstSentences } from "../src/rules/rules.svelte.ts";

/** The server knows so many finished games of the person. */
function finished(games: number): void {
  vi.spyOn(api, "scores").mockResolvedValue({ scores: Array(games).fill({}) as never[] });
}

beforeEach(() => {
  localStorage.clear();
  settings.helps = "fade";
});

afterEach(() => {
  vi.restoreAllMocks();
});

test("helps fade with finished games", async () => {
  const helps = new Helps();
  expect(helps.explains).toBe(false); // nobody knows yet who this is
  finished(0);
  await helps.load("faiyum");
  expect([helps.explains, helps.suggests("turn")]).toEqual([true, true]);
  finished(3);
  await helps.load("faiyum");
  expect([helps.explains, helps.suggests("turn")]).toEqual([true, false]);
  finished(6);
  await helps.load("faiyum");
  expect([helps.explains, helps.suggests("turn")]).toEqual([false, false]);
});

test("suggestions fade by kind of question and title, over pages", async () => {
  finished(0);
  const helps = new Helps();
  await helps.load("faiyum");
  for (let n = 0; n < 8; n++) helps.suggested("turn");
  expect([helps.suggests("turn"), helps.suggests("space")]).toEqual([false, true]);
  const next = new Helps();
  await next.load("faiyum");
  expect(next.suggests("turn")).toBe(false);
  await next.load("resafa");
  expect(next.suggests("turn")).toBe(true);
});

test("helps can be switched off and on for good", async () => {
  const helps = new Helps();
  finished(0);
  await helps.load("faiyum");
  settings.helps = "never";
  expect([helps.explains, helps.suggests("turn")]).toEqual([false, false]);
  finished(50);
  await helps.load("faiyum");
  settings.helps = "always";
  expect([helps.explains, helps.suggests("turn")]).toEqual([true, true]);
});

test("explanations are whole sentences", () => {
  expect(firstSentences("One. Two. Three.", 9)).toBe("One. Two.");
  expect(firstSentences("A long first sentence stays.", 5)).toBe("A long first sentence stays.");
  expect(firstSentences("It costs 1.5 coins: that is all")).toBe("It costs 1.5 coins: that is all");
});
