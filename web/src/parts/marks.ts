/** The marks of rules: where each comes from. RULES.md writes them as `*text*`, `*ruling*` and `*made*`, in the middle of a rule too. */
import { settings } from "../settings.svelte";
import { say, shell, type Text } from "../text";

export type Mark = "text" | "ruling" | "made";

export const MARKS: Record<Mark, { name: Text; meaning: Text }> = {
  text: { name: shell.markText, meaning: shell.markTextMeaning },
  ruling: { name: shell.markRuling, meaning: shell.markRulingMeaning },
  made: { name: shell.markMade, meaning: shell.markMadeMeaning },
};

const MARK = /<em>(text|ruling|made)<\/em>/g;
const KEY = /<p>(?:The mark at the end of a rule|Das Zeichen am Ende einer Regel) [^]*?<\/p>\s*/;

/** A rule whose marks are signs, with their names in the language of the page. */
export const drawMarks = (html: string): string =>
  html.replace(MARK, (_, mark: Mark) => `<span class="mark-of ${mark}" lang="${settings.language}">${say(MARKS[mark].name)}</span>`);

/** What stands before the rules, without the paragraph on marks: the page explains them itself. */
export const withoutKey = (html: string): string => html.replace(KEY, "");
