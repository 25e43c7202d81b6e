/** What the server says about a game: seats, bots, options; and a table of it at once. */
import { get, send, type GameInfo, type OwnMatch, type Seated } from "./api";
import type { GameCard } from "../games";
import { settings } from "../settings.svelte";

export async function gameInfo(name: string): Promise<GameInfo | undefined> {
  return (await get<GameInfo[]>("/games")).find((game) => game.name === name);
}

/** What *Play now* sits down to. */
export interface Choice {
  seats: number;
  bot: string;
  variant: string | number | null; // null: as the rulebook has it
}

/** What can be chosen for *Play now*. */
export interface Choices {
  seats: number[];
  bots: string[];
  variants: (string | number)[];
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** What was chosen last on this device, as far as the server still has it; else what the game's card says. */
export function lastChoice(card: GameCard, info?: GameInfo): Choice {
  const kept = { seats: card.players, bot: card.bot, variant: null, ...settings.play[card.name] };
  if (!info) return kept;
  const { bots, variants } = choicesOf(card, info, null);
  const variant = kept.variant !== null && variants.includes(kept.variant) ? kept.variant : null;
  const { seats } = choicesOf(card, info, variant);
  return {
    seats: seats.includes(kept.seats) ? kept.seats : seats.includes(card.players) ? card.players : seats[0],
    bot: bots.includes(kept.bot) ? kept.bot : card.bot,
    variant,
  };
}

export function choicesOf(card: GameCard, info: GameInfo, variant: Choice["variant"]): Choices {
  const schema = info.options.find((option) => option.name === card.variant?.option)?.schema as
    | { enum?: string[]; minimum?: number; maximum?: number }
    | undefined;
  const numbers = schema?.minimum !== undefined && schema.maximum !== undefined ? range(schema.minimum, schema.maximum) : [];
  return {
    seats: [...(card.variant?.seats?.[String(variant)] ?? range(info.fewest_seats, info.most_seats))],
    bots: card.players > 1 ? info.bots : [],
    variants: schema?.enum ?? numbers,
  };
}

/** A table with bots, as it was chosen last. */
export function sitDown(card: GameCard, { seats, bot, variant } = lastChoice(card)): Promise<Seated> {
  return send<Seated>("POST", "/tables", {
    game: card.name,
    seats: ["me", ...Array.from({ length: seats - 1 }, () => `bot:${bot}`)],
    options: card.variant && variant !== null ? { [card.variant.option]: variant } : {},
    is_public: false,
  });
}

const isMyTurn = ({ seats, to_act }: OwnMatch): boolean => to_act !== null && seats.includes(to_act);

/** Those first where we are to act. */
export const byTurn = (matches: readonly OwnMatch[]): OwnMatch[] => matches.toSorted((one, other) => Number(isMyTurn(other)) - Number(isMyTurn(one)));
