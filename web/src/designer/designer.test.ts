import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bytesOf } from "../engine/bytes";
import { dig, drawn, fill, findAt, join, type MapFile } from "../games/rockport_caverns/digging";
import type { StudySettings } from "../net/protocol";
import { BadTable, cells, read as readTable, write as writeTable } from "./csv";
import { Dice } from "./dice";
import { mean, Tally, verdictOf, wilson, type Figure } from "./figures";
import { read as readLink, write as writeLink } from "./link";
import { Player, type Played } from "./playing";
import { at, changed, fresh, isSame, read, write } from "./schema";

describe("values and their places", () => {
  it("names a place as faults do, and finds it again", () => {
    expect(write(["cards", 2, "trigger", "effects", 0, "do"])).toBe("cards[2].trigger.effects[0].do");
    expect(read("cards[2].trigger.effects[0].do")).toEqual(["cards", 2, "trigger", "effects", 0, "do"]);
  });

  it("changes a copy and leaves what was", () => {
    const old = { gold: [1, 2, 3], cards: [{ name: "A", numbers: { kill: 2 } }] };
    const next = changed(old, ["cards", 0, "numbers", "kill"], 5);
    expect(at(next, ["cards", 0, "numbers", "kill"])).toBe(5);
    expect(at(old, ["cards", 0, "numbers", "kill"])).toBe(2);
    expect(changed(old, ["gold", 1], undefined)).toEqual({ ...old, gold: [1, 3] });
    expect(at(old, ["nothing", 3, "there"])).toBeUndefined();
  });

  it("compares as files do: in whatever order, and nothing is nothing", () => {
    expect(isSame({ a: 1, b: [1, { c: null, d: 2 }] }, { b: [1, { d: 2 }], a: 1 })).toBe(true);
    expect(isSame([1, 2], [2, 1])).toBe(false);
  });

  it("begins with something that fits", () => {
    expect(fresh({ type: "object", required: ["do", "most"], properties: { do: { enum: ["red", "gold"] }, most: { type: "integer", minimum: 3 } } })).toEqual({ do: "red", most: 3 });
  });
});

describe("tables", () => {
  const rows = [
    { name: 'The "Cook", old', faction: "elf", numbers: { power: 1, kill: 3 }, energy: ["blood", "blood"], trigger: { effects: [{ do: "red", amount: 2 }] } },
    { name: "=SUM(A1)", faction: "goblin", numbers: { power: 0, kill: 9 }, energy: [] },
  ];

  it("come back from CSV as they were", () => {
    expect(readTable(writeTable(rows), ["energy"])).toEqual(rows);
  });

  it("give no program a formula", () => {
    expect(writeTable(rows)).toContain("'=SUM(A1)");
  });

  it("are read with semicolons, marks of order and empty lines", () => {
    expect(cells("\uFEFFname;power\r\n\r\nA;1\n")).toEqual([["name", "power"], ["A", "1"]]);
  });

  it("say in which line and column nothing can be read", () => {
    expect(() => readTable("name,trigger\nA,{oops}\n")).toThrow(BadTable);
    try {
      readTable("name,trigger\nA,1\nB,{oops}\n");
    } catch (error) {
      expect((error as BadTable).line).toBe(3);
      expect((error as BadTable).column).toBe("trigger");
    }
  });
});

describe("links", () => {
  it("carry a whole variant", async () => {
    const carried = { options: { gold: [1, 2, 4], cards: [{ name: "Übermut & Söhne" }] }, name: "Mine", seats: 3 };
    expect(await readLink(await writeLink(carried))).toEqual(carried);
  });

  it("are nothing where they are damaged", async () => {
    const whole = await writeLink({ options: { dice: 3 }, name: "", seats: null });
    for (const broken of ["", "v=", "v=!!!", whole.slice(0, -4), "v=AAAA"]) expect(await readLink(broken)).toBeNull();
  });
});

describe("figures", () => {
  it("have Wilson's interval for shares: 60 of 100", () => {
    const { low, high } = wilson(60, 100);
    expect(low).toBeCloseTo(0.502, 3);
    expect(high).toBeCloseTo(0.6906, 3);
  });

  it("have the normal interval for means", () => {
    expect(mean(10, 30, 5)).toMatchObject({ value: 2 });
    const { low, high } = mean(10, 30, 5);
    expect(high - low).toBeCloseTo(2 * 1.959964 * Math.sqrt((30 / 5 - 4) / 4), 6);
  });

  const played = (changes: Partial<Played>): Played => ({ won: [1, 0], length: 10, choices: 4, changes: 1, comeback: 0, even: 0, capped: 0, best: 5, margin: 2, ...changes });

  it("know a difference, know that there is none, and know that they do not know", () => {
    const tally = new Tally();
    const dice = new Dice(1, 1, 1);
    for (let game = 0; game < 2000; game++) {
      const first = dice.next() < 0.5;
      tally.add(played({ won: first || dice.next() < 0.2 ? [1, 0] : [0, 1], length: 10 + dice.next() }), played({ won: first ? [1, 0] : [0, 1], length: 10 + dice.next() }));
    }
    const figure = (name: string): Figure => tally.figures().find((one) => one.name === name)!;
    expect(verdictOf(figure("place:0"))).toBe("more");
    expect(verdictOf(figure("place:1"))).toBe("less");
    expect(verdictOf(figure("length"))).toBe("same");
    expect(verdictOf(figure("capped"))).toBe("same");
    const small = new Tally();
    for (let game = 0; game < 30; game++) small.add(played({}), played({}));
    expect(verdictOf(small.figures().find((one) => one.name === "capped")!)).toBe("open");
  });
});

describe("maps", () => {
  const map: MapFile = { title: "", rocks: [], water: [], marked_row: 0, hexes: [] };
  const [here, east, start] = [{ row: 6, across: 2 }, { row: 6, across: 4 }, { row: 7, across: 3 }];
  const dug = dig(dig(dig(map, here, "passage"), east, "room", "Bear's Den"), start, "passage");

  it("are dug hex by hex, with paths to neighbours and none back to a start circle", () => {
    expect(findAt(dug, here)).toMatchObject({ kind: "passage", paths: "E" });
    expect(findAt(dug, east)).toMatchObject({ kind: "room", paths: "W", name: "Bear's Den" });
    expect(findAt(dug, start)).toMatchObject({ kind: "start", paths: "NE NW" });
    expect(drawn(dug)).toHaveLength(3);
  });

  it("lose a path and get it again", () => {
    const cut = join(dug, east, here);
    expect([findAt(cut, here)!.paths, findAt(cut, east)!.paths]).toEqual(["", ""]);
    expect(join(cut, here, east)).toEqual(dug);
    expect(findAt(join(dug, start, here), here)!.paths).toBe("E");
    expect(findAt(join(dug, start, here), start)!.paths).toBe("NE");
  });

  it("become rock again, and no path leads there", () => {
    expect(fill(dug, here).hexes.map(({ paths }) => paths)).toEqual(["", "NE"]);
  });
});

/** What Python says of a game: where it can be played, and how random games of it end. */
interface Asked {
  module: string;
  sizes: Record<string, number>;
  settings: StudySettings;
  box: string;
  state_bytes: number;
  to_act_at: number;
  first_at: number[];
  wins: number;
  games: number;
  length: number;
}
const asked = JSON.parse(execFileSync(process.env.PYTHON ?? "python", ["-m", "benchmarks.designing", "100"], { encoding: "utf8", cwd: "..", maxBuffer: 1 << 26 })) as Record<string, Asked>;
const PATIENCE_MS = 600_000; // it only keeps what hangs from hanging for ever

describe.each(Object.entries(asked))("%s", (name, told) => {
  const table = { ground: { sizes: told.sizes, settings: told.settings, box: bytesOf(told.box) }, stateBytes: told.state_bytes, toActAt: told.to_act_at, firstAt: told.first_at };
  const module = new WebAssembly.Module(readFileSync(told.module));

  it("is played at random as machine code plays it", () => {
    const player = new Player(module, table, "random", told.settings.is_hidden);
    const games = told.length > 200 ? 60 : 300;
    let [won, length] = [0, 0];
    for (let game = 0; game < games; game++) {
      const played = player.play(7, game);
      won += played.won[0];
      length += played.length;
    }
    // The same shares by other dice: five standard errors apart would be another game.
    const share = told.wins / told.games;
    expect(Math.abs(won / games - share)).toBeLessThan(5 * Math.sqrt((share * (1 - share) + 0.01) * (1 / games + 1 / told.games)));
    expect(length / games / told.length).toBeGreaterThan(0.8);
    expect(length / games / told.length).toBeLessThan(1.2);
  }, PATIENCE_MS);

  it("is the same game for the same number, and better played one action ahead", () => {
    const greedy = new Player(module, table, "greedy", told.settings.is_hidden);
    expect(greedy.play(3, 5)).toEqual(new Player(module, table, "greedy", told.settings.is_hidden).play(3, 5));
    const search = new Player(module, table, "search", told.settings.is_hidden).play(3, 5);
    expect(search.won.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1 + 1e-9);
    if (name === "rockport_caverns") {
      let won = 0;
      for (let game = 0; game < 60; game++) won += greedy.play(3, game).won[0];
      expect(won).toBeGreaterThan(6); // at random nobody gets out
    }
  }, PATIENCE_MS);
});
