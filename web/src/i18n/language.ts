/** Which language the page speaks: the person's choice, else the browser's, else English. */

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;

export type Language = keyof typeof LANGUAGES;

const KEY = "sandtable.language";

function isLanguage(name: string): name is Language {
  return name in LANGUAGES;
}

/** What the person chose in the settings; null: as the browser. */
export function chosenLanguage(): Language | null {
  try {
    const name = localStorage.getItem(KEY) ?? "";
    return isLanguage(name) ? name : null;
  } catch {
    return null;
  }
}

/** Keep a choice and show the page anew: every text on it changes. */
export function chooseLanguage(name: Language | null): void {
  try {
    if (name) localStorage.setItem(KEY, name);
    else localStorage.removeItem(KEY);
  } catch {
    return; // a browser that keeps nothing stays with its own language
  }
  location.reload();
}

function ofTheBrowser(): Language | null {
  for (const wanted of navigator.languages ?? []) {
    const name = wanted.slice(0, 2).toLowerCase();
    if (isLanguage(name)) return name;
  }
  return null;
}

export const language: Language = chosenLanguage() ?? ofTheBrowser() ?? "en";
