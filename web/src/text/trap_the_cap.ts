/** The words of Trap the Cap. */
import type { Text } from ".";

export const COLOURS: Record<string, Text> = {
  green: { en: "green", de: "Grün" },
  red: { en: "red", de: "Rot" },
  blue: { en: "blue", de: "Blau" },
  yellow: { en: "yellow", de: "Gelb" },
  purple: { en: "purple", de: "Lila" },
  orange: { en: "orange", de: "Orange" },
  white: { en: "white", de: "Weiß" },
  black: { en: "black", de: "Schwarz" },
  pink: { en: "pink", de: "Rosa" },
  brown: { en: "brown", de: "Braun" },
  teal: { en: "teal", de: "Türkis" },
  grey: { en: "grey", de: "Grau" },
};

export const TITLES: Record<string, Text> = {
  basic: { en: "Trap the Cap", de: "Fang den Hut" },
  team: { en: "Team play", de: "Im Team" },
  total: { en: "Total team play", de: "Ganz im Team" },
  tower: { en: "Trap the Tower", de: "Fang den Turm" },
  golden: { en: "The Golden Cap", de: "Der Goldene Hut" },
};

export const ENDINGS: Record<string, Text> = {
  most: { en: "most trapped wins", de: "wer am meisten fängt, gewinnt" },
  last: { en: "last one left wins", de: "wer übrig bleibt, gewinnt" },
  fewest: { en: "fewest trapped wins", de: "wer am wenigsten verliert, gewinnt" },
  golden: { en: "who has the Golden Cap wins", de: "wer den Goldenen Hut hat, gewinnt" },
};

export const UNITS: Record<string, Text> = {
  most: { en: "trapped", de: "gefangen" },
  fewest: { en: "still free", de: "noch frei" },
  last: { en: "free", de: "frei" },
  golden: { en: "trapped", de: "gefangen" },
};

export const trap = {
  turn: { en: "turn {n}", de: "Zug {n}" },

  // Things
  cap: { en: "{colour} {number}", de: "{colour} {number}" },
  goldenCap: { en: "the Golden Cap", de: "der Goldene Hut" },
  space: { en: "space {name}", de: "Feld {name}" },
  greySpace: { en: "grey space {name}", de: "graues Feld {name}" },
  yellowSpace: { en: "yellow space {name}", de: "gelbes Feld {name}" },
  centre: { en: "the centre", de: "die Mitte" },
  base: { en: "the base of {colour}", de: "Heimat von {colour}" },
  emptyBase: { en: "the base of {colour}, nobody plays from it", de: "Heimat von {colour}, hier spielt niemand" },
  baseInside: { en: "{base}: {free} free", de: "{base}: {free} frei" },
  baseKeeps: { en: "{base}: {free} free, keeps {kept}", de: "{base}: {free} frei, behält {kept}" },
  at: { en: "{cap} on {place}", de: "{cap}, {place}" },
  atHome: { en: "{cap}, at home", de: "{cap}, zu Hause" },
  carries: { en: "{cap}, carries {captives}", de: "{cap}, trägt {captives}" },
  traps: { en: "{place}: traps {caps}", de: "{place}: fängt {caps}" },
  turnOn: { en: "turn on {place}", de: "wenden auf {place}" },
  turnOnTraps: { en: "turn on {place} and trap {caps}", de: "wenden auf {place} und {caps} fangen" },
  bringHome: { en: "home to {base}", de: "heim zu {base}" },
  stay: { en: "Stay in the base", de: "In der Heimat bleiben" },
  throwAgain: { en: "Throw again", de: "Noch einmal würfeln" },
  stop: { en: "Stop", de: "Aufhören" },
  dieShows: { en: "{colour} threw a {face}", de: "{colour} hat eine {face} gewürfelt" },
  dieLost: { en: "{colour} threw a {face}: no move", de: "{colour} hat eine {face} gewürfelt: kein Zug" },
  whyNow: { en: "Where it stands, others trap it in about {percent} of 100 rounds.", de: "Wo er steht, wird er in etwa {percent} von 100 Runden gefangen." },
  whyRisk: { en: "There it is trapped in about {percent} of 100 rounds.", de: "Dort wird er in etwa {percent} von 100 Runden gefangen." },
  whySafe: { en: "There it is safe until you play again.", de: "Dort ist er sicher, bis du wieder spielst." },
  whyHome: { en: "What it carries is yours for good.", de: "Was er trägt, gehört dir dann für immer." },
  whyTurn1: { en: "There it traps {n} cap, and goes on.", de: "Dort fängt er {n} Hut und zieht weiter." },
  whyTurn: { en: "There it traps {n} caps, and goes on.", de: "Dort fängt er {n} Hüte und zieht weiter." },
  whyThrowNone: { en: "No number traps a cap, but a cap moves on once more.", de: "Mit keiner Zahl fängst du, aber ein Hut kommt noch einmal weiter." },
  whyThrow: { en: "With {n} of the six numbers you can trap a cap.", de: "Mit {n} der sechs Zahlen kannst du fangen." },
  whyStop: {
    en: "What you throw you must move. Safe as they stand: {safe} of {all} caps on the board.",
    de: "Was du würfelst, musst du ziehen. Sicher stehen jetzt: {safe} von {all} auf dem Brett.",
  },
  safe: { en: "safe", de: "sicher" },
  risk: { en: "risk about {percent} %", de: "Risiko etwa {percent} %" },
  trapped1: { en: "Trapped!", de: "Gefangen!" },
  trapped: { en: "{n} trapped!", de: "{n} gefangen!" },
  broughtHome1: { en: "Brought home!", de: "Heimgebracht!" },
  broughtHome: { en: "{n} brought home!", de: "{n} heimgebracht!" },
  and: { en: "{list} and {last}", de: "{list} und {last}" },

  // What to do
  chooseCap: { en: "You threw a {die}. Choose a cap.", de: "Du hast eine {die}. Wähle einen Hut." },
  chooseEnd: { en: "Choose where it ends.", de: "Wähle, wo er landet." },
  chooseOnward: { en: "It comes out again: choose where it ends.", de: "Er kommt wieder heraus: Wähle, wo er landet." },
  goldenOn: { en: "The Golden Cap goes on: trap again or end its move.", de: "Der Goldene Hut zieht weiter: noch einmal fangen oder den Zug beenden." },
  sixAgain: { en: "A six! Throw again, or stop.", de: "Eine Sechs! Noch einmal würfeln oder aufhören." },

  // Beside the board
  free: { en: "{n} free", de: "{n} frei" },
  carried: { en: "carries {n}", de: "trägt {n}" },
  out: { en: "no free caps", de: "kein freier Hut" },
  team: { en: "team {n}", de: "Team {n}" },
  hasGold: { en: "★ Golden Cap", de: "★ Goldhut" },

  board: { en: "The wheel board", de: "Das Radbrett" },
} satisfies Record<string, Text>;
