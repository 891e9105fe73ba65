/** Whether the browser has a network. */

class Online {
  lost = $state(!navigator.onLine);
  /** The page was opened without a network: there is nothing to show yet. */
  never = $state(!navigator.onLine);

  constructor() {
    addEventListener("offline", () => (this.lost = true));
    addEventListener("online", () => (this.lost = this.never = false));
  }
}

export const online = new Online();
