import type { GameModule, Title } from "../types.ts";
import CampaignNote from "./CampaignNote.svelte";
import CampaignProgress from "./CampaignProgress.svelte";
import { words } from "./i18n/index.ts";
import Scene from "./Scene.svelte";

export const title: Title = {
  tagline: words.cover.tagline,
  about: words.cover.about,
  Scene,
  optionNames: words.optionNames,
  optionValues: words.optionValues,
  keptOptions: ["won"],
  OptionNote: CampaignNote,
  scoreNote: (score) => (score.options["mode"] === "campaign" ? words.campaign : ""),
  Progress: CampaignProgress,
  // Loaded by the name of the game, so it only meets data of that game.
  table: async () => (await import("./table.ts")).table as GameModule,
};
