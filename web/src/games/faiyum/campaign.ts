/** The campaign: how far a person has come, and what a game of it came to. */

import { api } from "../../api/client.ts";
import type { Result } from "../../api/types.ts";
import type { EditionData, SpecialResult } from "../types.ts";
import CampaignResult from "./CampaignResult.svelte";
import { words } from "./i18n/index.ts";
import type { Goal } from "./types.ts";

export function goalsOf(edition: EditionData): Goal[] {
  return (edition["campaign"] ?? []) as Goal[];
}

/** The goals of the standard edition and how many of them this person has won. */
export async function myCampaign(): Promise<{ goals: Goal[]; won: number }> {
  const [answer, data] = await Promise.all([api.progress(), api.game("faiyum")]);
  const won = Number(answer.progress["faiyum"]?.["campaign"]?.["won"] ?? 0);
  return { goals: goalsOf(data.edition_data), won };
}

export function campaignResult({ result }: Result): SpecialResult | null {
  if (result["mode"] !== "campaign") return null;
  const goal = Number(result["goal"]);
  const reached = result["reached"] === true;
  if (result["campaign_complete"]) return { headline: words.campaignDone, Details: CampaignResult };
  return {
    headline: reached ? words.campaignReached(goal) : words.campaignMissed(goal),
    ...(reached ? { again: words.nextGoal } : {}),
    Details: CampaignResult,
  };
}
