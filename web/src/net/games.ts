/** What the server says about a game: seats, bots, options, whether anything is hidden. */
import { get, send, type GameInfo, type Seated } from "./api";
import type { GameCard } from "../games";

export async function gameInfo(name: string): Promise<GameInfo | undefined> {
  return (await get<GameInfo[]>("/games")).find((game) => game.name === name);
}

/** A table with the bots that the game's card names. */
export function sitDown(card: GameCard): Promise<Seated> {
  const others = Array.from({ length: card.players - 1 }, () => `bot:${card.bot}`);
  return send<Seated>("POST", "/tables", { game: card.name, seats: ["me", ...others], is_public: false });
}
