/** Every word of the client is in this folder: `shell.ts` for pages, one file for each game, English beside German. */
import { settings, type Language } from "../settings.svelte";
import { shell } from "./shell";

/** A text in every language. `{name}` is filled in. */
export type Text = Record<Language, string>;

/** The text in the language of the page, with its gaps filled. */
export function say(text: Text, gaps: Record<string, string | number> = {}): string {
  return text[settings.language].replace(/\{(\w+)\}/g, (whole, name: string) => String(gaps[name] ?? whole));
}

/** One of two texts by a number: `{n}` is the number. */
export function count(one: Text, many: Text, number: number): string {
  return say(number === 1 ? one : many, { n: number });
}

export { shell };
