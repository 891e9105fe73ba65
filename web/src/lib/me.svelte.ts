/** The person at this browser, as the server knows them. */

import { api } from "../api/client.ts";

class Myself {
  name = $state("");
  known = $state(false);

  async load(): Promise<void> {
    const me = await api.me();
    // Somebody unknown is a guest in every language.
    this.name = me.known ? me.name : "";
    this.known = me.known;
  }

  async rename(name: string): Promise<void> {
    const me = await api.rename(name);
    this.name = me.name;
    this.known = true;
  }
}

export const me = new Myself();
