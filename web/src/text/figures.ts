/** What the figures of the rules show, by game and by the rule or chapter under which they stand. */
import type { Text } from "./index";

export const FIGURE_WORDS: Record<string, Record<string, Text>> = {
  madcap: {
    R1: { en: "Seven levels with as many nuggets as their number, three barrels outside, and twelve dice: what is in the box.", de: "Sieben Ebenen mit so vielen Nuggets wie ihre Nummer, drei Fässer draußen und zwölf Würfel: alles, was es gibt." },
    "R2.2": { en: "The red 2 sends the red barrel from level 4 up to 2 or down to 6.", de: "Die rote 2 schickt das rote Fass von Ebene 4 auf 2 oder auf 6." },
    "R2.3": { en: "The black barrel is outside: its 5 takes it to level 5.", de: "Das schwarze Fass ist draußen: Seine 5 bringt es auf Ebene 5." },
    "R3.1": { en: "The other has just moved red: you choose a black or a blue die.", de: "Eben ist Rot gefahren: Du nimmst einen schwarzen oder blauen Würfel." },
    "R4.2": { en: "From 6 down 5: to the bottom, and back up to 3.", de: "Von 6 fünf hinab: bis ganz unten und zurück auf 3." },
    "R4.3": { en: "From 2 up 2 the barrel would stop where it started: not allowed.", de: "Von 2 zwei hinauf hielte das Fass, wo es begann: nicht erlaubt." },
    "R5.1": {
      en: "Only 6s are left, and their barrels stand on level 4: up or down, each would stop where it started. The die goes into the case, and nothing explodes.",
      de: "Nur Sechsen sind übrig, und ihre Fässer stehen auf Ebene 4: Hinauf oder hinab, jedes hielte, wo es begann. Der Würfel kommt in den Kasten, und nichts explodiert.",
    },
    "R6.1": { en: "Blue stops where red stands, on level 5: you take 5 nuggets.", de: "Blau hält, wo Rot steht, auf Ebene 5: Du nimmst 5 Nuggets." },
    "R6.2": { en: "Red and black both stand there: blue brings twice as many, 10.", de: "Rot und Schwarz stehen beide dort: Blau bringt doppelt so viele, 10." },
  },
  minecart_mayhem: {
    "R1.6": { en: "A lane at the start: seven rails, and the cart on the fourth.", de: "Eine Spur zu Beginn: sieben Gleise, die Lore auf dem vierten." },
    "R3.4": { en: "On every card stands what the d20 must show at least, and how likely that is: a Rail needs more than 2, so 3 or more.", de: "Auf jeder Karte steht, was der W20 mindestens zeigen muss und wie wahrscheinlich das ist: Ein Gleis braucht mehr als 2, also ab 3." },
    "R4.2": { en: "A Rail goes to the front of the lane.", de: "Ein Gleis kommt vorn an die Spur." },
    "R5.2": { en: "Dynamite takes the front rail or the back rail.", de: "Dynamit nimmt das vordere oder das hintere Gleis." },
    "R6.5": { en: "The stalactite lies on the next rail: it stops one attempt to move there.", de: "Der Stalaktit liegt auf dem nächsten Gleis: Er hält einen Versuch auf, dorthin zu fahren." },
    "R7.3": { en: "A Rocket on a cart at the front of its lane: it flies off, and is out.", de: "Eine Rakete auf eine Lore ganz vorn: Sie fliegt hinaus und ist raus." },
    "R8.2": { en: "After a Swap the carts stand where the other one stood, in lane and row.", de: "Nach dem Tausch steht jede Lore, wo die andere stand: Spur und Reihe." },
    "R9.1": {
      en: "A Double with Dynamite and Rail, both aimed before either is thrown: Dynamite now needs 11 or more in place of 9, the Rail 3 as ever.",
      de: "Ein Doppel mit Dynamit und Gleis, beide haben ihr Ziel, bevor gewürfelt wird: Dynamit braucht jetzt 11 statt 9, das Gleis 3 wie immer.",
    },
    "R10.3": { en: "The end of a round: the back rail falls, then the cart rolls one row on.", de: "Das Ende der Runde: Das hintere Gleis fällt, dann rollt die Lore eine Reihe weiter." },
  },
  madstone: {
    "R1.2": {
      en: "Above: power (green) and crystals (red). Below left: kill (the heart) and command; below right: shield and seize, which count in an army. Two arrows in a ring mark a constant ability, a bolt a triggered one.",
      de: "Oben: Stärke (grün) und Kristalle (rot). Unten links: töten (das Herz) und befehligen; unten rechts: Schild und Raub, die in einem Heer gelten. Zwei Pfeile im Ring stehen für eine Dauerfähigkeit, ein Blitz für eine auslösbare Fähigkeit.",
    },
    "R1.3": { en: "Blood, justice, nature and chaos.", de: "Blut, Recht, Natur und Chaos." },
    "R3.2": {
      en: "A turn: first the bolts of your army, each at most once; then two actions, each an attack, a card placed or cards drawn.",
      de: "Ein Zug: erst die Blitze deines Heers, jeder höchstens einmal; dann zwei Aktionen, jede ein Angriff, eine abgelegte Karte oder das Ziehen.",
    },
    "R4.1": { en: "A card with 3 crystals, placed with power 2: 2 red crystals.", de: "Eine Karte mit 3 Kristallen, ausgelegt mit Stärke 2: 2 rote Kristalle." },
    "R5.3": {
      en: "At night this card in another's army is a target too: 4 points kill it (shield), 5 command it (seize).",
      de: "Nachts ist auch diese Karte im Heer eines anderen ein Ziel: 4 Punkte töten sie (Schild), 5 befehligen sie (Raub).",
    },
    "R5.5": { en: "4 points with power 3: three cost one each, the fourth two. Together 5 crystals.", de: "4 Punkte mit Stärke 3: Drei kosten je einen, der vierte zwei. Zusammen 5 Kristalle." },
    "R6.2": { en: "By day, and at night.", de: "Bei Tag und bei Nacht." },
    "R11.1": {
      en: "The bolt: used by its owner before the first basic action of a turn, once; this one costs a crystal and needs four cards in the army. The ring of arrows: works by itself while the card is in an army.",
      de: "Der Blitz: einmal im Zug, vor der ersten Aktion; dieser kostet einen Kristall und braucht vier Karten im Heer. Der Ring aus Pfeilen: wirkt von selbst, solange die Karte in einem Heer liegt.",
    },
    "R11.10": {
      en: "One ability feeds another: Gob Wiz makes goblins of all cards of the army, the Commander too. Gob Mob counts six of them, two times three, and adds 2 power.",
      de: "Eine Fähigkeit nährt die andere: Durch Gob Wiz sind alle Karten des Heers Goblins, auch der Kommandant. Gob Mob zählt sechs, zweimal drei, und gibt 2 Stärke dazu.",
    },
    "R7.2": { en: "3 red and 2 gold crystals, and 4 to pay: the red ones go first, one gold is left.", de: "3 rote und 2 goldene Kristalle, und 4 sind zu zahlen: Erst gehen die roten, ein goldener bleibt." },
    "R8.1": { en: "The Commander counts: 2, and 2 and 1 of the cards, make a power of 5.", de: "Der Kommandant zählt mit: 2, dazu 2 und 1 der Karten, das gibt Stärke 5." },
    "R10.2": { en: "At the end: the hearts of what was killed, 4 and 3, power 5 and two gold crystals, 14 points.", de: "Am Ende: die Herzen der Getöteten, 4 und 3, Stärke 5 und zwei goldene Kristalle, 14 Punkte." },
    "R9.1": { en: "Two poison tokens: killing it takes 2 points less, commanding it as many as before.", de: "Zwei Giftmarken: Töten braucht 2 Punkte weniger, Befehligen so viele wie zuvor." },
  },
  trap_the_cap: {
    "R1.3": { en: "A plain space, a yellow one and a grey one.", de: "Ein einfaches, ein gelbes und ein graues Feld." },
    "R2.3": { en: "With a 3 the cap goes three spaces one way or the other, and does not turn on the way.", de: "Mit einer 3 zieht der Hut drei Felder in die eine oder die andere Richtung und kehrt unterwegs nicht um." },
    "R3.3": { en: "Three colours rest on one grey space; a fourth may not end there.", de: "Drei Farben rasten auf einem grauen Feld; eine vierte darf dort nicht enden." },
    "R4.1": { en: "Green ends where red stands: green lies on top, and the stack is green's.", de: "Grün endet, wo Rot steht: Grün liegt oben, und der Stapel gehört Grün." },
    "R4.2": { en: "Blue traps the whole stack of green and red.", de: "Blau fängt den ganzen Stapel aus Grün und Rot." },
    "R5.3": { en: "Green brings its stack home: the red cap is kept for good, green's own caps are free again.", de: "Grün bringt den Stapel heim: Der rote Hut bleibt für immer, die eigenen grünen sind wieder frei." },
    "R6.1": { en: "After a 6 you may throw again in the same turn, and move any cap: here a 2, which traps red.", de: "Nach einer 6 darfst du im selben Zug noch einmal würfeln und irgendeinen Hut ziehen: hier eine 2, die Rot fängt." },
    "R8.2": {
      en: "Green and blue are partners: green may not end where blue stands, but may rest beside it on grey.",
      de: "Grün und Blau sind Partner: Grün darf nicht enden, wo Blau steht, aber auf Grau daneben rasten.",
    },
    "R10.1": { en: "No cap goes home again: what is trapped stays in the tower, and the tower grows.", de: "Kein Hut kehrt heim: Was gefangen ist, bleibt im Turm, und der Turm wächst." },
    "R11.1": { en: "The Golden Cap, and a cap that carries it.", de: "Der Goldene Hut und ein Hut, der ihn trägt." },
  },
  rockport_caverns: {
    "R2.3": { en: "The rooms: Bear's Den, Hen's Nest Gemstones, the Patriot's Rock, the Pouch, Ammo Rocks.", de: "Die Räume: Bärenhöhle, Edelsteine im Hennennest, Patriotenfelsen, Beutel und Munitionsfelsen." },
    "R4.2": { en: "A row with four circles: with the fourth it is flooded.", de: "Eine Reihe mit vier Kreisen: Mit dem vierten ist sie überflutet." },
    "R5.3": { en: "Alone a step costs 1 action, with your friend 2.", de: "Allein kostet ein Schritt 1 Aktion, mit deinem Freund 2." },
    "R6.1": { en: "Onto a rock that does not block: 1 action as ever, and there the turn stops, whatever is left of it.", de: "Auf einen Felsen, der nicht sperrt: 1 Aktion wie immer, und dort ist Schluss, was auch übrig ist." },
    "R7.2": { en: "In a row that says 2: one rock, to be climbed; with the second the hex is blocked for good.", de: "In einer Reihe mit der 2: Über einen Felsen klettert man; mit dem zweiten ist das Feld für immer versperrt." },
    "R8.2": { en: "The six events, by the face of the die.", de: "Die sechs Ereignisse, nach der Augenzahl." },
    "R8.5": {
      en: "A 5: a path leads down, so you slide, and your friend with you. Where rocks block every hex below, nothing happens.",
      de: "Eine 5: Ein Weg führt hinab, also rutschst du, und mit dir dein Freund. Wo Steine alle Felder darunter sperren, geschieht nichts.",
    },
    "R9.1": {
      en: "You come to your friend: you are together at once. You may also walk on alone; then your friend waits.",
      de: "Du kommst zu deinem Freund: Sofort seid ihr zusammen. Du kannst auch allein weitergehen; dann wartet er.",
    },
    "R11.9": {
      en: "Every way to daylight enters a blocked hex: you are trapped, and the game is lost at once.",
      de: "Jeder Weg ans Licht führt auf ein versperrtes Feld: Du bist gefangen, und das Spiel ist sofort verloren.",
    },
    "R12.1": { en: "The bear.", de: "Der Bär." },
  },
};

/**
 * The rules that need an example, and why: words alone do not say where a thing goes, what a number is made of, how things lie, or
 * what a sign looks like. All others are said by their words.
 */
export const NEEDED: Record<string, Record<"ways" | "sums" | "places" | "signs", readonly string[]>> = {
  madcap: { ways: ["R2.2", "R2.3", "R4.2", "R4.3"], sums: ["R6.1", "R6.2"], places: ["R1", "R3.1", "R5.1"], signs: [] },
  minecart_mayhem: { ways: ["R7.3", "R8.2", "R10.3"], sums: ["R9.1"], places: ["R1.6", "R4.2", "R5.2", "R6.5"], signs: ["R3.4"] },
  madstone: {
    ways: ["R3.2"],
    sums: ["R4.1", "R5.3", "R5.5", "R7.2", "R8.1", "R9.1", "R10.2", "R11.10"],
    places: [],
    signs: ["R1.2", "R1.3", "R6.2", "R11.1"],
  },
  trap_the_cap: { ways: ["R2.3", "R6.1"], sums: [], places: ["R3.3", "R4.1", "R4.2", "R5.3", "R8.2", "R10.1", "R11.1"], signs: ["R1.3"] },
  rockport_caverns: { ways: ["R6.1", "R8.5", "R9.1", "R11.9"], sums: ["R5.3"], places: ["R4.2", "R7.2"], signs: ["R2.3", "R8.2", "R12.1"] },
};

/** Words within figures. */
export const figureLabels = {
  front: { en: "front", de: "vorn" },
  back: { en: "back", de: "hinten" },
  plain: { en: "plain", de: "einfach" },
  yellow: { en: "yellow", de: "gelb" },
  grey: { en: "grey", de: "grau" },
  events: {
    1: { en: "No Action: +1 life", de: "Nichts: +1 Leben" },
    2: { en: "Slip and Fall: −1 life", de: "Sturz: −1 Leben" },
    3: { en: "Rock Slide", de: "Steinschlag" },
    4: { en: "Disoriented", de: "Verwirrt" },
    5: { en: "Slide", de: "Rutsch" },
    6: { en: "Rock Slides: two", de: "Zwei Steinschläge" },
  } satisfies Record<number, Text>,
} as const;
