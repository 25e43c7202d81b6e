// What hints would say about actions: `node tests/hints.mjs FILE`. The file has, by game, positions as the page gets them with the
// actions that are legal there, each with its path and its notation. Writes as JSON what is said of each kind of action, and what is
// wrong with it, in every language.
import { readFileSync } from "node:fs";
import { createServer } from "vite";

const WRONG = [/^\s*$/, /\.\s*\./, /[{}]/, /undefined|NaN|null|Infinity|\[object/, /\s{2,}/, /[^.!?]$/];
const played = JSON.parse(readFileSync(process.argv[2], "utf8"));
const vite = await createServer({ server: { middlewareMode: true, watch: null }, appType: "custom", logLevel: "error" });
const told = {};
const wrong = [];
try {
  const { settings } = await vite.ssrLoadModule("/src/settings.svelte.ts");
  for (const [game, positions] of Object.entries(played)) {
    const { why } = await vite.ssrLoadModule(`/src/games/${game}/why.ts`);
    for (const language of ["en", "de"]) {
      settings.language = language;
      for (const { position, actions } of positions) {
        for (const { kind, path, text } of actions) {
          const words = why(path, position, text);
          (told[`${game} ${kind} ${language}`] ??= []).push(words);
          if (WRONG.some((form) => form.test(words))) wrong.push(`${game}, ${text}, ${language}: ${JSON.stringify(words)}`);
        }
      }
    }
  }
} finally {
  await vite.close();
}
console.log(JSON.stringify({ told: Object.fromEntries(Object.entries(told).map(([kind, all]) => [kind, [...new Set(all)].slice(0, 3)])), wrong }));
