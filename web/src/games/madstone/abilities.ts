/**
 * What a card can do, as the rules write it, and the same in German. The rules write every ability from a table with few
 * forms of sentence, so that a grammar of the same size translates them; what it does not know stays as it is.
 */
import { settings } from "../../settings.svelte";

export interface Ability {
  isTrigger: boolean;
  /** Without the first word. */
  text: string;
  /** With it, for those who listen. */
  whole: string;
}

export function writeAbility(words: string): Ability {
  const isTrigger = words.startsWith("Trigger: ");
  const english = words.replace(/^(Trigger|Constant): /, "");
  const isGerman = settings.language === "de";
  const text = capital(isGerman ? toGerman(english) : english);
  const first = isGerman ? (isTrigger ? "Auslösen" : "Dauernd") : isTrigger ? "Trigger" : "Constant";
  return { isTrigger, text, whole: `${first}: ${text}` };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const COUNTED: Record<string, string> = {
  "blood energy": "Blutenergie",
  "justice energy": "Rechtsenergie",
  "nature energy": "Naturenergie",
  "chaos energy": "Chaosenergie",
  "vampire in your army": "Vampir in deinem Heer",
  "vampires in your army": "Vampire in deinem Heer",
  "human in your army": "Mensch in deinem Heer",
  "humans in your army": "Menschen in deinem Heer",
  "elf in your army": "Elf in deinem Heer",
  "elves in your army": "Elfen in deinem Heer",
  "goblin in your army": "Goblin in deinem Heer",
  "goblins in your army": "Goblins in deinem Heer",
  "artifact in your army": "Artefakt in deinem Heer",
  "artifacts in your army": "Artefakte in deinem Heer",
  "card in your army": "Karte in deinem Heer",
  "cards in your army": "Karten in deinem Heer",
  "card in your spoils": "Karte in deiner Beute",
  "cards in your spoils": "Karten in deiner Beute",
  "card in your hand": "Karte auf deiner Hand",
  "cards in your hand": "Karten auf deiner Hand",
  "poison token on any card": "Giftmarke auf Karten",
  "poison tokens on any cards": "Giftmarken auf Karten",
  "red crystal you have": "rotem Kristall, den du hast",
  "red crystals you have": "rote Kristalle, die du hast",
  "gold crystal you have": "goldenem Kristall, den du hast",
  "gold crystals you have": "goldene Kristalle, die du hast",
  "red crystal": "roten Kristall",
  "red crystals": "rote Kristalle",
  "gold crystal": "goldenen Kristall",
  "gold crystals": "goldene Kristalle",
};
const KINDS: Record<string, string> = {
  vampires: "Vampire",
  humans: "Menschen",
  elves: "Elfen",
  goblins: "Goblins",
  artifacts: "Artefakte",
  "a card": "eine Karte",
  "a vampire": "einen Vampir",
  "a human": "einen Menschen",
  "an elf": "einen Elfen",
  "a goblin": "einen Goblin",
  "an artifact": "ein Artefakt",
};
const TARGET = "auf eine oberste Karte des Felds oder eine Karte in einem anderen Heer";
/** Whole sentences without `for each` and `at most`; $1 is a number. */
const SENTENCES: readonly [RegExp, string][] = [
  [/^gain (\d+) red crystals?$/, "nimm $1 rote Kristalle"],
  [/^gain (\d+) gold crystals?$/, "nimm $1 goldene Kristalle"],
  [/^draw (\d+) cards?$/, "zieh Karten: $1"],
  [/^put (\d+) poison tokens? on a top card.*; if its.*$/, `leg Giftmarken ($1) ${TARGET}; sind es mindestens so viele wie ihre Tötungszahl, kommt sie in deine Beute`],
  [/^put (\d+) poison tokens? on a top card.*$/, `leg Giftmarken ($1) ${TARGET}`],
  [/^take up to (\d+) red crystals? from another player$/, "nimm jemandem bis zu $1 rote Kristalle"],
  [/^kill a card you could attack for up to (\d+) points?, without paying$/, "töte ohne zu zahlen eine Karte, die du mit bis zu $1 Punkten angreifen könntest"],
  [/^command a card on the table you could attack for up to (\d+) points?, without paying$/, "befehlige ohne zu zahlen eine Karte auf dem Tisch, die du mit bis zu $1 Punkten angreifen könntest"],
  [/^you have (\d+) more basic actions? this turn$/, "du hast diesen Zug mehr Aktionen: $1"],
  [/^no constant of any army works this turn$/, "diesen Zug wirkt keine Dauerfähigkeit"],
  [/^the constants of one card in another army do not work this turn$/, "die Dauerfähigkeiten einer Karte in einem anderen Heer wirken diesen Zug nicht"],
  [/^lift the darkness$/, "die Dunkelheit endet"],
  [/^your army cannot be killed or commanded$/, "dein Heer kann nicht getötet oder befehligt werden"],
  [/^this card cannot be killed or commanded$/, "diese Karte kann nicht getötet oder befehligt werden"],
  [/^your power is (\d+) higher$/, "deine Stärke ist um $1 höher"],
  [/^(\d+) points? at the end$/, "Punkte am Ende: $1"],
  [/^attacks on your army have (\d+) points? more$/, "Angriffe auf dein Heer haben $1 Punkte mehr"],
  [/^placing a card gains (\d+) red crystals? more$/, "Auslegen bringt $1 rote Kristalle mehr"],
  [/^whenever you kill a card, gain (\d+) red crystals?$/, "immer wenn du eine Karte tötest, nimm $1 rote Kristalle"],
  [/^cards in the field are not dearer for you at night$/, "Karten im Feld sind für dich nachts nicht teurer"],
];

export function toGerman(english: string): string {
  const words = english.replace(/\.$/, "");
  // Costs and conditions stand in front: of a trigger before a colon, of a constant before a comma.
  const front = words.match(/^((?:spend [^:,]+|if (?:it is|there are|you have)[^:,]*|never)(?:, if [^:,]+)?)(?:: |, )(.*)$/);
  const parts = front ? [front[1].split(", ").map(germanFront).join(", "), front[2]] : ["", words];
  const effects = parts[1].split("; then ").map(germanEffect).join("; dann ");
  return `${parts[0] ? `${parts[0]}: ` : ""}${effects}.`;
}

function germanFront(words: string): string {
  const [, cost, gold] = words.match(/^spend (\d+) (gold )?crystals?$/) ?? [];
  if (cost) return `zahl ${cost}${gold ? " in Gold" : ""}`;
  if (words === "if it is night") return "nachts";
  if (words === "if it is day") return "tags";
  if (words === "never") return "nie";
  const [, least, counted] = words.match(/^if (?:you have|there are) at least (\d+) (.*)$/) ?? [];
  if (!COUNTED[counted]) return words;
  return `${counted.startsWith("poison") ? "liegen" : "hast du"} mindestens ${least} ${COUNTED[counted]}`;
}

function germanEffect(words: string): string {
  let tail = "";
  const bare = words
    .replace(/ for (?:each|every (\d+)) ([a-z ]+? (?:energy|in your (?:army|spoils|hand)|on any cards?|you have))/, (whole, each: string, counted: string) => {
      tail += COUNTED[counted] ? ` je ${each ? `${each} ` : ""}${COUNTED[counted]}` : whole;
      return "";
    })
    .replace(/ if it is (night|day)/, (_, time: string) => {
      tail += time === "night" ? " bei Nacht" : " bei Tag";
      return "";
    })
    .replace(/ \(at most (\d+)\)/, (_, most: string) => {
      tail += ` (höchstens ${most})`;
      return "";
    });
  const discount = bare.match(/^(killing|commanding) (an? [a-z]+) has (\d+) points? less( this turn)?$/);
  if (discount) {
    const [, verb, whom, less, now] = discount;
    const infinitive = verb === "killing" ? "zu töten" : "zu befehligen";
    return singular(`${KINDS[whom] ?? whom} ${infinitive} hat${now ? " diesen Zug" : ""} ${less} Punkte weniger`) + tail;
  }
  const kin = bare.match(/^all cards in your army are ([a-z]+)$/);
  if (kin) return `alle Karten in deinem Heer sind ${KINDS[kin[1]] ?? kin[1]}${tail}`;
  const known = SENTENCES.find(([form]) => form.test(bare));
  return known ? singular(bare.replace(known[0], known[1])) + tail : words;
}

function singular(words: string): string {
  return words.replace(/\b1 (rote|goldene) Kristalle/, "1 $1n Kristall").replace(/\b1 Punkte(n?)\b/, "1 Punkt");
}
