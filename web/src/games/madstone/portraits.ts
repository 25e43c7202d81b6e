/** Who is on the picture of a card: told from its name, and for names nobody knows chosen by their letters. */
import type { Faction } from "./position";

export type Figure = "person" | "swarm" | "tree" | "ghost" | "mob" | Thing;
export type Thing = "orb" | "chalice" | "scales" | "rod" | "dice" | "shard";
export type Head = "crown" | "helm" | "hood" | "hat" | "wig" | "hair" | "horns" | "wreath";
export type Item = "sword" | "bow" | "staff" | "bag" | "scroll" | "flask" | "hammer" | "lantern" | "dagger" | "coin" | "bomb" | "snake" | "none";

export interface Portrait {
  figure: Figure;
  head: Head;
  item: Item;
  /** 0 to 3: shades of cloak and skin. */
  tone: number;
}

type Rule<Kind> = readonly [RegExp, Kind];

const FIGURES: readonly Rule<Figure>[] = [
  [/swarm|bats?\b/, "swarm"],
  [/treant|dryad/, "tree"],
  [/shade|ghost|wraith|wind/, "ghost"],
  [/mob|horde/, "mob"],
];
const THINGS: readonly Rule<Thing>[] = [
  [/orb|lamp/, "orb"],
  [/chalice|cup/, "chalice"],
  [/scales/, "scales"],
  [/staff|rod|wand/, "rod"],
  [/dice|die/, "dice"],
];
const HEADS: readonly Rule<Head>[] = [
  [/king|queen|lord|count|elder|prince|sangrel/, "crown"],
  [/knight|captain|paladin|marshal|sentinel|crossbow|hobgoblin|rider/, "helm"],
  [/thief|pickpocket|stalker|ranger|archer|cleric|priest|thrall|scout|coffin|crypt/, "hood"],
  [/merchant|banker|collector|treasurer|gambler|hag|wiz|sage|blacksmith|tinker|looter/, "hat"],
  [/judge|magistrate|archivist/, "wig"],
  [/chief|boss|shaman|grunt|sapper/, "horns"],
  [/druid|herbalist|thessaly|dancer|moon/, "wreath"],
];
const ITEMS: readonly Rule<Item>[] = [
  [/archer|ranger|bowman/, "bow"],
  [/knight|captain|paladin|rider|squire|marshal|sentinel|hobgoblin/, "sword"],
  [/druid|wiz|shaman|cleric|sage|priest|elder|moon/, "staff"],
  [/merchant|banker|thief|looter|collector/, "bag"],
  [/archivist|magistrate|judge|recruiter/, "scroll"],
  [/herbalist|leech|venom|thrall/, "flask"],
  [/viper/, "snake"],
  [/blacksmith|tinker/, "hammer"],
  [/crypt|coffin|scout|hag/, "lantern"],
  [/stalker|bride|ghoul|grunt|nosferatu/, "dagger"],
  [/treasurer|gambler|pickpocket/, "coin"],
  [/sapper/, "bomb"],
];
const ALL_HEADS: readonly Head[] = ["hair", "hood", "helm", "hat", "wreath"];
const ALL_ITEMS: readonly Item[] = ["none", "sword", "staff", "dagger", "lantern", "none"];
const ALL_THINGS: readonly Thing[] = ["shard", "orb", "chalice", "rod"];

export function portraitOf(name: string, faction: Faction): Portrait {
  const words = name.toLowerCase();
  const letters = [...words].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
  const pick = <Kind>(rules: readonly Rule<Kind>[], others: readonly Kind[]): Kind =>
    rules.find(([form]) => form.test(words))?.[1] ?? others[letters % others.length];
  return {
    figure: faction === "artifact" ? (/shard/.test(words) ? "shard" : pick<Thing>(THINGS, ALL_THINGS)) : pick<Figure>(FIGURES, ["person"]),
    head: pick(HEADS, ALL_HEADS),
    item: pick(ITEMS, ALL_ITEMS),
    tone: letters % 4,
  };
}
