/** Each game on one page: what it is about, what one does in a turn, and how it ends, with the rules that say it in full. */
import type { Text } from "./index";

export interface Point {
  words: Text;
  rules: readonly string[];
}

export const SUMMARIES: Record<string, readonly Point[]> = {
  madcap: [
    { words: { en: "Blow up gold in a mine of seven levels; the deeper, the more it holds.", de: "Spreng Gold aus einem Bergwerk mit sieben Ebenen; je tiefer, desto mehr liegt dort." }, rules: ["R1.1"] },
    { words: { en: "All twelve dice are rolled once and lie open. In your turn you take one: the barrel of its colour goes as many levels up or down.", de: "Alle zwölf Würfel werden einmal geworfen und liegen offen. Wer dran ist, nimmt einen: Das Fass seiner Farbe fährt so viele Ebenen nach oben oder nach unten." }, rules: ["R1.2", "R2.1", "R2.2"] },
    { words: { en: "A barrel from outside enters on the level that its die shows. At the top and at the bottom barrels turn and go back.", de: "Ein Fass von draußen kommt auf die Ebene, die sein Würfel zeigt. Oben und unten kehren Fässer um." }, rules: ["R2.3", "R4.1"] },
    { words: { en: "The barrel that the other has just moved is not yours to move, if another can be.", de: "Das Fass, das gerade bewegt wurde, ist tabu, solange ein anderes fahren kann." }, rules: ["R3.1"] },
    { words: { en: "Stop where another barrel stands, and you take the gold of that level; where both others stand, twice as much.", de: "Hältst du, wo ein anderes Fass steht, bekommst du das Gold der Ebene; stehen beide dort, doppelt so viel." }, rules: ["R6.1", "R6.2"] },
    { words: { en: "After the twelfth die, more gold wins.", de: "Nach dem zwölften Würfel gewinnt, wer mehr Gold hat." }, rules: ["R6.4"] },
  ],
  minecart_mayhem: [
    { words: { en: "Be the last cart on its rails while the cave falls in behind you.", de: "Sei die letzte Lore auf den Gleisen, während die Höhle hinter dir einstürzt." }, rules: ["R11.1"] },
    { words: { en: "In your turn you play one card of your hand: say where, then roll. It works if the die shows more than its number.", de: "Wer dran ist, spielt eine Handkarte: erst das Ziel, dann der Würfel. Sie gelingt, wenn er mehr zeigt als ihre Zahl." }, rules: ["R3.1", "R3.4"] },
    { words: { en: "Rails lengthen a lane. Dynamite takes its front or its back rail; if it fails, your own.", de: "Gleise verlängern eine Spur. Dynamit nimmt ihr vorderes oder hinteres Gleis; misslingt es, deins." }, rules: ["R4.2", "R5.2", "R5.3"] },
    { words: { en: "A stalactite stops a cart for one move, a rocket pushes it one on, a swap exchanges two carts, a double plays two cards.", de: "Ein Stalaktit hält eine Lore einmal auf, eine Rakete schiebt sie eine Reihe vor, ein Tausch wechselt zwei Loren, ein Doppel spielt zwei Karten." }, rules: ["R6.5", "R7.2", "R8.2", "R9.1"] },
    { words: { en: "At the end of a round the back rail of every lane falls, then all carts roll one on. Who has no rail is out.", de: "Am Ende der Runde fällt das hintere Gleis jeder Spur, dann rollen alle Loren eine Reihe weiter. Wer kein Gleis hat, ist raus." }, rules: ["R10.2", "R10.3"] },
    { words: { en: "The torch wanders one lane on: there the next round begins.", de: "Die Fackel wandert eine Spur weiter: Dort beginnt die nächste Runde." }, rules: ["R2.1", "R2.4"] },
  ],
  madstone: [
    { words: { en: "Most points win: hearts of killed cards, power of your army, gold crystals.", de: "Die meisten Punkte gewinnen: Herzen getöteter Karten, Stärke deines Heers, goldene Kristalle." }, rules: ["R10.2", "R10.3"] },
    { words: { en: "In your turn: first abilities of your army, then two actions. Place a card, attack, or draw up to three.", de: "In deinem Zug: erst Fähigkeiten deines Heers, dann zwei Aktionen. Karte auslegen, angreifen oder auf drei nachziehen." }, rules: ["R3.1", "R3.2", "R4.3"] },
    { words: { en: "A card placed on its faction's pile brings red crystals, at most as many as your power.", de: "Eine Karte auf dem Stapel ihres Volks bringt rote Kristalle, höchstens so viele wie deine Stärke." }, rules: ["R4.1"] },
    { words: { en: "An attack costs crystals: kill a card for its heart, or command it into your army. Beyond your power every point costs double.", de: "Ein Angriff kostet Kristalle: Töte eine Karte für ihr Herz oder befehlige sie in dein Heer. Über deine Stärke hinaus kostet jeder Punkt doppelt." }, rules: ["R5.1", "R5.5"] },
    { words: { en: "By day you attack the tops of piles and command from your hand. At night armies are targets too, and the field costs 2 more.", de: "Bei Tag gehen Angriffe auf die Stapel und eigene Handkarten. Bei Nacht sind auch Heere Ziele, und das Feld kostet 2 mehr." }, rules: ["R5.2", "R5.3", "R6.4"] },
    { words: { en: "Who has least power may lift the darkness. When the draw pile is empty, each has one more turn.", de: "Wer am wenigsten Stärke hat, darf die Dunkelheit beenden. Ist der Stapel leer, hat jeder noch einen Zug." }, rules: ["R6.5", "R10.1"] },
  ],
  trap_the_cap: [
    { words: { en: "Trap the caps of the others and carry them home.", de: "Fang die Hüte der anderen und trag sie heim." }, rules: ["R4.1", "R7.2"] },
    { words: { en: "Throw, and move one of your free caps by exactly so many spaces, in any direction, without turning back.", de: "Würfle und zieh einen deiner freien Hüte genau so weit, in jede Richtung, ohne umzukehren." }, rules: ["R2.1", "R2.3"] },
    { words: { en: "End where another colour stands, and you trap it: your cap lies on top and takes the whole stack along.", de: "Endest du bei einer anderen Farbe, fängst du sie: Dein Hut liegt oben und nimmt den ganzen Stapel mit." }, rules: ["R4.1", "R4.2"] },
    { words: { en: "On grey spaces nobody is trapped, and up to three colours rest.", de: "Auf grauen Feldern wird niemand gefangen; dort rasten bis zu drei Farben." }, rules: ["R3.3", "R4.3"] },
    { words: { en: "Only a laden cap goes home, without an exact throw. Captives stay there for good, your own are free again.", de: "Nur wer Gefangene trägt, darf heim, ohne genauen Wurf. Gefangene bleiben dort für immer, eigene Hüte sind wieder frei." }, rules: ["R5.1", "R5.2", "R5.3"] },
    { words: { en: "After a six you may throw again. It ends when only one colour has a free cap.", de: "Nach einer Sechs darfst du noch einmal. Es endet, wenn nur noch eine Farbe freie Hüte hat." }, rules: ["R6.1", "R7.1"] },
  ],
  rockport_caverns: [
    { words: { en: "Find your friend and reach an exit together, before the water does.", de: "Finde deinen Freund und erreicht zusammen einen Ausgang, bevor es das Wasser tut." }, rules: ["R10.1"] },
    { words: { en: "A turn has two actions and those you stored. A step costs 1, with the friend 2, in a flooded row 3.", de: "Ein Zug hat zwei Aktionen und die aufgehobenen. Ein Schritt kostet 1, mit dem Freund 2, in einer überfluteten Reihe 3." }, rules: ["R5.1", "R5.2", "R5.3", "R5.4"] },
    { words: { en: "You may store one action for later, or pass: one life more, and no event.", de: "Du darfst eine Aktion aufheben oder rasten: ein Leben mehr und kein Ereignis." }, rules: ["R5.5", "R5.7"] },
    { words: { en: "Then the event die: rest, fall, rocks, confusion or a slide. Three times a game you may turn it into a rest.", de: "Dann der Ereigniswürfel: nichts, Sturz, Steinschlag, Verwirrung oder Rutsch. Dreimal im Spiel wendet ein Neuwurf es ab." }, rules: ["R8.1", "R8.2", "R8.3"] },
    { words: { en: "Rocks hurt who stands there and in time block a hex for good. A step onto rocks ends the turn.", de: "Felsen treffen, wer dort steht, und versperren ein Feld mit der Zeit für immer. Ein Schritt auf Felsen beendet den Zug." }, rules: ["R6.1", "R7.2", "R7.4"] },
    { words: { en: "Each round the water rises. You lose without lives, with a flooded row above you, or without a way out.", de: "Jede Runde steigt das Wasser. Verloren ist, wer keine Leben hat, über wem eine Reihe überflutet ist oder wem kein Weg hinaus bleibt." }, rules: ["R4.1", "R11.1", "R11.3", "R11.9"] },
  ],
};
