import type { Title } from "../types.ts";
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
  table: async () => (await import("./table.ts")).table,
};
