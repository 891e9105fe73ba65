/** What is said at a table. */

import { api, ApiError } from "../api/client.ts";
import type { ChatMessage } from "../api/types.ts";

export class Chat {
  messages: ChatMessage[] = $state.raw([]);
  /** Said by others while the chat was closed. */
  unread = $state(0);
  open = $state(false);
  problem = $state("");
  private muted = new Set<string>();

  constructor(readonly id: string) {}

  async load(): Promise<void> {
    try {
      const { messages } = await api.chat(this.id);
      this.muted = new Set(messages.filter((one) => one.muted).map((one) => one.author));
      this.messages = messages;
    } catch {
      // The table says when the line is bad; what is said comes with the next message.
    }
  }

  hear(message: ChatMessage, mine: boolean): void {
    if (this.messages.some((one) => one.number === message.number)) return;
    const muted = this.muted.has(message.author);
    this.messages = [...this.messages, { ...message, muted }];
    if (!this.open && !muted && !mine) this.unread += 1;
  }

  async say(
    wish: { text: string } | { phrase: NonNullable<ChatMessage["phrase"]> },
  ): Promise<boolean> {
    return this.attempt(async () => this.hear(await api.say(this.id, wish), true));
  }

  async mute(message: ChatMessage, muted: boolean): Promise<void> {
    const done = await this.attempt(() => api.mute(this.id, message.number, muted));
    if (!done) return;
    if (muted) this.muted.add(message.author);
    else this.muted.delete(message.author);
    this.messages = this.messages.map((one) =>
      one.author === message.author ? { ...one, muted } : one,
    );
  }

  async report(message: ChatMessage): Promise<boolean> {
    return this.attempt(() => api.report(this.id, message.number));
  }

  private async attempt(work: () => Promise<unknown>): Promise<boolean> {
    this.problem = "";
    try {
      await work();
      return true;
    } catch (failure) {
      this.problem = failure instanceof ApiError ? failure.message : String(failure);
      return false;
    }
  }
}
