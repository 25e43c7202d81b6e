import { describe as group, expect, it } from "vitest";
import { captionOf, describe, goal, nameThing, prompt } from "./naming";
import { cavern } from "./sample";
import { sceneOf } from "./scenes";
import { why } from "./why";

const about = (position = cavern(), name = "2-1", isWet = false, isLit = false): string =>
  describe(position, position.hexes.find((hex) => hex.name === name)!, sceneOf(position), isWet, isLit);

group("names", () => {
  it("say which map is played", () => {
    expect(captionOf(1, 1, 0).en).toContain("Map {map} ·");
    expect(captionOf(2, 2, 0).en).toContain("Map {map}, set {set}");
    expect(captionOf(1, 0, 7).en).toContain("Cavern {drawn}");
    expect(captionOf(0, 0, 0).en).toContain("Designer's map");
  });

  it("say what is on a hex and what a step there costs", () => {
    expect(about()).toBe("row 2, cave 1, your friend is here");
    expect(about(cavern(), "2-2", true, true)).toBe("row 2, cave 2, 1 action, flooded");
    const position = cavern();
    position.hexes[2].rocks = 2;
    expect(about(position)).toContain("blocked");
    expect(about(cavern(), "den")).toBe("Bear's Den, a room: no event, no water next round");
  });

  it("say both prices when the friend can come along", () => {
    const position = cavern();
    position.friend = { ...position.friend, place: "start-1", is_together: true };
    expect(about(position, "2-2", false, true)).toBe("row 2, cave 2, 2 actions with your friend, 1 action alone");
    expect(nameThing("with:friend", position, ["hex:2-2"])).toBe("Together, 2 actions");
    expect(nameThing("with:nobody", position, ["hex:2-2"])).toBe("Alone, 1 action");
    expect(prompt(position, ["hex:2-2"])).toBe("Together or alone?");
  });

  it("warn of the bear and of the marked row", () => {
    const position = { ...cavern(), bear: "2-2" };
    expect(about(position, "2-2", false, true)).toContain("costs a life");
    position.bear = "den";
    position.rows[1].is_marked = true;
    expect(about(position, "2-2", false, true)).toContain("costs a life");
  });

  it("know every button and the event that is to be decided", () => {
    const position = { ...cavern(), phase: "choice" as const, event: "Rock Slide" as const };
    expect(nameThing("button:keep", position, [])).toBe("Accept Rock Slide");
    for (const word of ["pass", "store", "stop", "re-roll"]) expect(nameThing(`button:${word}`, position, [])).not.toBe(word);
    expect(prompt(position, [])).toContain("Rock Slide");
  });

  it("say what to aim for", () => {
    const position = cavern();
    expect(goal(position)).toBe("Reach your friend at row 2, cave 1");
    expect(goal({ ...position, friend: { ...position.friend, is_together: true } })).toBe("Lead your friend to an exit");
    expect(goal({ ...position, friend: { ...position.friend, is_revealed: false } })).toContain("row 1");
  });
});

group("what speaks for an action", () => {
  it("is the friend, the way out, a room, or the water", () => {
    expect(why(["hex:2-1"], cavern())).toBe("Your friend is there.");
    expect(why(["hex:den"], cavern())).toContain("no event this turn");
    expect(why(["hex:exit-1"], cavern())).toContain("the way out");
    expect(why(["hex:2-2"], cavern())).toContain("up, away from the water");
    expect(why(["button:pass"], cavern())).toBe("You have 4 of 6 lives, and no event is rolled.");
    expect(why(["button:re-roll"], cavern())).toBe("Re-rolls left: 3.");
  });
});
