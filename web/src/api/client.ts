/** The server's HTTP interface. */

import { t } from "../i18n/index.ts";
import { language } from "../i18n/language.ts";
import type {
  AdminOverview,
  AdminReport,
  AnalysisState,
  Bots,
  Challenge,
  ChatMessage,
  GameData,
  Hint,
  Lessons,
  Me,
  MyLessons,
  NoticeChoices,
  NoticeSettings,
  Position,
  Preview,
  ProposalRequest,
  Result,
  Review,
  Rulebook,
  Schemas,
  SeatRequest,
  TableInfo,
  TableRequest,
} from "./types.ts";

/** A refusal of the server, or a failure to reach it, in words for people. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly problems: string[] = [],
    readonly status = 0,
  ) {
    super(message);
  }
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials: "same-origin",
      headers: {
        "Accept-Language": language,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError("unreachable", t.errors.unreachable);
  }
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    if (response.ok) return text as T;
    throw new ApiError("internal", t.errors.answer(response.status), [], response.status);
  }
  if (!response.ok) {
    const { error } = data as Partial<Schemas["ErrorAnswer"]>;
    const code = error?.code ?? "internal";
    const words = error ? t.errors.refusal(code, error.message) : t.errors.answer(response.status);
    // With its id the host finds in the log what went wrong.
    const id = code === "internal" && error?.request ? ` (${error.request})` : "";
    throw new ApiError(code, `${words}${id}`, error?.problems ?? [], response.status);
  }
  return data as T;
}

const get = <T>(path: string): Promise<T> => call<T>("GET", path);
const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>("POST", path, body);
const id = encodeURIComponent;

const remembered = new Map<string, Promise<unknown>>();

/** What never changes while the page is open is asked for once. */
function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  let answer = remembered.get(key) as Promise<T> | undefined;
  if (!answer) {
    answer = ask();
    remembered.set(key, answer);
    answer.catch(() => remembered.delete(key));
  }
  return answer;
}

export const api = {
  me: () => get<Me>("/me"),
  rename: (name: string) => post<Me>("/me", { name }),
  revokeTokens: () => call<undefined>("DELETE", "/me/token"),
  myTables: (status?: string) =>
    get<Schemas["Tables"]>(`/me/tables${status ? `?status=${id(status)}` : ""}`),
  scores: (game: string) => get<Schemas["Scores"]>(`/me/scores?game=${id(game)}`),
  progress: () => get<Schemas["Progress"]>("/me/progress"),

  challenges: () => get<Schemas["ChallengeList"]>("/challenges"),
  challenge: (name: string) => get<Challenge>(`/challenges/${id(name)}`),
  startChallenge: (name: string) => post<TableInfo>(`/challenges/${id(name)}/start`),
  ladder: (game: string, mode: string) =>
    get<Schemas["Ladder"]>(`/ladders/${id(game)}/${id(mode)}`),
  message: () => get<Schemas["ServerMessageText"]>("/message"),
  admin: {
    overview: () => get<AdminOverview>("/admin"),
    tables: (search: string) => get<Schemas["AdminTables"]>(`/admin/tables?search=${id(search)}`),
    people: (search: string) => get<Schemas["AdminPeople"]>(`/admin/people?search=${id(search)}`),
    deleteTable: (table: string) => call<undefined>("DELETE", `/admin/tables/${id(table)}`),
    resetLink: (name: string) => post<Schemas["AdminResetLink"]>(`/admin/people/${id(name)}/reset`),
    deletePerson: (name: string) => call<undefined>("DELETE", `/admin/people/${id(name)}`),
    reports: () => get<Schemas["AdminReports"]>("/admin/reports"),
    settle: (report: AdminReport) =>
      post<undefined>(`/admin/reports/${id(report.table)}/${report.number}/settle`),
    backUp: () => post<Schemas["Backup"]>("/admin/backup"),
    setMessage: (text: string) =>
      call<Schemas["ServerMessageText"]>("PUT", "/admin/message", { text }),
  },
  turns: () => get<Schemas["Turns"]>("/me/turns"),
  seen: () => post<undefined>("/me/seen"),
  notices: () => get<NoticeSettings>("/me/notices"),
  setNotices: (wish: NoticeChoices) => call<NoticeSettings>("PUT", "/me/notices", wish),
  askToConfirm: (address: string, words: string) =>
    post<undefined>("/me/notices/email", { address, language: words }),
  forgetAddress: () => call<undefined>("DELETE", "/me/notices/email"),
  testNotice: (channel: string) => post<undefined>("/me/notices/test", { channel }),
  confirmAddress: (token: string) => post<Schemas["Confirmed"]>("/notices/confirm", { token }),
  stopMails: (token: string) => post<undefined>(`/notices/stop/${id(token)}`),
  subscribe: (wish: { endpoint: string; keys: { p256dh: string; auth: string } }) =>
    post<undefined>("/me/push", wish),
  endPush: (endpoint: string) => post<undefined>("/me/push/end", { endpoint }),

  games: () => once("games", () => get<Schemas["Games"]>("/games")),
  game: (name: string) => once(`game ${name}`, () => get<GameData>(`/games/${id(name)}`)),
  rules: (name: string) => once(`rules ${name}`, () => get<Rulebook>(`/games/${id(name)}/rules`)),
  edition: (digest: string) =>
    once(`edition ${digest}`, () =>
      get<Record<string, unknown>>(`/editions/${id(digest)}?language=${language}`),
    ),
  checkEdition: (game: string, edition: unknown) =>
    post<Schemas["EditionCheck"]>(`/games/${id(game)}/edition-check`, edition),
  bots: () => once("bots", () => get<Bots>("/bots")),
  /** With ratings in a game, and the level a little stronger than I am: that changes. */
  botsFor: (game: string) => get<Bots>(`/bots?game=${id(game)}`),

  lessons: (game: string) =>
    once(`lessons ${game}`, () => get<Lessons>(`/games/${id(game)}/lessons`)),
  myLessons: (game: string) => get<MyLessons>(`/me/lessons?game=${id(game)}`),
  startLesson: (game: string, lesson: string) => post<TableInfo>("/lessons", { game, lesson }),
  readStep: (table: string, number: number) =>
    post<Schemas["Done"]>(`/tables/${id(table)}/lesson/read`, { number }),
  stopLesson: (table: string) => post<Schemas["Done"]>(`/tables/${id(table)}/lesson/stop`),

  play: (wish: {
    game: string;
    players?: number;
    bot?: string;
    options?: Record<string, unknown>;
  }) => post<TableInfo>("/play", wish),
  newTable: (wish: TableRequest) => post<TableInfo>("/tables", wish),
  openTables: () => get<Schemas["Tables"]>("/tables"),
  table: (table: string) => get<TableInfo>(`/tables/${id(table)}`),
  deleteTable: (table: string) => call<undefined>("DELETE", `/tables/${id(table)}`),
  invite: (code: string) => get<TableInfo>(`/invites/${id(code)}`),
  acceptInvite: (code: string, seat: number | null) =>
    post<TableInfo>(`/invites/${id(code)}`, { seat, name: null }),
  join: (table: string, seat: number | null) =>
    post<TableInfo>(`/tables/${id(table)}/join`, { seat, name: null }),
  setSeat: (table: string, seat: number, wish: SeatRequest) =>
    call<TableInfo>("PUT", `/tables/${id(table)}/seats/${seat}`, wish),
  propose: (table: string, wish: Pick<ProposalRequest, "kind"> & Partial<ProposalRequest>) =>
    post<TableInfo>(`/tables/${id(table)}/proposals`, wish),
  answerProposal: (table: string, proposal: string, agree: boolean) =>
    post<TableInfo>(`/tables/${id(table)}/proposals/answer`, { proposal, agree }),
  takeSeatBack: (table: string, seat: number) =>
    post<TableInfo>(`/tables/${id(table)}/seats/${seat}/return`),
  chat: (table: string) => get<Schemas["ChatMessages"]>(`/tables/${id(table)}/chat`),
  say: (table: string, wish: { text?: string; phrase?: ChatMessage["phrase"] }) =>
    post<ChatMessage>(`/tables/${id(table)}/chat`, wish),
  mute: (table: string, number: number, muted: boolean) =>
    post<undefined>(`/tables/${id(table)}/chat/${number}/mute`, { muted }),
  report: (table: string, number: number) =>
    post<undefined>(`/tables/${id(table)}/chat/${number}/report`, { reason: "" }),
  note: (table: string) => get<Schemas["PrivateNote"]>(`/tables/${id(table)}/note`),
  setNote: (table: string, text: string) =>
    call<Schemas["PrivateNote"]>("PUT", `/tables/${id(table)}/note`, { text }),
  leave: (table: string) => post<TableInfo>(`/tables/${id(table)}/leave`),
  rematch: (table: string) => post<TableInfo>(`/tables/${id(table)}/rematch`),
  branch: (table: string, wish: { step: number; seat?: number | null; bot?: string }) =>
    post<TableInfo>(`/tables/${id(table)}/branch`, wish),
  record: (table: string) => get<string>(`/tables/${id(table)}/record`),
  upload: (record: string, bot: string | null) =>
    post<TableInfo>("/records", { record, edition: null, bot }),

  log: (table: string, seat: number | null) =>
    get<Schemas["Log"]>(`/tables/${id(table)}/log${asSeat(seat)}`),
  history: (table: string, step: number, seat: number | null) =>
    get<Position>(`/tables/${id(table)}/history/${step}${asSeat(seat)}`),
  previews: (table: string, seat: number | null) =>
    get<Schemas["Previews"]>(`/tables/${id(table)}/previews${asSeat(seat)}`),
  preview: (table: string, action: number) =>
    get<Preview>(`/tables/${id(table)}/previews/${action}`),
  review: (table: string) => post<Review>(`/tables/${id(table)}/review`),
  hint: (table: string) => post<Hint>(`/tables/${id(table)}/hint`),
  analysis: (table: string) => get<AnalysisState>(`/tables/${id(table)}/analysis`),
  analyse: (table: string) => post<AnalysisState>(`/tables/${id(table)}/analysis`),
  result: (table: string) => get<Result>(`/tables/${id(table)}/result`),
};

function asSeat(seat: number | null): string {
  return seat === null ? "" : `?seat=${seat}`;
}
