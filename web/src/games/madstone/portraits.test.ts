import { expect, it } from "vitest";
import { portraitOf } from "./portraits";

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
