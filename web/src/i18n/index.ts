/**
 * The texts of the page, from `en.json`, `de.json` and so on. A message with arguments has a line
 * here that names them; what the games say (cards, questions, log) comes from the server.
 */

import en from "./en.json";
import { language } from "./language.ts";
import { load, table, withFunctions } from "./messages.ts";

const { texts, say } = await load(en, { de: () => import("./de.json") });

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const strength = table(texts.bots.strength);
const about = table(texts.bots.about);
const pacing = table(texts.profile.paces);
const refused = table(texts.errors.codes);

export const t = withFunctions(texts, {
  errors: {
    answer: (status: number) => say("errors.answer", { status }),
    /** A refusal of the server, which says why in English only. */
    refusal: (code: string, message?: string) =>
      (language === "en" && message) || (refused(code) ?? message ?? texts.errors.codes.internal),
  },
  me: {
    hello: (name: string) => say("me.hello", { name }),
  },
  account: {
    bringHelp: (name: string, n: number) => say("account.bringHelp", { name, n }),
    passkeyUsed: (date: string) => say("account.passkeyUsed", { date }),
    seen: (date: string) => say("account.seen", { date }),
    endOne: (device: string) => say("account.endOne", { device }),
    inviteLeft: (n: number, date: string) => say("account.inviteLeft", { n, date }),
  },
  profile: {
    title: (name: string) => say("profile.title", { name }),
    since: (date: string) => say("profile.since", { date }),
    games: (n: number) => say("profile.games", { n }),
    wins: (n: number) => say("profile.wins", { n }),
    ratingValue: (rating: number, uncertainty: number) =>
      say("profile.ratingValue", { rating: String(rating), uncertainty }),
    paces: (pace: string | null) => pacing(pace ?? "none") ?? pace ?? "",
    ahead: (games: number, name: string, n: number) => say("profile.ahead", { games, name, n }),
  },
  coach: {
    yours: (n: number) => say("coach.yours", { n }),
    end: (name: string) => say("coach.end", { name }),
    friend: (name: string) => say("coach.friend", { name }),
    offer: (name: string) => say("coach.offer", { name }),
    offered: (name: string) => say("coach.offered", { name }),
    offers: (name: string) => say("coach.offers", { name }),
    of: (names: string[]) => say("coach.of", { names: names.join(", ") }),
    looking: (name: string) => say("coach.looking", { name }),
    hint: (name: string) => say("coach.hint", { name }),
    note: (kind: string, name: string, coach: string) => say("coach.note", { kind, name, coach }),
    news: (name: string) => say("coach.news", { name }),
  },
  people: {
    invites: (name: string, title: string) => say("people.invites", { name, title }),
    askDone: (name: string) => say("people.askDone", { name }),
    nowFriends: (name: string) => say("people.nowFriends", { name }),
    asksYou: (name: string) => say("people.asksYou", { name }),
    unfriend: (name: string) => say("people.unfriend", { name }),
    unblock: (name: string) => say("people.unblock", { name }),
    invite: (name: string) => say("people.invite", { name }),
    inviteDone: (name: string) => say("people.inviteDone", { name }),
    newsFriend: (name: string) => say("people.newsFriend", { name }),
    newsFriends: (name: string) => say("people.newsFriends", { name }),
  },
  settings: {
    holdFor: (seconds: number) => say("settings.holdFor", { seconds }),
  },
  start: {
    against: (bot: string) => say("start.against", { bot }),
    players: (min: number, max: number) =>
      min === max ? say("start.players", { n: min }) : say("start.playersRange", { min, max }),
    waitingFor: (name: string) => say("start.waitingFor", { name }),
    openSeats: (n: number) => say("start.openSeats", { n }),
    waiting: (n: number, game: string) => say("start.waiting", { n, game }),
    step: (n: number) => say("start.step", { n }),
    deleteAsk: (name: string) => say("start.deleteAsk", { name }),
  },
  challenges: {
    finished: (n: number) => say("challenges.finished", { n }),
    score: (n: number) => say("challenges.score", { n }),
    ladder: (game: string) => say("challenges.ladder", { game }),
    steps: (n: number, of: number) => say("challenges.steps", { n, of }),
  },
  admin: {
    backedUp: (file: string, size: string) => say("admin.backedUp", { file, size }),
    deleteAsk: (name: string) => say("admin.deleteAsk", { name }),
    copiesText: (n: number, size: string, when: string) =>
      say("admin.copiesText", { n, size, when }),
    accounts: (people: number, accounts: number) => say("admin.accounts", { people, accounts }),
    resetHelp: (name: string, when: string) => say("admin.resetHelp", { name, when }),
    deletePersonAsk: (name: string) => say("admin.deletePersonAsk", { name }),
  },
  notices: {
    emailTo: (address: string) => say("notices.emailTo", { address }),
    linkSent: (address: string) => say("notices.linkSent", { address }),
    confirmed: (address: string) => say("notices.confirmed", { address }),
  },
  learn: {
    title: (game: string) => say("learn.title", { game }),
    inMinutes: (game: string, minutes: number) => say("learn.inMinutes", { game, minutes }),
    goOn: (game: string) => say("learn.goOn", { game }),
    about: (minutes: number) => say("learn.about", { minutes }),
    puzzlesAbout: (solved: number, all: number) => say("learn.puzzlesAbout", { solved, all }),
    progress: (done: number, all: number) => say("learn.progress", { done, all }),
    solved: (points: number) => say("learn.solved", { points }),
    missed: (points: number, best: number) => say("learn.missed", { points, best }),
  },
  rules: {
    title: (game: string) => say("rules.title", { game }),
    results: (n: number) => say("rules.results", { n }),
    about: (title: string) => say("rules.about", { title }),
  },
  clock: {
    left: (name: string, time: string) => say("clock.left", { name, time }),
    littleLeft: (name: string, time: string) => say("clock.littleLeft", { name, time }),
    days: (days: number, hours: number) => say("clock.days", { days, hours }),
    upMine: (what: string) => say("clock.upMine", { what }),
    up: (name: string, what: string) => say("clock.up", { name, what }),
  },
  together: {
    replace: (name: string) => say("together.replace", { name }),
    asks: (kind: string, name: string, target: string) =>
      say("together.asks", { kind, name, target }),
    undoCount: (n: number) => say("together.undoCount", { n }),
    waiting: (names: string, until: string) => say("together.waiting", { names, until }),
    yours: (until: string) => say("together.yours", { until }),
    settled: (kind: string, outcome: string, name: string) =>
      say("together.settled", { kind, outcome, name }),
    driven: (bot: string) => say("together.driven", { bot }),
    botPlays: (bot: string) => say("together.botPlays", { bot }),
    undoHelp: (reason: string) => say("together.undoHelp", { reason }),
    note: (kind: string, name: string) => say("together.note", { kind, name }),
  },
  plan: {
    outlookStop: (n: number, why: string) => say("plan.outlookStop", { n, why }),
    stopped: (n: number, step: string, why: string) => say("plan.stopped", { n, step, why }),
    stoppedAfter: (why: string) => say("plan.stoppedAfter", { why }),
    why: (reason: string) => say("plan.why", { reason }),
  },
  chat: {
    unread: (n: number) => say("chat.unread", { n }),
    more: (name: string) => say("chat.more", { name }),
  },
  new: {
    clock: {
      preset: (name: string, bank: string, increment: string) =>
        say("new.clock.preset", { name, bank, increment }),
    },
    seat: (n: number) => say("new.seat", { n }),
    kind: (n: number) => say("new.kind", { n }),
    name: (n: number) => say("new.name", { n }),
    bot: (n: number) => say("new.bot", { n }),
    editionGood: (name: string) => say("new.editionGood", { name }),
  },
  join: {
    sits: (names: string) => say("join.sits", { names }),
    seat: (n: number) => say("join.seat", { n }),
  },
  bots: {
    name: (bot: string) => say("bots.name", { bot: strength(bot) ?? capital(bot) }),
    strength: (bot: string) => strength(bot) ?? capital(bot),
    about: (bot: string) => about(bot) ?? "",
    rated: (rating: number) => say("bots.rated", { rating }),
    stronger: (bot: string) => say("bots.stronger", { bot: strength(bot) ?? capital(bot) }),
  },
  table: {
    turnOf: (name: string) => say("table.turnOf", { name }),
    waitFor: (name: string) => say("table.waitFor", { name }),
    thinks: (name: string) => say("table.thinks", { name }),
    waitsToThink: (name: string) => say("table.waitsToThink", { name }),
    thinkingFor: (seconds: number) => say("table.thinkingFor", { seconds }),
    thinkingOf: (seconds: number, limit: number) => say("table.thinkingOf", { seconds, limit }),
    undoNo: (reason: string) => say("table.undoNo", { reason }),
    restartHelp: (n: number) => say("table.restartHelp", { n }),
    hintPoints: (points: number) => say("table.hintPoints", { points }),
    hintChance: (chance: number) => say("table.hintChance", { chance }),
    hintThen: (texts: string[]) => say("table.hintThen", { texts: texts.join(", ") }),
    choicesCount: (n: number) => say("table.choicesCount", { n }),
    seatOf: (name: string) => say("table.seatOf", { name }),
    spectators: (n: number) => say("table.spectators", { n }),
    curtain: (name: string) => say("table.curtain", { name }),
    curtainGo: (name: string) => say("table.curtainGo", { name }),
    nowPlays: (name: string) => say("table.nowPlays", { name }),
    notifyBody: (title: string) => say("table.notifyBody", { title }),
    titleTurn: (title: string) => say("table.titleTurn", { title }),
    movePanel: (name: string) => say("table.movePanel", { name }),
    enlargePanel: (name: string) => say("table.enlargePanel", { name }),
  },
  thinking: {
    considers: (name: string) => say("thinking.considers", { name }),
  },
  practice: {
    undoHelp: (reason: string) => say("practice.undoHelp", { reason }),
  },
  review: {
    title: (turn: number) => say("review.title", { turn }),
  },
  plain: {
    area: (name: string) => say("plain.area", { name }),
  },
  log: {
    turn: (n: number) => say("log.turn", { n }),
    details: (n: number) => say("log.details", { n }),
  },
  history: {
    at: (step: number, last: number) => say("history.at", { step, last }),
    branchOf: (step: number) => say("history.branchOf", { step }),
  },
  preview: {
    left: (amount: number) => say("preview.left", { amount }),
    points: (n: number) => say("preview.points", { n }),
    connects: (a: string, b: string) => say("preview.connects", { a, b }),
  },
  end: {
    won: (names: string) => say("end.won", { names }),
    shared: (names: string) => say("end.shared", { names }),
    chartTurn: (turn: number) => say("end.chartTurn", { turn }),
  },
  analysis: {
    habitCost: (times: number, points: number) => say("analysis.habitCost", { times, points }),
    sourcesSearch: (n: number) => say("analysis.sourcesSearch", { n }),
    running: (done: number, total: number) => say("analysis.running", { done, total }),
    turn: (n: number) => say("analysis.turn", { n }),
    lostChance: (part: number) => say("analysis.lostChance", { part }),
    lostPoints: (n: number) => say("analysis.lostPoints", { n }),
    fromTo: (before: string, after: string) => say("analysis.fromTo", { before, after }),
    percent: (part: number) => say("analysis.percent", { part }),
    value: (n: number) => say("analysis.value", { n }),
    remark: (name: string, played: string, better: string) =>
      say("analysis.remark", { name, played, better }),
  },
});

export type Texts = typeof t;
