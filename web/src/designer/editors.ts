/** The editor of each game: what is nicer to change by hand than number by number. */
import type { Component } from "svelte";
import type { Text } from "../text";
import { designer as words } from "../text/designer";
import type { Drafting } from "./draft.svelte";

export interface EditorProps {
  drafting: Drafting;
}

export interface Editor {
  title: Text;
  /** The options that it changes: the form need not show them. */
  covers: readonly string[];
  load(): Promise<Component<EditorProps>>;
}

export const EDITORS: Record<string, Editor> = {
  madcap: { title: words.mine_, covers: ["levels", "gold"], load: async () => (await import("../games/madcap/Editor.svelte")).default },
  minecart_mayhem: {
    title: words.deck,
    covers: ["rail", "dynamite", "stalactite", "rocket", "double", "swap"].flatMap((kind) => [`${kind}_cards`, `${kind}_value`]),
    load: async () => (await import("../games/minecart_mayhem/Editor.svelte")).default,
  },
  madstone: { title: words.cards, covers: ["cards", "without"], load: async () => (await import("../games/madstone/Editor.svelte")).default },
  trap_the_cap: { title: words.board, covers: ["board"], load: async () => (await import("../games/trap_the_cap/Editor.svelte")).default },
  rockport_caverns: { title: words.cavern, covers: ["map"], load: async () => (await import("../games/rockport_caverns/Editor.svelte")).default },
};
