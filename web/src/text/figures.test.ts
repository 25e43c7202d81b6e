import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FIGURE_WORDS, NEEDED } from "./figures";

it.each(Object.keys(FIGURE_WORDS))("%s: every rule that needs an example has a figure, drawn and told in every language", (game) => {
  const needed = Object.values(NEEDED[game]).flat();
  expect(Object.keys(FIGURE_WORDS[game]).toSorted()).toEqual(needed.toSorted());
  const rules = readFileSync(`../src/motherlode/games/${game}/RULES.md`, "utf8");
  const drawn = readFileSync(`src/games/${game}/Figures.svelte`, "utf8");
  for (const number of needed) {
    expect(rules).toContain(number.includes(".") ? `**${number}**` : `## ${number} `);
    expect(drawn).toMatch(new RegExp(`^ {4}"?${number.replace(".", "\\.")}"?: \\w+,$`, "m"));
    expect(Object.values(FIGURE_WORDS[game][number]).every(Boolean)).toBe(true);
  }
});
