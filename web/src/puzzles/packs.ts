/**
 * Puzzles without a network: those of the pack that was kept, judged here. First answers are kept too, and told when
 * there is a network again; the server counts them then.
 */
import { get, send, Refusal, type PackedPuzzle, type PuzzlePack, type PuzzleTheme } from "../net/api";
import type { Language } from "../settings.svelte";

/** An answer that the server has not heard of; no action: somebody looked at the solution. */
export interface Answer {
  game: string;
  puzzle: string;
  action: number | null;
}

const KEY = "motherlode-answers";
const MOST_WAITING = 200;
const LATER = new Set(["offline", "server/rate", "server/stopping", "store/away", "game/preparing"]); // told once more

/** The kept puzzles of a game. */
export const packOf = (game: string, language: Language): Promise<PuzzlePack> => get<PuzzlePack>(`/games/${encodeURIComponent(game)}/puzzles/pack?language=${language}`);

/** The next puzzle: the easiest of its theme that was not answered here; if all were, the one after the last. */
export function chooseNext(pack: PuzzlePack, theme: string, answered: ReadonlySet<string>, last: string): PackedPuzzle | undefined {
  const fitting = pack.puzzles.filter(({ shown }) => !theme || shown.theme.name === theme);
  const after = fitting.findIndex(({ shown }) => shown.id === last) + 1;
  return fitting.find(({ shown }) => shown.id !== last && !answered.has(shown.id)) ?? fitting[after % Math.max(1, fitting.length)];
}

/** What the puzzles of a pack are about. */
export function themesOf(pack: PuzzlePack): PuzzleTheme[] {
  const themes = new Map(pack.puzzles.map(({ shown }) => [shown.theme.name, { ...shown.theme, puzzles: 0 }]));
  for (const { shown } of pack.puzzles) themes.get(shown.theme.name)!.puzzles++;
  return [...themes.values()];
}

/** The answers that wait, with one more unless it is not the first to its puzzle. */
export function withAnswer(waiting: readonly Answer[], answer: Answer): readonly Answer[] {
  const isFirst = !waiting.some(({ game, puzzle }) => game === answer.game && puzzle === answer.puzzle);
  return isFirst ? [...waiting, answer].slice(-MOST_WAITING) : waiting;
}

export function waiting(): readonly Answer[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Answer[]) : [];
  } catch {
    return []; // storage that is closed to us or full of something else
  }
}

function store(answers: readonly Answer[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(answers));
  } catch {
    // the answer does not count, and nothing else is lost
  }
}

export const keepAnswer = (answer: Answer): void => store(withAnswer(waiting(), answer));

let telling: Promise<void> = Promise.resolve();

/** Tell the server what was answered without a network, in that order; what it refuses is dropped. */
export function tellAnswers(): Promise<void> {
  telling = telling.then(async () => {
    for (;;) {
      const [answer] = waiting();
      if (!answer) return;
      const path = `/games/${encodeURIComponent(answer.game)}/puzzles/${encodeURIComponent(answer.puzzle)}`;
      try {
        await (answer.action === null ? send("POST", `${path}/solution`) : send("POST", `${path}/tries`, { action: answer.action }));
      } catch (error) {
        if (!(error instanceof Refusal) || LATER.has(error.code)) return;
      }
      store(waiting().filter(({ game, puzzle }) => game !== answer.game || puzzle !== answer.puzzle));
    }
  });
  return telling;
}
