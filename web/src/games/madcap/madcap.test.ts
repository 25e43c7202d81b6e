import { describe as group, expect, test } from "vitest";
import { settings } from "../../settings.svelte";
import client from "./index";
import { findTrip, finishGame, isNewGame, lengthOf, pauseFor, timeTrip } from "./happening";
import { dieAt, fitDice, floorOf, layOut, spentAt } from "./layout";
import { barrelFrames, cageFrames, keyframes, trailPath } from "./motion";
import { labelCase, labelDie, labelLevel, labelOutside, nameThing } from "./naming";
import { heap } from "./paper";
import { pipsOf } from "./pieces";
import { numberDice, type Position } from "./position";
import { isBanned, legsOf, nuggetsAt, stopsOf } from "./travel";
import { describe, knownOf, plot, slips, stepTo } from "./values";
import { why } from "./why";

settings.language = "en";

function table(changes: Partial<Position> = {}): Position {
  return {
    levels: [1, 2, 3, 4, 5, 6, 7].map((level) => ({ level, gold: level })),
    faces: 6,
    dice_per_colour: 4,
    dice: { red: [1, 4, 4, 6], black: [2, 3, 5], blue: [5, 6] },
    barrels: { red: null, black: 3, blue: 6 },
    banned: "blue",
    gold: [2, 0],
    trips_left: 9,
    first: 0,
    is_rolling: false,
    is_over: false,
    match: { game: 1, games: 1, nuggets: 0, points: [0, 0], total: [0, 0] },
    ...changes,
  };
}

group("where barrels go", () => {
  test("the end level counts once: from 6 down 5 is 7 and back to 3", () => {
    expect(legsOf(7, 6, 5, "down")).toEqual([6, 7, 3]);
    expect(legsOf(7, 6, 5, "up")).toEqual([6, 1]);
    expect(legsOf(7, 2, 5, "up")).toEqual([2, 1, 5]);
    expect(legsOf(7, 1, 3, "up")).toEqual([1, 4]);
    expect(legsOf(7, 7, 3, "down")).toEqual([7, 4]);
    expect(legsOf(7, null, 4, "in")).toEqual([4]);
  });

  test("two stops, upper first, with what explodes there", () => {
    const position = table({ barrels: { red: 4, black: 3, blue: 5 } });
    expect(stopsOf(position, "red", 1)).toMatchObject([
      { level: 3, way: "up", nuggets: 3 },
      { level: 5, way: "down", nuggets: 5 },
    ]);
  });

  test("no stop where it started, no stop twice", () => {
    const position = table({ barrels: { red: 4, black: 5, blue: 1 } });
    expect(stopsOf(position, "red", 6)).toEqual([]);
    expect(stopsOf(position, "black", 4).map((stop) => stop.level)).toEqual([1]);
    expect(stopsOf(position, "blue", 3).map((stop) => stop.level)).toEqual([4]);
  });

  test("two other barrels double the gold", () => {
    expect(nuggetsAt(table({ barrels: { red: null, black: 7, blue: 7 } }), "red", 7)).toBe(14);
  });

  test("the last barrel is left alone while another can move", () => {
    expect(isBanned(table(), "blue")).toBe(true);
    expect(isBanned(table(), "red")).toBe(false);
    expect(isBanned(table({ dice: { red: [], black: [], blue: [5] } }), "blue")).toBe(false);
    // Only a 6 on level 4 besides: it cannot move.
    expect(isBanned(table({ dice: { red: [6], black: [], blue: [5] }, barrels: { red: 4, black: 1, blue: 6 } }), "blue")).toBe(false);
  });
});

group("what happened", () => {
  const move = (text: string, actor: number | null = 1) => ({ actor, action: 0, text });

  test("an entry with an explosion", () => {
    const trip = findTrip(table(), [move("red 6 in")]);
    expect(trip).toMatchObject({ seat: 1, colour: "red", from: null, to: 6, nuggets: 6, isDouble: false, cage: 6 });
    expect(lengthOf(trip!)).toBe(6);
  });

  test("a discard goes nowhere", () => {
    const trip = findTrip(table(), [move("black 2 discard")])!;
    expect(trip).toMatchObject({ to: null, nuggets: 0, legs: [] });
    expect(timeTrip(trip).blast).toBe(0);
  });

  test("rolls, jumps and several actions at once are no trip", () => {
    expect(findTrip(table(), [move("red 4", null)])).toBeNull();
    expect(findTrip(null, [move("red 4 in")])).toBeNull();
    expect(findTrip(table(), [move("red 4 in"), move("black 2 up", 0)])).toBeNull();
    expect(pauseFor(null, [], table())).toBe(300);
  });

  test("causes come before effects, and all of it is over in time", () => {
    for (const text of ["red 6 in", "black 5 down", "black 2 up"]) {
      const times = timeTrip(findTrip(table(), [move(text)])!);
      const order = [times.fetch, times.load, times.ride, times.unload, times.blast, times.collect, times.end];
      expect(order).toEqual([...order].sort((one, other) => one - other));
      expect(times.end).toBeLessThan(1800);
    }
  });

  test("the end of a game is rebuilt, for the view shows the next one already", () => {
    const before = table({ dice: { red: [], black: [3], blue: [] }, trips_left: 1, match: { game: 1, games: 3, nuggets: 0, points: [0, 0], total: [0, 0] } });
    const after = { ...before, match: { ...before.match, game: 2 } };
    const trip = findTrip(before, [move("black 3 down"), move("red 2", null)])!;
    expect(isNewGame(before, after)).toBe(true);
    expect(finishGame(before, trip)).toMatchObject({
      dice: { red: [], black: [], blue: [] },
      barrels: { red: null, black: 6, blue: 6 },
      gold: [2, 6],
      trips_left: 0,
      banned: "black",
    });
    expect(pauseFor(before, [move("black 3 down")], after)).toBeGreaterThan(pauseFor(before, [move("black 3 down")], before) + 1000);
  });
});

group("layout", () => {
  test("everything is inside the picture and nothing of the rack overlaps, whatever the numbers", () => {
    const pictures = [[1030, 820], [374, 530], [344, 420], [3400, 2000], [1900, 700], [900, 640], [800, 1000], [550, 374], [680, 530]];
    for (const [width, height] of pictures) {
      for (const levels of [2, 3, 7, 12]) {
        for (const dice of [1, 4, 5, 6]) {
          const layout = layOut(width, height, { levels, dice });
          expect(layout.width / layout.height).toBeCloseTo(width / height, 5);
          expect(floorOf(layout, levels)).toBeLessThanOrEqual(layout.isBeside ? layout.height : layout.rack.y);
          expect(layout.goldWidth).toBeGreaterThan(60);
          expect(layout.case.y + layout.case.height).toBeLessThanOrEqual(layout.height);
          for (let colour = 0; colour < 3; colour++) {
            const box = layout.groups[colour];
            expect(box.die).toBeGreaterThan(24);
            const last = dieAt(layout, colour, dice - 1);
            expect(last.x).toBeGreaterThanOrEqual(box.x);
            expect(last.y + box.die).toBeLessThanOrEqual(box.y + box.height + 0.01);
            for (let place = 0; place < dice; place++) {
              expect(dieAt(layout, colour, place).x + box.die).toBeLessThanOrEqual(box.x + box.width + 0.01);
              const spent = spentAt(layout, colour, place, dice);
              expect(spent.x + spent.die).toBeLessThanOrEqual(layout.case.x + layout.case.width);
              expect(spent.y + spent.die).toBeLessThanOrEqual(layout.case.y + layout.case.height);
            }
          }
        }
      }
    }
  });

  test("a phone has dice to touch, upright and sideways", () => {
    for (const [width, height] of [[344, 400], [374, 430], [374, 600], [550, 374], [500, 340]]) {
      const layout = layOut(width, height, { levels: 7, dice: 4 });
      expect(layout.isWide).toBe(false);
      expect(layout.isBeside).toBe(width > height);
      expect((layout.groups[0].die * width) / layout.width).toBeGreaterThanOrEqual(39.9);
    }
  });

  test("dice take the most room they can", () => {
    expect(fitDice(4, 100, 100, 4, 60)).toEqual({ columns: 2, die: 48 });
    expect(fitDice(1, 100, 100, 4, 60)).toEqual({ columns: 1, die: 60 });
  });
});

group("motion", () => {
  const layout = layOut(1030, 820, { levels: 7, dice: 4 });
  const trip = findTrip(table(), [{ actor: 0, action: 0, text: "blue 5 down" }])!;
  const times = timeTrip(trip);

  test("a barrel goes from where it was to where it is, by way of the turn", () => {
    const frames = barrelFrames(layout, trip, times);
    expect(frames[0]).toMatchObject({ x: layout.barrelX[2], y: floorOf(layout, 6) });
    expect(frames.map((frame) => frame.y)).toContain(floorOf(layout, 7));
    expect(frames.at(-1)).toMatchObject({ x: layout.barrelX[2], y: floorOf(layout, 3), at: times.blast });
    expect(frames.map((frame) => frame.at)).toEqual(frames.map((frame) => frame.at).toSorted((one, other) => one - other));
  });

  test("the cage fetches it and stays", () => {
    const frames = cageFrames(layout, trip, times);
    expect(frames[0].y).toBe(floorOf(layout, trip.cage));
    expect(frames.at(-1)).toMatchObject({ y: floorOf(layout, 3), at: times.unload });
    const { duration, frames: list } = keyframes(frames);
    expect(duration).toBe(times.unload);
    expect(list.at(-1)!.offset).toBe(1);
  });

  test("a way with a turn has two lanes", () => {
    expect(trailPath(layout, 6, [6, 7, 3]).line).toContain("C");
    expect(trailPath(layout, null, [4]).line).not.toContain("C");
  });
});

group("words", () => {
  test("things say what they are and where they lead", () => {
    const position = table();
    expect(labelDie(position, "red", 4)).toBe("red die, 4: to level 4");
    expect(labelDie(position, "red", 6)).toBe("red die, 6: to level 6 with a boom for 6");
    expect(labelDie(position, "black", 2)).toBe("black die, 2: to level 1 or 5");
    expect(labelDie(position, "blue", 5)).toBe("blue die, 5: its barrel is being unloaded");
    expect(labelLevel(position, 6, "red")).toBe("Level 6, 6 nuggets: blue barrel. Boom: 6 nuggets for you");
    expect(labelLevel(position, 1, null)).toBe("Level 1, 1 nugget");
    expect(labelOutside(position)).toBe("Outside: red barrel");
    expect(labelCase(position, false)).toBe("The case: 3 of 12 trips made");
    expect(nameThing("die:red:4", position, [])).toBe("red die, 4");
    expect(nameThing("case", position, ["die:red:6"])).toBe("the case");
  });

  test("prompts follow the path", () => {
    expect(client.prompt(table(), [])).toContain("blue barrel");
    expect(client.prompt(table(), ["die:black:2"])).toBe("Where shall it stop?");
    expect(client.prompt(table(), ["die:red:6"])).toContain("Touch the level");
    const dead = table({ dice: { red: [6], black: [], blue: [] }, barrels: { red: 4, black: 1, blue: 2 } });
    expect(client.prompt(dead, [])).toContain("discard");
    expect(client.prompt(dead, ["die:red:6"])).toContain("case");
  });

  test("standings count nuggets, of all games where they add up, or points", () => {
    expect(client.standings(table(), 2).map((seat) => seat.score)).toEqual(["2", "0"]);
    const long = table({ match: { game: 2, games: 1, nuggets: 50, points: [2, 0], total: [20, 10] } });
    expect(client.standings(long, 2).map((seat) => seat.score)).toEqual(["22", "10"]);
    const over = table({ is_over: true, match: { game: 1, games: 1, nuggets: 0, points: [2, 0], total: [2, 0] } });
    expect(client.standings(over, 2).map((seat) => seat.score)).toEqual(["2", "0"]);
    const games = table({ match: { game: 2, games: 3, nuggets: 0, points: [2, 0], total: [20, 10] } });
    expect(client.standings(games, 2)[0]).toMatchObject({ score: "2", unit: "points", notes: ["2 nuggets"] });
  });
});

group("values", () => {
  const values = [null, null, 0, 0, 3, -2, -2, null, 1, 1].map((margin, moves) => ({ moves, margin, outcome: null }));
  const known = knownOf(values);
  const names = ["Ada", "Bob"];

  test("rolls are left out and part the games", () => {
    expect(known.map(({ game, turn }) => [game, turn])).toEqual([[1, 0], [1, 1], [1, 2], [1, 3], [1, 4], [2, 0], [2, 1]]);
  });

  test("points stand on their player's side, areas do not cross the line", () => {
    const graph = plot(known, 400, 160);
    expect(graph.points[0].y).toBe(graph.zero);
    expect(graph.points[2].y).toBeLessThan(graph.zero);
    expect(graph.points[3].y).toBeGreaterThan(graph.zero);
    expect(graph.areas.map((area) => area.isFirst)).toEqual([true, false, true]);
    expect(graph.lines).toHaveLength(2);
    expect(graph.points.at(-1)!.x).toBeLessThanOrEqual(400);
    expect(graph.ticks.some((tick) => tick.margin === 0)).toBe(true);
  });

  test("slips are named", () => {
    expect(slips(known)).toEqual([0, 0, 3, 5, 0, 0, 0]);
    expect(describe(known, 2, names)).toBe("Game 1, turn 2: Ada ahead by 3. Bob gives away 3");
    expect(describe(known, 3, names)).toBe("Game 1, turn 3: Bob ahead by 2. Ada gives away 5");
    expect(describe(known.slice(0, 2), 0, names)).toBe("Start: even");
  });

  test("keys go along it and stop at its ends", () => {
    expect(stepTo(known, 0, "ArrowLeft")).toBe(0);
    expect(stepTo(known, 0, "ArrowRight")).toBe(1);
    expect(stepTo(known, 0, "End")).toBe(6);
    expect(stepTo(known, 0, "x")).toBeNull();
  });
});

test("equal dice are counted, in their places", () => {
  expect(numberDice([1, 4, 4, 6])).toEqual([
    { face: 1, nth: 0, place: 0 },
    { face: 4, nth: 0, place: 1 },
    { face: 4, nth: 1, place: 2 },
    { face: 6, nth: 0, place: 3 },
  ]);
});

test("a face has as many pips as it counts, none twice", () => {
  for (let face = 1; face <= 8; face++) expect(new Set(pipsOf(face).map(String)).size).toBe(face);
});

test("a heap has all its nuggets and stands on the ground", () => {
  for (const count of [0, 1, 5, 9, 21]) {
    const places = heap(count, 10, 5);
    expect(places).toHaveLength(count);
    expect(places.every((place) => place.y <= 0)).toBe(true);
  }
});

group("what speaks for a trip", () => {
  test("is what the next one could blow up", () => {
    // With black on 5 the red barrel is outside and blue on 6: a red 6 goes in there.
    expect(why(["die:black:2", "level:5"], table())).toBe("After it the next trip can blow up 6 nuggets at most.");
    const alone = table({ dice: { red: [], black: [2, 3], blue: [1] }, barrels: { red: 1, black: 3, blue: 7 } });
    expect(why(["die:black:2", "level:5"], alone)).toBe("After it the next trip can blow up nothing.");
    expect(why(["die:black:2", "level:5"], table({ trips_left: 1, first: 0, gold: [3, 4] }))).toMatch(/^It is the last trip: \d+ to \d+ nuggets then\.$/);
  });
});
