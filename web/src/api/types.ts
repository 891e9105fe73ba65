/** The server's types under short names; schema.d.ts is made from its schema. */

import type { components } from "./schema.d.ts";

export type Schemas = components["schemas"];

export type Me = Schemas["Me"];
export type GameInfo = Schemas["GameInfo"];
export type GameData = Schemas["GameData"];
export type GameOption = Schemas["GameOption"];
export type Bot = Schemas["BotInfo"];
export type Bots = Schemas["Bots"];
export type SeatInfo = Schemas["SeatInfo"];
export type SeatKind = SeatInfo["kind"];
export type SeatRequest = Schemas["SeatRequest"];
export type TableInfo = Schemas["TableInfo"];
export type TableRequest = Schemas["TableRequest"];
export type ClockInfo = Schemas["ClockInfo"];
export type ClockPreset = Schemas["ClockPreset"];
export type ClockRequest = Schemas["ClockRequest"];
export type CoachInfo = Schemas["CoachInfo"];
export type ProposalRequest = Schemas["ProposalRequest"];
export type ProposalKind = ProposalRequest["kind"];
export type ChatMessage = Schemas["ChatMessageInfo"];
export type PlanInfo = Schemas["PlanInfo"];
export type PlanState = Schemas["PlanState"];
export type PlanPlayed = Schemas["PlanPlayed"];
export type Settled = Schemas["SettledMessage"];
export type Candidates = Schemas["CandidatesMessage"];
export type NoteKind = Schemas["NoteInfo"]["kind"];
export type Choice = Schemas["Choice"];
export type Decision = Schemas["DecisionInfo"];
export type Position = Schemas["Position"];
export type LogTurn = Schemas["LogTurn"];
export type LogStep = Schemas["LogStep"];
export type Preview = Schemas["Preview"];
/** What titles declare: any of theirs, or whatever another title sends. */
export type GameView = Schemas["GameView"];
export type GameSubject = Schemas["GameSubject"];
export type GameEvent = Schemas["GameEvent"];
export type GameResult = Schemas["GameResult"];
export type GameEdition = Schemas["GameEdition"];
export type Rulebook = Schemas["GameRulebook"];
export type RuleSection = Schemas["RuleSection"];
export type RuleBlock = RuleSection["blocks"][number];
export type RuleSpan = Schemas["RuleSpan"];
export type Result = Schemas["Result"];
export type Hint = Schemas["Hint"];
export type HintChoice = Schemas["HintChoice"];
export type Analysis = Schemas["Analysis"];
export type AnalysisState = Schemas["AnalysisState"];
export type JudgedDecision = Schemas["JudgedDecision"];
export type Review = Schemas["Review"];
export type AnalysisTurn = Schemas["AnalysisTurn"];
export type Lessons = Schemas["Lessons"];
export type MyLessons = Schemas["MyLessons"];
export type LessonState = Schemas["LessonState"];
export type Score = Schemas["Score"];
export type ChallengeInfo = Schemas["ChallengeInfo"];
export type Challenge = Schemas["Challenge"];
export type LadderRow = Schemas["LadderRow"];
export type AdminOverview = Schemas["AdminOverview"];
export type AdminTable = Schemas["AdminTable"];
export type AdminReport = Schemas["AdminReport"];
export type AdminPerson = Schemas["AdminPerson"];
export type NoticeSettings = Schemas["NoticeSettings"];
export type NoticeChoices = Schemas["NoticeChoices"];
export type SignUpRules = Schemas["SignUpRules"];
export type SignedIn = Schemas["SignedIn"];
export type GuestGames = Schemas["GuestGames"];
export type AccountInfo = Schemas["AccountInfo"];
export type ServerInvite = Schemas["Invite"];
export type Profile = Schemas["Profile"];
export type TitleProfile = Schemas["TitleProfile"];
export type ProfileGame = Schemas["ProfileGame"];
export type Rating = Schemas["Rating"];
export type RankedPlayer = Schemas["RankedPlayer"];
export type Friends = Schemas["Friends"];
export type Blocked = Schemas["Blocked"];
export type Invitation = Schemas["Invitation"];
export type PersonalMessage = Schemas["PersonalMessage"];
export type ServerMessage = Schemas["ServerMessage"];
export type ClientMessage = Schemas["ClientMessage"];

/** All that happened in a turn. */
export function eventsOf(turn: LogTurn): GameEvent[] {
  return turn.steps.flatMap((step) => step.events);
}
