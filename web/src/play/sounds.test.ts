import { expect, it } from "vitest";
import { cavern } from "../games/rockport_caverns/sample";
import { soundsOf as hearCavern } from "../games/rockport_caverns/sounds";
import { samplePosition } from "../games/trap_the_cap/sample";
import { soundsOf as hearCaps } from "../games/trap_the_cap/sounds";
import { SOUNDS, type Layer, type Sound } from "./sounds";

const modules = import.meta.glob<Record<string, unknown>>("../games/*/sounds.ts", { eager: true });

/** What a game names as a sound. */
function named(module: Record<string, unknown>): unknown[] {
  return Object.values(module).flatMap((value) => (typeof value === "object" && value ? Object.values(value) : typeof value === "string" ? [value] : []));
}

it("lets every game name sounds that there are, and several of them", () => {
  expect(Object.keys(modules).length).toBe(5);
  const heard = new Set<unknown>(["turn"]);
  for (const [path, module] of Object.entries(modules)) {
    const sounds = named(module).filter((sound) => sound !== null);
    for (const sound of sounds) expect(Object.keys(SOUNDS), path).toContain(sound);
    expect(new Set(sounds).size, path).toBeGreaterThanOrEqual(4);
    for (const sound of sounds) heard.add(sound);
  }
  for (const sound of Object.keys(SOUNDS)) expect(heard, "nobody plays it").toContain(sound);
});

it("is soft and short, and glides only where curves can go", () => {
  for (const [sound, layers] of Object.entries(SOUNDS) as [Sound, readonly Layer[]][]) {
    for (const layer of layers) {
      expect(layer.volume, sound).toBeGreaterThan(0);
      expect(layer.volume, sound).toBeLessThanOrEqual(0.5);
      expect((layer.start ?? 0) + layer.length, sound).toBeLessThanOrEqual(2);
      expect(layer.attack ?? 0, sound).toBeLessThan(layer.length);
      for (const pitch of [layer.from, layer.to ?? layer.from]) expect(pitch, sound).toBeGreaterThan(20);
    }
  }
});

it("is heard when it is shown: causes before effects", () => {
  const before = samplePosition({ "10": ["green 1"], "15": ["red 2"] }, { die: 5 });
  const after = samplePosition({ "15": ["green 1", "red 2"] }, { seat: 1, die: 3 });
  const moves = [
    { actor: 0, text: "green 1 to 15" },
    { actor: null, text: "throws 3" },
  ];
  const cues = hearCaps(before, moves, after);
  expect(cues.map((cue) => cue.sound)).toEqual(["cap", "cap", "cap", "cap", "cap", "trap", "die"]);
  expect(cues.map((cue) => cue.at)).toEqual(cues.map((cue) => cue.at).toSorted((one, other) => one - other));

  const now = cavern();
  const later = { ...now, round: now.round + 1, water: { ...now.water, filled: now.water.filled + 1 } };
  expect(hearCavern(now, [{ actor: 0, text: "go 2-1" }], later).map((cue) => cue.sound)).toEqual(["step", "water"]);
  expect(hearCavern(null, [{ actor: 0, text: "go 2-1" }], later)).toEqual([]);
});
