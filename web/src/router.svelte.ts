/** Where we are: paths of the browser's history. */

export type Route =
  | { page: "start" }
  | { page: "new"; game: string | null }
  | { page: "table"; id: string }
  | { page: "join"; code: string }
  | { page: "learn"; game: string }
  | { page: "rules"; game: string }
  | { page: "scores" }
  | { page: "about" }
  | { page: "notices" }
  | { page: "challenges" }
  | { page: "admin" }
  | { page: "noticeLink"; action: "confirm" | "stop"; token: string }
  | { page: "sign-in" }
  | { page: "sign-up" }
  | { page: "reset" }
  | { page: "account" }
  | { page: "profile"; name: string | null }
  | { page: "people" }
  | { page: "ranking" }
  | { page: "lost" };

const SINGLE = ["sign-in", "sign-up", "reset", "account", "people", "ranking"] as const;

export function parse(path: string, search: string): Route {
  let parts: string[];
  try {
    parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return { page: "lost" }; // a % that stands for no character
  }
  const [first, second] = parts;
  if (parts.length === 0) return { page: "start" };
  if (first === "new" && parts.length === 1) {
    return { page: "new", game: new URLSearchParams(search).get("game") };
  }
  if (first === "table" && second && parts.length === 2) return { page: "table", id: second };
  if (first === "join" && second && parts.length === 2) return { page: "join", code: second };
  if (first === "learn" && second && parts.length === 2) return { page: "learn", game: second };
  if (first === "rules" && second && parts.length === 2) return { page: "rules", game: second };
  if (first === "scores" && parts.length === 1) return { page: "scores" };
  if (first === "about" && parts.length === 1) return { page: "about" };
  if (first === "challenges" && parts.length === 1) return { page: "challenges" };
  if (first === "admin" && parts.length === 1) return { page: "admin" };
  if (first === "notices" && parts.length === 1) return { page: "notices" };
  if (first === "notices" && (second === "confirm" || second === "stop") && parts.length === 3) {
    return { page: "noticeLink", action: second, token: parts[2]! };
  }
  if (parts.length === 1) {
    if (first === "profile") return { page: "profile", name: null };
    const single = SINGLE.find((page) => page === first);
    if (single) return { page: single };
  }
  if (first === "people" && second && parts.length === 2) return { page: "profile", name: second };
  return { page: "lost" };
}

class Router {
  route: Route = $state({ page: "start" });

  constructor() {
    this.read();
    addEventListener("popstate", () => this.read());
  }

  private read(): void {
    this.route = parse(location.pathname, location.search);
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.read();
    if (!replace) scrollTo(0, 0);
  }

  /** Change what the address says about the page, without leaving it. */
  note(name: string, value: string | null): void {
    const url = new URL(location.href);
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    history.replaceState(null, "", url);
  }
}

export const router = new Router();

/** Clicks on links inside the page change the page without loading it anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || url.pathname.startsWith("/api")) return;
  event.preventDefault();
  router.go(url.pathname + url.search + url.hash);
}
