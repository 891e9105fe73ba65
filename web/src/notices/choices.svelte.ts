/** What I have chosen about notices, as the server keeps it. */

import { api, ApiError } from "../api/client.ts";
import type { NoticeChoices, NoticeSettings } from "../api/types.ts";
import { t } from "../i18n/index.ts";
import { language } from "../i18n/language.ts";

export class Choices {
  settings = $state.raw<NoticeSettings | null>(null);
  problem = $state("");
  said = $state("");

  async load(): Promise<void> {
    await this.attempt(async () => (this.settings = await api.notices()), "");
  }

  private last: Promise<unknown> = Promise.resolve();

  /** Change something and keep it at once; one change after the other, so that none is lost. */
  change(change: Partial<NoticeChoices>): Promise<boolean> {
    const next = this.last.then(() => this.keep(change));
    this.last = next;
    return next;
  }

  private async keep(change: Partial<NoticeChoices>): Promise<boolean> {
    const now = this.settings;
    if (!now) return false;
    const { kinds, push, email, webhook, webhook_url, webhook_format, quiet } = now;
    const wish: NoticeChoices = {
      ...{ kinds, push, email, webhook, webhook_url, webhook_format, quiet, language },
      ...change,
    };
    return this.attempt(async () => (this.settings = await api.setNotices(wish)), t.notices.saved);
  }

  /** Do something on the server, and say how it went. */
  async attempt(work: () => Promise<unknown>, success: string): Promise<boolean> {
    this.problem = this.said = "";
    try {
      await work();
      this.said = success;
      return true;
    } catch (failure) {
      this.problem = failure instanceof ApiError ? failure.message : t.notices.failed;
      return false;
    }
  }
}

/** Minutes of the day as an input of type time has them, and back. */
export function asTime(minutes: number): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

export function asMinutes(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}
