/** The bots by the names people know them under. */
import type { Text } from "./index";

export const BOTS: Record<string, Text> = {
  random: { en: "Random, blind luck", de: "Random, blindes Glück" },
  pebble: { en: "Pebble, a beginner", de: "Pebble, Anfänger" },
  prospector: { en: "Prospector, easy-going", de: "Prospector, gemütlich" },
  greedy: { en: "Greedy, takes what is there", de: "Greedy, nimmt, was da ist" },
  foreman: { en: "Foreman, strong", de: "Foreman, stark" },
  mastermind: { en: "Mastermind, very strong", de: "Mastermind, sehr stark" },
  exact: { en: "Exact, never errs", de: "Exact, irrt nie" },
};
