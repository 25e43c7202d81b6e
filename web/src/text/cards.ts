/** What the home page says about each game. */

export const CARDS = {
  madcap: {
    tagline: {
      en: "Send barrels of powder down the shaft and blow the deepest gold loose.",
      de: "Schick Pulverfässer in den Schacht und spreng das tiefste Gold frei.",
    },
    seats: { en: "2 players", de: "2 Personen" },
    length: { en: "5 minutes", de: "5 Minuten" },
  },
  minecart_mayhem: {
    tagline: {
      en: "Race your cart out of a cave that falls in behind you, and be the last one rolling.",
      de: "Rase mit deiner Lore aus der Höhle, die hinter dir einstürzt, und rolle als Letzter.",
    },
    seats: { en: "2–4 players", de: "2–4 Personen" },
    length: { en: "15 minutes", de: "15 Minuten" },
  },
  madstone: {
    tagline: {
      en: "Raise an army from four factions, spend crystals, and beware the night.",
      de: "Stell aus vier Völkern ein Heer auf, setz Kristalle ein und fürchte die Nacht.",
    },
    seats: { en: "2–4 players", de: "2–4 Personen" },
    length: { en: "25 minutes", de: "25 Minuten" },
  },
  trap_the_cap: {
    tagline: {
      en: "Five games on one wheel board: hop on other caps, carry them home, don't get caught.",
      de: "Fünf Spiele auf einem Radbrett: fremde Hüte fangen, heimtragen, nicht gefangen werden.",
    },
    seats: { en: "2–6 players", de: "2–6 Personen" },
    length: { en: "20 minutes", de: "20 Minuten" },
  },
  rockport_caverns: {
    tagline: {
      en: "Alone underground while the water rises: find your friend and get out.",
      de: "Allein unter Tage, und das Wasser steigt: Finde deinen Freund und entkomme.",
    },
    seats: { en: "1 player", de: "1 Person" },
    length: { en: "10 minutes", de: "10 Minuten" },
  },
} as const;
