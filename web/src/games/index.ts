/** The five games: what the home page knows of each without loading its board, and how to load that. */
import type { GameClient } from "../play/contract";
import type { Text } from "../text";
import { CARDS } from "../text/cards";

export interface GameCard {
  name: string;
  title: string;
  tagline: Text;
  seats: Text;
  length: Text;
  /** The bot that *Play now* sits down with. */
  bot: string;
  /** Seats of *Play now*. */
  players: number;
  load(): Promise<GameClient>;
}

export const GAMES: readonly GameCard[] = [
  {
    name: "madcap",
    title: "Madcap",
    ...CARDS.madcap,
    bot: "prospector",
    players: 2,
    load: async () => (await import("./madcap")).default,
  },
  {
    name: "minecart_mayhem",
    title: "Minecart Mayhem",
    ...CARDS.minecart_mayhem,
    bot: "prospector",
    players: 3,
    load: async () => (await import("./minecart_mayhem")).default,
  },
  {
    name: "madstone",
    title: "Madstone",
    ...CARDS.madstone,
    bot: "prospector",
    players: 2,
    load: async () => (await import("./madstone")).default,
  },
  {
    name: "trap_the_cap",
    title: "Trap the Cap",
    ...CARDS.trap_the_cap,
    bot: "prospector",
    players: 3,
    load: async () => (await import("./trap_the_cap")).default,
  },
  {
    name: "rockport_caverns",
    title: "Nightmare at the Rockport Caverns",
    ...CARDS.rockport_caverns,
    bot: "",
    players: 1,
    load: async () => (await import("./rockport_caverns")).default,
  },
];

export function findGame(name: string): GameCard | undefined {
  return GAMES.find((game) => game.name === name);
}
