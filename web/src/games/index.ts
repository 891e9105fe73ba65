/** The games the client can draw; each is loaded when its table is opened. */

import { t } from "../i18n/index.ts";
import type { GameModule } from "./types.ts";

const LOADERS: Record<string, () => Promise<GameModule>> = {
  faiyum: async () => (await import("./faiyum/index.ts")).faiyum,
  resafa: async () => (await import("./resafa/index.ts")).resafa,
};

export function loadGame(name: string): Promise<GameModule> {
  const loader = LOADERS[name];
  if (!loader) return Promise.reject(new Error(t.errors.unknownGame(name)));
  return loader();
}
