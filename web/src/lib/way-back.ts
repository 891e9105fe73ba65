/** Where somebody wanted to go before they had to sign in. */

const KEY = "sandtable.way-back";

export function keepWayBack(path: string): void {
  sessionStorage.setItem(KEY, path);
}

export function takeWayBack(): string {
  const path = sessionStorage.getItem(KEY) ?? "/";
  sessionStorage.removeItem(KEY);
  return path;
}
