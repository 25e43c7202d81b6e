import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { portraitOf, type Portrait } from "./portraits";
import type { Faction } from "./position";

it("tells people, beasts and things by their names", () => {
  expect(portraitOf("Archer", "elf")).toMatchObject({ figure: "person", item: "bow" });
  expect(portraitOf("Bat Swarm", "vampire").figure).toBe("swarm");
  expect(portraitOf("Dice of Chaos", "artifact").figure).toBe("dice");
  expect(portraitOf("Madstone Shard", "artifact").figure).toBe("shard");
  expect(portraitOf("Gob King", "goblin").head).toBe("crown");
});

it("draws a card nobody knows, and always the same", () => {
  const unknown = portraitOf("Xyzzy", "human");
  expect(unknown.figure).toBe("person");
  expect(portraitOf("Xyzzy", "human")).toEqual(unknown);
});

it("gives every character a face of its own", () => {
  const cards = readFileSync("../src/motherlode/games/madstone/data/cards.toml", "utf8");
  const names = [...cards.matchAll(/^name = "(.*)"\nfaction = "(.*)"/gm)].map(([, name, faction]) => ({ name, faction: faction as Faction }));
  const people = names.map((one) => ({ ...one, portrait: portraitOf(one.name, one.faction) })).filter((one) => one.portrait.figure === "person");
  expect(people.length).toBeGreaterThan(50);
  const alike = people.flatMap((one, at) =>
    people.slice(at + 1).filter((other) => one.faction === other.faction && differences(one.portrait, other.portrait) < 5).map((other) => `${one.name} and ${other.name}`),
  );
  expect(alike).toEqual([]);
});

/** In how many features of what is drawn two portraits differ. */
function differences(one: Portrait, other: Portrait): number {
  const features = (portrait: Portrait): readonly unknown[] => [portrait.head, portrait.item, portrait.tone, ...Object.values(portrait.look)];
  return features(one).filter((feature, at) => feature !== features(other)[at]).length;
}
