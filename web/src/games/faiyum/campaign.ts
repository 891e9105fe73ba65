/** The campaign: how far a person has come, and what a game of it came to. */

import { api } from "../../api/client.ts";
import type { ResultOf, SpecialResult } from "../types.ts";
import CampaignResult from "./CampaignResult.svelte";
import { words } from "./i18n/index.ts";
import type { Edition, Faiyum, Goal } from "./types.ts";

/** The goals of the standard edition and how many of them this person has won. */
export async function myCampaign(): Promise<{ goals: Goal[]; won: number }> {
  const [answer, data] = await Promise.all([api.progress(), api.game("faiyum")]);
  const won = Number(answer.progress["faiyum"]?.["campaign"]?.["won"] ?? 0);
  return { goals: (data.edition_data as Edition).campaign, won };
}

export function campaignResult({ result }: ResultOf<Faiyum>): SpecialResult<Faiyum> | null {
  if (result.mode !== "campaign") return null;
  const goal = result.goal ?? 0;
  const reached = result.reached === true;
  if (result.campaign_complete) return { headline: words.campaignDone, Details: CampaignResult };
  return {
    headline: reached ? words.campaignReached(goal) : words.campaignMissed(goal),
    ...(reached ? { again: words.nextGoal } : {}),
    Details: CampaignResult,
  };
}
