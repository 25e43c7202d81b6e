/** Things of Madstone in words: for buttons, and for those who listen. */
import { count, say, type Text } from "../../text";
import { madstone } from "../../text/madstone";
import { writeAbility } from "./abilities";
import { DARKNESS, ENERGIES, findCard, type Card, type Commander, type Energy, type Faction, type Found, type Player, type Position } from "./position";

const FACTION_NAMES: Record<Faction, Text> = {
  vampire: madstone.vampire,
  human: madstone.human,
  elf: madstone.elf,
  goblin: madstone.goblin,
  artifact: madstone.artifact,
};
const DOINGS: Record<string, Text> = {
  kill: madstone.doKill,
  command: madstone.doCommand,
  place: madstone.doPlace,
  use: madstone.doUse,
};

/** A verb of a path as its button shows it. */
export function nameDoing(verb: string): string {
  return DOINGS[verb] ? say(DOINGS[verb]) : verb;
}

/** What placing a card brings: no more than power, and what constants of the army add is not known here. */
export function gainOf(position: Position, crystals: number): { gain: number; isLeast: boolean } {
  const player = position.actor === null ? undefined : position.players[position.actor];
  const isLeast = !!player?.army.some((card) => card.abilities.some((words) => words.includes("placing a card gains")));
  return { gain: Math.min(crystals, player?.power ?? 0), isLeast };
}

export function nameThing(thing: string, position: Position, path: readonly string[]): string {
  const [kind, rest = ""] = thing.split(":");
  switch (kind) {
    case "do":
      return sayDoing(position, path.at(-1) ?? "", rest);
    case "card":
      return thing === DARKNESS ? say(madstone.darkness) : (findCard(position, thing)?.card.name ?? rest);
    case "commander":
      return position.commanders.find(({ id }) => id === thing)?.name ?? rest;
    case "pile":
      return sayPile(position, thing);
    case "seat":
      return say(madstone.takeFrom, { name: rest });
    case "deck":
      return say(madstone.drawTo);
    case "night":
      return say(madstone.lift);
    case "gold":
      return say(madstone.goldFirst);
    case "end":
      return say(madstone.endTurn);
    default:
      return thing;
  }
}

/** Like `Kill Ghoul: pay 4, 3 points`. */
export function sayDoing(position: Position, id: string, verb: string): string {
  const card = findCard(position, id)?.card;
  if (!card) return nameDoing(verb);
  const { name, numbers } = card;
  if (verb === "kill") return say(madstone.saysKill, { name, cost: card.costs?.kill ?? 0, points: numbers.kill });
  if (verb === "command") return say(madstone.saysCommand, { name, cost: card.costs?.command ?? 0, power: numbers.power });
  if (verb === "use") return say(madstone.saysUse, { name });
  if (verb !== "place") return nameDoing(verb);
  if (!position.turn) return say(madstone.saysPlaceFree, { name });
  const { gain, isLeast } = gainOf(position, numbers.crystals);
  return say(madstone.saysPlace, { name, gain: isLeast ? say(madstone.atLeast, { n: gain }) : gain });
}

export function sayPile(position: Position, id: string): string {
  const pile = position.piles.find((one) => one.id === id);
  if (!pile) return id;
  const parts = [
    count(madstone.pileLabel1, madstone.pileLabel, pile.cards.length).replace("{faction}", say(FACTION_NAMES[pile.faction])),
  ];
  if (pile.cards.length > 1) parts.push(sayUnder(pile.cards));
  if (pile.is_closed) parts.push(say(madstone.closed));
  return parts.join(", ");
}

/** The cards under the top one. */
export function sayUnder(cards: readonly Card[]): string {
  return say(madstone.under, { list: cards.slice(1).map(({ name }) => name).join(", ") });
}

/** What is to be known about something that is no card: a Commander, a pile, the draw pile, day and night, a player. */
export function sayThing(position: Position, id: string, names: readonly string[]): string[] {
  const [kind] = id.split(":");
  const player = position.players.find((one) => one.id === id);
  if (kind === "commander") return [say(madstone.commanderText)];
  if (kind === "pile") return [sayPile(position, id)];
  if (kind === "deck") return [say(madstone.deckLabel, { n: position.deck.cards }), say(madstone.tokensLeft, { n: position.tokens_left })];
  if (kind === "night") return position.night.is_night ? [say(madstone.night), say(madstone.nightMeans)] : [say(madstone.day), say(madstone.dayMeans)];
  if (id === DARKNESS) return [say(madstone.darknessText)];
  if (!player) return [];
  return [
    names[player.seat] ?? "",
    say(madstone.hasPower, { n: player.power }),
    say(madstone.hasCrystals, { red: player.red, gold: player.gold }),
    say(madstone.hasSpoils, { n: player.spoils_points }),
    count(madstone.hasCards1, madstone.hasCards, player.cards),
    ...ENERGIES.filter((energy) => player.energy[energy]).map((energy) => say(madstone.hasEnergy, { energy: say(madstone[energy]), n: player.energy[energy] })),
  ];
}

export function sayEnergy(energy: readonly Energy[]): string {
  return energy.map((kind) => say(madstone[kind])).join(", ");
}

export function sayCommander(commander: Commander, owner: string): string {
  const words = say(madstone.commanderLabel, {
    name: commander.name,
    faction: say(FACTION_NAMES[commander.faction]),
    power: commander.power,
    energy: sayEnergy(commander.energy),
  });
  return owner ? `${words}, ${say(madstone.commanderOf, { name: owner })}` : words;
}

export function sayPlayer(player: Player, name: string): string {
  return say(madstone.playerLabel, {
    name,
    power: player.power,
    red: player.red,
    gold: player.gold,
    spoils: player.spoils_points,
    cards: player.cards,
  });
}

/** Everything a card shows, and where it lies. */
export function sayCard({ card, zone }: Found, names: readonly string[], seat: number | null): string {
  const parts = [
    say(madstone.cardLabel, {
      name: card.name,
      faction: say(FACTION_NAMES[card.faction]),
      place:
        zone.kind === "field"
          ? say(madstone.onPile, { faction: say(FACTION_NAMES[zone.pile]) })
          : zone.kind === "named"
            ? say(madstone.beingPlaced)
            : zone.kind === "army"
              ? say(madstone.inArmy, { name: names[zone.seat] ?? "" })
              : zone.seat === seat
                ? say(madstone.inHand)
                : say(madstone.inHandOf, { name: names[zone.seat] ?? "" }),
      ...card.numbers,
    }),
  ];
  if (card.energy.length) parts.push(say(madstone.withEnergy, { list: sayEnergy(card.energy) }));
  if (card.tokens) parts.push(count(madstone.withTokens1, madstone.withTokens, card.tokens));
  if (card.is_used) parts.push(say(madstone.used));
  if (card.is_negated) parts.push(say(madstone.negated));
  if (card.costs?.kill !== undefined) parts.push(say(madstone.costsKill, { n: card.costs.kill }));
  if (card.costs) parts.push(say(madstone.costsCommand, { n: card.costs.command }));
  return [parts.join(", "), ...card.abilities.map((words) => writeAbility(words).whole)].join(". ");
}
