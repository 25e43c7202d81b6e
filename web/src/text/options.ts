/** The options that most people want, in words; the others show the engine's own. */
import type { Text } from "./index";

export const OPTIONS: Record<string, Record<string, Text & { choices?: Record<string, Text> }>> = {
  madcap: {
    games: { en: "Games in the match", de: "Spiele der Partie" },
    nuggets: { en: "Or play until somebody has so many nuggets", de: "Oder bis jemand so viele Nuggets hat" },
    fair_rolls: { en: "Only rolls that are even", de: "Nur ausgeglichene Würfe" },
    levels: { en: "Levels of the mine", de: "Ebenen des Bergwerks" },
  },
  minecart_mayhem: {
    duel: { en: "A longer game for two", de: "Ein längeres Spiel zu zweit" },
    rails: { en: "Rails in each lane", de: "Gleise je Spur" },
    hand: { en: "Cards in hand", de: "Handkarten" },
    lanes: { en: "Lanes", de: "Spuren" },
  },
  madstone: {
    crystals: { en: "Crystals to begin with", de: "Kristalle zu Beginn" },
    basic_actions: { en: "Actions in a turn", de: "Aktionen je Zug" },
    darkness_cards: { en: "Darkness Falls cards", de: "Karten „Dunkelheit“" },
  },
  trap_the_cap: {
    game: {
      en: "Game",
      de: "Spiel",
      choices: {
        basic: { en: "Trap the Cap", de: "Fang den Hut" },
        team: { en: "Teams", de: "Teams" },
        total: { en: "Total team play", de: "Volles Teamspiel" },
        tower: { en: "Trap the Tower", de: "Fang den Turm" },
        golden: { en: "The Golden Cap", de: "Der Goldene Hut" },
      },
    },
    ending: {
      en: "Who wins",
      de: "Wer gewinnt",
      choices: {
        usual: { en: "as usual for the game", de: "wie im Spiel üblich" },
        most: { en: "most captives", de: "die meisten Gefangenen" },
        last: { en: "the last one left", de: "wer übrig bleibt" },
        fewest: { en: "the fewest lost", de: "die wenigsten verloren" },
        golden: { en: "whoever brings the Golden Cap home", de: "wer den Goldenen Hut heimbringt" },
      },
    },
    caps: { en: "Caps of each player", de: "Hüte je Person" },
  },
  rockport_caverns: {
    map: { en: "Map", de: "Karte" },
    set: { en: "Set of maps", de: "Kartensatz" },
    drawn: { en: "A cavern drawn by chance, by its number; 0: the map", de: "Eine zufällig gezeichnete Höhle, nach Nummer; 0: die Karte" },
    character: { en: "Character card", de: "Personenkarte" },
    rocks: {
      en: "Rocks",
      de: "Felsen",
      choices: { easy: { en: "easy", de: "leicht" }, medium: { en: "medium", de: "mittel" }, hard: { en: "hard", de: "schwer" } },
    },
    water: {
      en: "Water",
      de: "Wasser",
      choices: { easy: { en: "easy", de: "leicht" }, medium: { en: "medium", de: "mittel" }, hard: { en: "hard", de: "schwer" } },
    },
    bear: { en: "A bear wanders about", de: "Ein Bär streift umher" },
  },
};
