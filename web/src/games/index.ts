/** The five games: what the home page knows of each without loading its board, and how to load that. */
import type { Component } from "svelte";
import type { FigureProps, GameClient } from "../play/contract";
import type { Text } from "../text";
import { CARDS } from "../text/cards";

export interface GameCard {
  name: string;
  title: string;
  /** Where there is little room. */
  shortTitle?: string;
  tagline: Text;
  seats: Text;
  length: Text;
  /** The game to try after its lesson, and why. */
  then: { game: string; why: Text };
  /** The bot that *Play now* sits down with. */
  bot: string;
  /** Seats of *Play now*. */
  players: number;
  /** The option that makes it another game, where there is one, and the numbers of seats that its choices ask for. */
  variant?: { option: string; seats?: Record<string, readonly number[]> };
  load(): Promise<GameClient>;
  /** Of its rules. */
  loadFigures(): Promise<Component<FigureProps>>;
}

/** A game's client as pages use it: they hand it what the server sent as a position of that game. */
async function forPages<Position>(module: Promise<{ default: GameClient<Position> }>): Promise<GameClient> {
  return (await module).default as GameClient;
}

export const GAMES: readonly GameCard[] = [
  {
    name: "madcap",
    title: "Madcap",
    ...CARDS.madcap,
    bot: "prospector",
    players: 2,
    load: () => forPages(import("./madcap")),
    loadFigures: async () => (await import("./madcap/Figures.svelte")).default,
  },
  {
    name: "minecart_mayhem",
    title: "Minecart Mayhem",
    ...CARDS.minecart_mayhem,
    bot: "prospector",
    players: 3,
    load: () => forPages(import("./minecart_mayhem")),
    loadFigures: async () => (await import("./minecart_mayhem/Figures.svelte")).default,
  },
  {
    name: "madstone",
    title: "Madstone",
    ...CARDS.madstone,
    bot: "prospector",
    players: 2,
    load: () => forPages(import("./madstone")),
    loadFigures: async () => (await import("./madstone/Figures.svelte")).default,
  },
  {
    name: "trap_the_cap",
    title: "Trap the Cap",
    ...CARDS.trap_the_cap,
    bot: "prospector",
    players: 3,
    variant: { option: "game", seats: { team: [4, 6], total: [4, 6] } },
    load: () => forPages(import("./trap_the_cap")),
    loadFigures: async () => (await import("./trap_the_cap/Figures.svelte")).default,
  },
  {
    name: "rockport_caverns",
    title: "Nightmare at the Rockport Caverns",
    shortTitle: "Rockport Caverns",
    ...CARDS.rockport_caverns,
    bot: "",
    players: 1,
    variant: { option: "map" },
    load: () => forPages(import("./rockport_caverns")),
    loadFigures: async () => (await import("./rockport_caverns/Figures.svelte")).default,
  },
];

export function findGame(name: string): GameCard | undefined {
  return GAMES.find((game) => game.name === name);
}
