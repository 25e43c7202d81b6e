/** What this browser remembers of reviews: the summary of each match that was reviewed here, where the server tells none. */
import type { Text } from "../text";

const KEY = "motherlode-reviews";
const MOST = 200; // the latest

function read(): Record<string, Text> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Text>;
  } catch {
    return {}; // storage that is closed to us or full of something else
  }
}

export const recallSummary = (table: string): Text | null => read()[table] ?? null;

export function keepSummary(table: string, summary: Text): void {
  const all = Object.entries(read()).filter(([each]) => each !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...all.slice(1 - MOST), [table, summary]])));
  } catch {
    // it is told again when the review is opened
  }
}
