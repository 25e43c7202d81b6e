/** Cards as their file has them, for who designs them. */
import type { Energy, Faction } from "./position";

export interface Effect {
  do: string;
  amount?: number;
  per?: string;
  each?: number;
  most?: number;
  needs?: Record<string, number>;
  only?: Faction;
}

export interface Trigger {
  effects: Effect[];
  cost?: Partial<Record<"red" | "gold", number>>;
  needs?: Record<string, number>;
}

export interface CardFile {
  name: string;
  faction: Faction;
  numbers: Record<"power" | "kill" | "command" | "shield" | "seize" | "crystals", number>;
  energy?: Energy[];
  trigger?: Trigger;
  constant?: Effect[];
}

export const FACTIONS: readonly Faction[] = ["vampire", "human", "elf", "goblin", "artifact"];
export const NUMBERS = ["power", "kill", "command", "shield", "seize", "crystals"] as const;
export const UNMEASURED: readonly string[] = ["silence", "negate", "lift", "protect_army", "protect_self", "kin", "nightsight"];
export const WITH_ONLY: readonly string[] = ["kin", "kill_discount", "command_discount"];
const TRIGGERED = ["red", "gold", "draw", "poison", "arrow", "steal", "slay", "recruit", "action", "silence", "negate", "lift", "kill_discount", "command_discount"];
const CONSTANT = ["kill_discount", "command_discount", "protect_army", "protect_self", "kin", "power", "points", "toll", "harvest", "bounty", "nightsight"];
export const effectsOf = (isTrigger: boolean): readonly string[] => (isTrigger ? TRIGGERED : CONSTANT);

export const newCard = (name: string): CardFile => ({
  name,
  faction: "goblin",
  numbers: { power: 1, kill: 3, command: 3, shield: 3, seize: 4, crystals: 2 },
  energy: [],
  trigger: { effects: [{ do: "red", amount: 1 }] },
});
