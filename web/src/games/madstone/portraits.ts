/** Who is on the picture of a card: told from its name, and for names nobody knows chosen by their letters. */
import type { Faction } from "./position";

export type Figure = "person" | "swarm" | "tree" | "ghost" | "mob" | Thing;
export type Thing = "orb" | "chalice" | "scales" | "rod" | "dice" | "shard";
export type Head = "crown" | "helm" | "hood" | "hat" | "wig" | "hair" | "horns" | "wreath";
export type Item = "sword" | "bow" | "staff" | "bag" | "scroll" | "flask" | "hammer" | "lantern" | "dagger" | "coin" | "bomb" | "snake" | "none";

export const SHAPES = ["oval", "round", "long", "square"] as const;
export const EYES = ["calm", "narrow", "wide", "shut", "patch", "stern"] as const;
export const NOSES = ["small", "long", "hooked", "broad"] as const;
export const MOUTHS = ["line", "smile", "frown", "open", "smirk"] as const;
export const BEARDS = ["none", "full", "goatee", "moustache", "sideburns"] as const;
export const HAIRS = ["short", "fringe", "curls", "bun", "long", "braids", "bald"] as const;
export const MARKS = ["none", "scar", "freckles", "glasses", "earrings", "paint"] as const;
export const DRESSES = ["plain", "collar", "fur", "stripes", "clasp", "mail"] as const;
export const TONES = 6; // of cloaks, skins and hair

/** What a face is made of. */
export interface Look {
  shape: (typeof SHAPES)[number];
  eyes: (typeof EYES)[number];
  nose: (typeof NOSES)[number];
  mouth: (typeof MOUTHS)[number];
  beard: (typeof BEARDS)[number];
  hair: (typeof HAIRS)[number];
  mark: (typeof MARKS)[number];
  dress: (typeof DRESSES)[number];
  skin: number;
  hairTone: number;
}

export interface Portrait {
  figure: Figure;
  head: Head;
  item: Item;
  /** 0 to 5: the shade of the cloak. */
  tone: number;
  /** What is held is on the left. */
  isMirrored: boolean;
  look: Look;
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

const WOMEN = /lady|queen|countess|bride|priestess|hag|mistress|dancer|dryad|herbalist|leech/;
const SEED = 4; // with it no two characters of a faction look alike: a test holds it

export function portraitOf(name: string, faction: Faction): Portrait {
  const words = name.toLowerCase();
  const next = numbersOf(words);
  const any = <Kind>(kinds: readonly Kind[]): Kind => kinds[next() % kinds.length];
  const pick = <Kind>(rules: readonly Rule<Kind>[], others: readonly Kind[]): Kind => {
    const other = any(others);
    return rules.find(([form]) => form.test(words))?.[1] ?? other;
  };
  const isWoman = WOMEN.test(words);
  return {
    figure: faction === "artifact" ? (/shard/.test(words) ? "shard" : pick<Thing>(THINGS, ALL_THINGS)) : pick<Figure>(FIGURES, ["person"]),
    head: pick(HEADS, ALL_HEADS),
    item: pick(ITEMS, ALL_ITEMS),
    tone: next() % TONES,
    isMirrored: next() % 2 === 0,
    look: {
      shape: any(SHAPES),
      eyes: any(EYES),
      nose: any(NOSES),
      mouth: any(MOUTHS),
      beard: any(isWoman || faction === "goblin" ? BEARDS.slice(0, 1) : BEARDS),
      hair: any(isWoman ? HAIRS.slice(1, 6) : HAIRS),
      mark: any(MARKS),
      dress: any(DRESSES),
      skin: next() % TONES,
      hairTone: next() % TONES,
    },
  };
}

/** Numbers that look random, always the same for the same words. */
function numbersOf(words: string): () => number {
  let state = [...words].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16777619) >>> 0, 2166136261 + SEED);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) >>> 0;
    state = (Math.imul(state ^ (state >>> 13), 3266489917) + 374761393) >>> 0;
    return (state ^ (state >>> 16)) >>> 0;
  };
}
