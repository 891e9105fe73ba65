/** The person at this browser, as the server knows them. */

import { api } from "../api/client.ts";
import type { Me } from "../api/types.ts";

class Myself {
  name = $state("");
  known = $state(false);
  account = $state(false);
  admin = $state(false);

  async load(): Promise<void> {
    this.become(await api.me());
  }

  async rename(name: string): Promise<void> {
    this.become(await api.rename(name));
  }

  /** Somebody has signed in or out. */
  become(me: Me): void {
    // Somebody unknown is a guest in every language.
    this.name = me.known ? me.name : "";
    this.known = me.known;
    this.account = me.account;
    this.admin = me.admin;
  }
}

export const me = new Myself();
