/**
 * Message files: texts in ICU's message format, one JSON file per language with the same keys.
 * English is always there; another language is loaded when it is the one the page speaks.
 */

import { IntlMessageFormat } from "intl-messageformat";
import { language, type Language } from "./language.ts";

export type Values = Record<string, string | number>;

/** The files of further languages; each must have every key of the English one. */
export type Others<T> = Record<Exclude<Language, "en">, () => Promise<{ default: T }>>;

export interface Messages<T> {
  /** Every message as it stands in the file; those without arguments can be shown as they are. */
  texts: T;
  /** A message with its arguments filled in; keys are joined with dots. */
  say: (key: string, values: Values) => string;
}

export async function load<T>(english: T, others: Others<T>): Promise<Messages<T>> {
  const texts = language === "en" ? english : (await others[language]()).default;
  const formats = new Map<string, IntlMessageFormat>();
  const say = (key: string, values: Values): string => {
    let format = formats.get(key);
    if (!format) {
      format = new IntlMessageFormat(lookUp(texts, key), language, undefined, { ignoreTag: true });
      formats.set(key, format);
    }
    return format.format(values) as string;
  };
  return { texts, say };
}

function lookUp(tree: unknown, key: string): string {
  let value = tree;
  for (const part of key.split(".")) value = (value as Record<string, unknown>)[part];
  if (typeof value !== "string") throw new Error(`There is no message ${key}.`);
  return value;
}

/** `T` with everything that `F` names replaced. */
type Replaced<T, F> = {
  [K in keyof T | keyof F]: K extends keyof F
    ? F[K] extends (...values: never[]) => unknown
      ? F[K]
      : K extends keyof T
        ? Replaced<T[K], F[K]>
        : F[K]
    : K extends keyof T
      ? T[K]
      : never;
};

/** The texts, with functions in place of the messages that take arguments. */
export function withFunctions<T extends object, F extends object>(
  texts: T,
  functions: F,
): Replaced<T, F> {
  const result: Record<string, unknown> = Object.fromEntries(Object.entries(texts));
  for (const [key, value] of Object.entries(functions)) {
    const text = result[key];
    const inner = typeof value === "object" && typeof text === "object";
    result[key] = inner ? withFunctions(text as object, value as object) : value;
  }
  return result as Replaced<T, F>;
}

/** A part of a message file as a table that can be asked for any name. */
export function table(texts: Record<string, string>): (name: string) => string | undefined {
  return (name) => (Object.hasOwn(texts, name) ? texts[name] : undefined);
}
