/** The server's interface for accounts, profiles, friends and invitations. */

import { language } from "../i18n/language.ts";
import { call } from "./client.ts";
import type {
  AccountInfo,
  Friends,
  Profile,
  Schemas,
  SignedIn,
  SignUpRules,
  TableInfo,
} from "./types.ts";

const id = encodeURIComponent;
const get = <T>(path: string): Promise<T> => call<T>("GET", path);
const post = <T = undefined>(path: string, body: unknown = {}): Promise<T> =>
  call<T>("POST", path, body);
const put = (path: string, body: unknown): Promise<undefined> => call("PUT", path, body);
const drop = (path: string, body?: unknown): Promise<undefined> => call("DELETE", path, body);

/** What the server's `PasskeyOptions` hold, as browsers declare it. */
type CreationOptions = { options: PublicKeyCredentialCreationOptionsJSON };
type RequestOptions = { options: PublicKeyCredentialRequestOptionsJSON };

export const accounts = {
  rules: () => get<SignUpRules>("/account/rules"),
  mine: () => get<AccountInfo>("/account"),
  signUp: (wish: {
    name: string;
    password?: string;
    passkey?: unknown;
    email?: string | null;
    invite?: string | null;
  }) => post<SignedIn>("/account", wish),
  signIn: (name: string, password: string) =>
    post<SignedIn>("/account/sign-in", { name, password }),
  signInOptions: () => post<RequestOptions>("/account/sign-in/passkey-options"),
  signInByPasskey: (passkey: unknown) => post<SignedIn>("/account/sign-in/passkey", { passkey }),
  signOut: () => post("/account/sign-out"),
  bring: (ticket: string) => post<Schemas["BroughtTables"]>("/account/bring", { ticket }),
  askReset: (name: string) =>
    post("/account/reset", { name, language: language === "de" ? "de" : "en" }),
  reset: (link: string, password: string) =>
    post<SignedIn>("/account/reset/password", { link, password }),

  endSignIn: (signIn: string) => drop(`/account/sign-ins/${id(signIn)}`),
  endOthers: () => drop("/account/sign-ins"),
  setListed: (listed: boolean) => put("/account/listed", { listed }),
  setEmail: (email: string | null, password: string | null) =>
    put("/account/email", { email, password }),
  setPassword: (password: string | null, fresh: string | null) =>
    put("/account/password", { password, new: fresh }),
  passkeyOptions: (name: string | null) =>
    post<CreationOptions>("/account/passkey-options", { name }),
  addPasskey: (passkey: unknown, name: string) => post("/account/passkeys", { passkey, name }),
  removePasskey: (key: string, password: string | null) =>
    drop(`/account/passkeys/${id(key)}`, { password }),
  remove: (password: string | null) => drop("/account", { password }),

  invites: () => get<Schemas["Invites"]>("/account/invites"),
  newInvite: (uses: number) => post<Schemas["NewInvite"]>("/account/invites", { uses }),
  takeBackInvite: (invite: string) => drop(`/account/invites/${id(invite)}`),
};

export const people = {
  profile: (name: string | null) =>
    get<Profile>(name === null ? "/me/profile" : `/people/${id(name)}`),
  ranking: (game: string) => get<Schemas["Ranking"]>(`/ranking/${id(game)}`),

  friends: () => get<Friends>("/friends"),
  befriend: (name: string) => post<Schemas["FriendAnswer"]>("/friends", { name }),
  part: (name: string) => drop(`/friends/${id(name)}`),
  newLink: () => post<Schemas["FriendLink"]>("/friend-links"),
  useLink: (link: string) => post<Schemas["FriendAnswer"]>("/friend-links/use", { link }),

  blocks: () => get<Schemas["Blocks"]>("/blocks"),
  block: (name: string) => post("/blocks", { name }),
  unblock: (block: string) => drop(`/blocks/${id(block)}`),

  invitations: () => get<Schemas["Invitations"]>("/me/invitations"),
  invite: (table: string, name: string) => post(`/tables/${id(table)}/invitations`, { name }),
  letCoach: (table: string, wish: { name: string } | { offer: number }) =>
    post<TableInfo>(`/tables/${id(table)}/coaches`, wish),
  offerToCoach: (table: string, seat: number) =>
    post<TableInfo>(`/tables/${id(table)}/coaches/offers`, { seat }),
  endCoach: (table: string, coach: number) => drop(`/tables/${id(table)}/coaches/${coach}`),
  coaching: () => get<Schemas["Tables"]>("/me/coaching"),
  decline: (table: string) => drop(`/me/invitations/${id(table)}`),
};
