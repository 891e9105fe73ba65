import { t } from "../i18n/index.ts";

/** Lines of an explanation, with the reason why the thing cannot be chosen now below them. */
export function withReason(lines: string[], why: string | undefined): string {
  return [...lines, why ? `${t.table.notNow} ${why}` : ""].filter(Boolean).join("\n");
}
