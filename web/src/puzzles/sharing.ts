/** What is told of a day without giving anything away, and how long it still lasts. */
import type { Day } from "../net/api";

const RIGHT = "🟩";
const WRONG = "🟥";

/** Lines to send to others: game, day, marks, days in a row, where to play; nothing of what was asked. */
export function shareText(day: Day, title: string, streak: string, address: string): string {
  const marks = day.marks.map((mark) => (mark ? RIGHT : WRONG)).join("");
  const count = day.kind === "puzzles" ? ` ${day.marks.filter(Boolean).length}/${day.puzzles.length}` : "";
  const lines = [`Motherlode · ${title} · ${day.date}`, `${marks}${count}${day.streak > 1 ? ` · ${streak}` : ""}`, address];
  return lines.join("\n");
}

/** Hours, minutes and seconds until a moment: `5:07:09`. */
export function timeLeft(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const pad = (number: number): string => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}
