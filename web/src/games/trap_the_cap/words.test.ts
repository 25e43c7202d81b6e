import { beforeEach, describe, expect, it } from "vitest";
import { change } from "../../settings.svelte";
import client from ".";
import { samplePosition } from "./sample";
import { why } from "./why";

beforeEach(() => {
  globalThis.document ??= { documentElement: { dataset: {} } } as unknown as Document; // where settings are shown
  change({ language: "en" });
});

describe("words", () => {
  const position = samplePosition({ "17": ["red 1", "blue 2"], "4": ["green 1"] }, {}, { green: ["red 5"] });

  it("say of a cap where it is and what it carries", () => {
    expect(client.nameThing("cap:red:1", position, [])).toBe("red 1 on grey space 17, carries blue 2");
    expect(client.nameThing("cap:blue:1", position, [])).toBe("blue 1, at home");
  });

  it("say of an end what is trapped there", () => {
    const plain = samplePosition({ "16": ["red 1", "blue 2"] });
    expect(client.nameThing("space:16", plain, ["cap:green:1"])).toBe("space 16: traps red 1");
    expect(client.nameThing("space:16", plain, ["cap:red:2"])).toBe("space 16");
    expect(client.nameThing("turn:16", plain, [])).toContain("turn on space 16");
  });

  it("have a name for everything else that can be touched", () => {
    for (const thing of ["die", "stop", "stay", "base:green", "space:centre"]) expect(client.nameThing(thing, position, [])).not.toContain(":");
  });

  it("say it in German too", () => {
    change({ language: "de" });
    expect(client.nameThing("cap:blue:1", position, [])).toBe("Blau 1, zu Hause");
  });

  it("tell what to do in each phase", () => {
    const prompts = [
      client.prompt(position, []),
      client.prompt(position, ["cap:green:1"]),
      client.prompt(position, ["cap:green:1", "base:green"]),
      client.prompt(samplePosition({}, { phase: "again", die: null }), []),
      client.prompt(samplePosition({}, { phase: "golden" }), []),
    ];
    expect(new Set(prompts).size).toBe(prompts.length);
  });

  it("count for each ending what leads to it", () => {
    const most = client.standings({ ...position, seats: position.seats.map((seat) => ({ ...seat, score: 7 })) }, 4);
    expect(most[0].score).toBe("7");
    const last = client.standings({ ...position, ending: "last" }, 4);
    expect(last.map((standing) => standing.score)).toEqual(["6", "5", "5", "6"]);
    expect(last[1].notes).toContain("carries 1");
  });
});

describe("what speaks for a move", () => {
  it("is how safe a cap is where it stands and where it goes", () => {
    const position = samplePosition({ "16": ["green 1"], "18": ["red 1"] });
    expect(why(["cap:green:1", "space:17"], position)).toMatch(/^Where it stands, .* There it is safe until you play again\.$/); // grey
    expect(why(["cap:green:1", "space:19"], position)).toMatch(/There it is trapped in about \d+ of 100 rounds\.$/);
  });
  it("is what another throw could trap, and who is safe without it", () => {
    const near = samplePosition({ "16": ["green 1"], "18": ["red 1"] });
    expect(why(["die"], near)).toBe("With 1 of the six numbers you can trap a cap.");
    expect(why(["stop"], near)).toBe("What you throw you must move. Safe as they stand: 0 of 1 caps on the board.");
    expect(why(["die"], samplePosition({ "17": ["red 1"], "16": ["green 1"] }))).toBe("No number traps a cap, but a cap moves on once more."); // grey
  });
});
