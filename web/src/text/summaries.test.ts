import { expect, it } from "vitest";
import { SUMMARIES } from "./summaries";

const rulebooks = import.meta.glob<string>("../../../src/motherlode/games/*/RULES.md", { eager: true, query: "?raw", import: "default" });

it("has a summary of every game, and cites rules that there are", () => {
  const games = Object.entries(rulebooks).map(([path, text]) => [path.split("/").at(-2)!, text] as const);
  expect(Object.keys(SUMMARIES).sort()).toEqual(games.map(([game]) => game).sort());
  for (const [game, text] of games) {
    for (const { words, rules } of SUMMARIES[game]) {
      expect(rules.length, words.en).toBeGreaterThan(0);
      for (const rule of rules) expect(text, `${game} ${rule}`).toContain(`**${rule}**`);
    }
  }
});
