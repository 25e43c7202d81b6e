/** What somebody prefers on this device: language, theme, motion, sound, notifications, opponents. Kept in local storage. */
import type { Choice } from "./net/games";

export type Language = "en" | "de";

interface Kept {
  language: Language;
  theme: "system" | "light" | "dark";
  motion: "system" | "off";
  sound: boolean;
  notify: boolean;
  numbers: boolean; // names of spaces and chances, written on the boards
  play: Record<string, Partial<Choice>>; // by game: what *Play now* sits down to
}

const KEY = "motherlode";
const DEFAULTS: Kept = {
  language: typeof navigator !== "undefined" && navigator.language?.startsWith("de") ? "de" : "en",
  theme: "system",
  motion: "system",
  sound: false,
  notify: false,
  numbers: false,
  play: {},
};

function read(): Kept {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return DEFAULTS; // storage that is closed to us or full of something else
  }
}

export const settings: Kept = $state(read());

/** Whether things may move. */
export function isCalm(): boolean {
  return settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Change something, show it and keep it. */
export function change(changes: Partial<Kept>): void {
  Object.assign(settings, changes);
  show();
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // it holds until the page is closed
  }
}

/** Theme, motion and language on the root element, where style sheets and screen readers look. */
export function show(): void {
  const root = document.documentElement;
  root.lang = settings.language;
  if (settings.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  if (settings.motion === "system") delete root.dataset.motion;
  else root.dataset.motion = settings.motion;
}
