/** The picture of each game. */
import Madcap from "./madcap/Art.svelte";
import Madstone from "./madstone/Art.svelte";
import MinecartMayhem from "./minecart_mayhem/Art.svelte";
import RockportCaverns from "./rockport_caverns/Art.svelte";
import TrapTheCap from "./trap_the_cap/Art.svelte";
import type { Component } from "svelte";

export const ART: Record<string, Component> = {
  madcap: Madcap,
  minecart_mayhem: MinecartMayhem,
  madstone: Madstone,
  trap_the_cap: TrapTheCap,
  rockport_caverns: RockportCaverns,
};
