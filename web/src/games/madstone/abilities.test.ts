import { describe, expect, it } from "vitest";
import { settings } from "../../settings.svelte";
import { toGerman, writeAbility } from "./abilities";

describe("abilities in German", () => {
  it.each([
    ["gain 2 red crystals.", "nimm 2 rote Kristalle."],
    ["if it is night: gain 3 red crystals.", "nachts: nimm 3 rote Kristalle."],
    ["gain 1 red crystal for each blood energy (at most 3).", "nimm 1 roten Kristall je Blutenergie (höchstens 3)."],
    ["if you have at least 5 vampires in your army, your army cannot be killed or commanded.", "hast du mindestens 5 Vampire in deinem Heer: dein Heer kann nicht getötet oder befehligt werden."],
    ["spend 1 crystal, if you have at least 2 nature energy: you have 1 more basic action this turn.", "zahl 1, hast du mindestens 2 Naturenergie: du hast diesen Zug mehr Aktionen: 1."],
    ["spend 1 gold crystal: the constants of one card in another army do not work this turn.", "zahl 1 in Gold: die Dauerfähigkeiten einer Karte in einem anderen Heer wirken diesen Zug nicht."],
    ["whenever you kill a card, gain 2 red crystals.", "immer wenn du eine Karte tötest, nimm 2 rote Kristalle."],
    ["if it is night, killing a card has 1 point less.", "nachts: eine Karte zu töten hat 1 Punkt weniger."],
    ["commanding an elf has 1 point less.", "einen Elfen zu befehligen hat 1 Punkt weniger."],
    ["all cards in your army are goblins.", "alle Karten in deinem Heer sind Goblins."],
    ["if you have at least 2 justice energy: lift the darkness; then gain 2 gold crystals.", "hast du mindestens 2 Rechtsenergie: die Dunkelheit endet; dann nimm 2 goldene Kristalle."],
    ["1 point at the end for every 2 cards in your spoils (at most 5).", "Punkte am Ende: 1 je 2 Karten in deiner Beute (höchstens 5)."],
  ])("%s", (english, german) => expect(toGerman(english)).toBe(german));

  it("leaves what it does not know as it is", () => expect(toGerman("juggle 3 eggs.")).toBe("juggle 3 eggs."));

  it("says what kind an ability is, in the language of the page", () => {
    settings.language = "en";
    expect(writeAbility("Trigger: draw 1 card.")).toEqual({ isTrigger: true, text: "Draw 1 card.", whole: "Trigger: Draw 1 card." });
    settings.language = "de";
    expect(writeAbility("Constant: lift the darkness.").whole).toBe("Dauernd: Die Dunkelheit endet.");
    settings.language = "en";
  });
});
