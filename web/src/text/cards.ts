/** What the home page says about each game, and the end of its lesson about the one to try then. */

export const CARDS = {
  madcap: {
    tagline: {
      en: "Send barrels of powder down the shaft and blow the deepest gold loose.",
      de: "Schick Pulverfässer in den Schacht und spreng das tiefste Gold frei.",
    },
    seats: { en: "2 players", de: "2 Personen" },
    length: { en: "5 minutes", de: "5 Minuten" },
    then: {
      game: "minecart_mayhem",
      why: { en: "You like to push your luck? In the next one everybody hides a hand of cards.", de: "Du wagst gern etwas? Im nächsten Spiel hat jeder verdeckte Karten auf der Hand." },
    },
  },
  minecart_mayhem: {
    tagline: {
      en: "Race your cart out of a cave that falls in behind you, and be the last one rolling.",
      de: "Rase mit deiner Lore aus der Höhle, die hinter dir einstürzt, und rolle als Letzter.",
    },
    seats: { en: "2–4 players", de: "2–4 Personen" },
    length: { en: "15 minutes", de: "15 Minuten" },
    then: {
      game: "madstone",
      why: { en: "You like cards? The next one has sixty-six of them, and a night to fear.", de: "Du magst Karten? Das nächste Spiel hat sechsundsechzig davon, und eine Nacht zum Fürchten." },
    },
  },
  madstone: {
    tagline: {
      en: "Raise an army from four factions, spend crystals, and beware the night.",
      de: "Stell aus vier Völkern ein Heer auf, setz Kristalle ein und fürchte die Nacht.",
    },
    seats: { en: "2–4 players", de: "2–4 Personen" },
    length: { en: "25 minutes", de: "25 Minuten" },
    then: {
      game: "trap_the_cap",
      why: { en: "After so much thinking: one die, a few caps, and no mercy.", de: "Nach so viel Denken: ein Würfel, ein paar Hüte und keine Gnade." },
    },
  },
  trap_the_cap: {
    tagline: {
      en: "Five games on one wheel board: hop on other caps, carry them home, don't get caught.",
      de: "Fünf Spiele auf einem Radbrett: fremde Hüte fangen, heimtragen, nicht gefangen werden.",
    },
    seats: { en: "2–6 players", de: "2–6 Personen" },
    length: { en: "20 minutes", de: "20 Minuten" },
    then: {
      game: "rockport_caverns",
      why: { en: "Nobody there to play with? The next one is for you alone.", de: "Gerade niemand da? Das nächste Spiel ist für dich allein." },
    },
  },
  rockport_caverns: {
    tagline: {
      en: "Alone underground while the water rises: find your friend and get out.",
      de: "Allein unter Tage, und das Wasser steigt: Finde deinen Freund und entkomme.",
    },
    seats: { en: "1 player", de: "1 Person" },
    length: { en: "10 minutes", de: "10 Minuten" },
    then: {
      game: "madcap",
      why: { en: "Enough of being alone? The next one is a duel, over in five minutes.", de: "Genug allein gewesen? Das nächste Spiel ist ein Duell von fünf Minuten." },
    },
  },
} as const;
