// Madcap for boardgame.io, from RULES.md of the game; the numbers in comments are its rules.
'use strict';

const { INVALID_MOVE } = require('boardgame.io/core');

const LEVELS = 7;
const DICE_OF_A_COLOUR = 4;
const COLOURS = [0, 1, 2];
const NOBODY = -1;
const OUTSIDE = 0;
const DISCARD = 0; // as the level where a barrel stops: it stays

// R1.2: how many dice of each colour show each face; dice[colour][face - 1].
function roll(random) {
  return COLOURS.map(() => {
    const faces = [0, 0, 0, 0, 0, 0];
    for (const face of random.D6(DICE_OF_A_COLOUR)) faces[face - 1] += 1;
    return faces;
  });
}

function startGame(G, random) {
  G.dice = roll(random);
  G.left = COLOURS.length * DICE_OF_A_COLOUR;
  G.levels = [OUTSIDE, OUTSIDE, OUTSIDE];
  G.last = NOBODY; // the colour of the turn before
  G.gold = [0, 0];
}

// R4.1, R4.2: where a barrel stops, after at most one bounce.
function landing(level, distance) {
  const stop = level + distance;
  if (stop < 1) return 2 - stop;
  if (stop > LEVELS) return 2 * LEVELS - stop;
  return stop;
}

// R2.2, R2.3, R4.3: may this barrel stop there?
function reaches(level, face, stop) {
  if (level === OUTSIDE) return stop === face;
  return stop !== level && (stop === landing(level, face) || stop === landing(level, -face));
}

function hasMove(G, colour) {
  const level = G.levels[colour];
  return G.dice[colour].some(
    (count, index) =>
      count > 0 &&
      (level === OUTSIDE || landing(level, index + 1) !== level || landing(level, -index - 1) !== level),
  );
}

// R3 and R5: the ban, and when dice are discarded instead.
function isLegal(G, colour, face, stop) {
  if (!COLOURS.includes(colour) || !(G.dice[colour][face - 1] > 0)) return false;
  const movable = COLOURS.filter((barrel) => hasMove(G, barrel));
  if (movable.length === 0) {
    const others = COLOURS.some((barrel) => barrel !== G.last && G.dice[barrel].some((count) => count > 0));
    return stop === DISCARD && !(colour === G.last && others);
  }
  if (colour === G.last && movable.some((barrel) => barrel !== colour)) return false;
  return stop !== DISCARD && reaches(G.levels[colour], face, stop);
}

function send({ G, playerID, random }, colour, face, stop) {
  if (!isLegal(G, colour, face, stop)) return INVALID_MOVE;
  const seat = Number(playerID);
  G.dice[colour][face - 1] -= 1;
  G.left -= 1;
  G.last = colour;
  G.toAct = 1 - seat;
  if (stop !== DISCARD) {
    const met = COLOURS.filter((barrel) => barrel !== colour && G.levels[barrel] === stop).length;
    G.levels[colour] = stop;
    G.gold[seat] += met * stop; // R6.1, R6.2
  }
  if (G.left > 0) return undefined;
  const [mine, theirs] = G.gold; // R7.1
  G.points[0] += mine > theirs ? 2 : mine === theirs ? 1 : 0;
  G.points[1] += mine < theirs ? 2 : mine === theirs ? 1 : 0;
  G.game += 1;
  if (G.game === G.games) {
    G.toAct = NOBODY;
  } else {
    G.toAct = G.game % 2;
    startGame(G, random);
  }
  return undefined;
}

exports.isLegal = isLegal;
exports.send = send;
exports.Madcap = {
  name: 'madcap',
  minPlayers: 2,
  maxPlayers: 2,
  setup: ({ random }, setupData) => {
    const G = { game: 0, games: (setupData && setupData.games) || 1, points: [0, 0], toAct: 0 };
    startGame(G, random);
    return G;
  },
  moves: { send },
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: () => 0, next: ({ G }) => (G.toAct === NOBODY ? 0 : G.toAct) },
  },
  endIf: ({ G }) => (G.toAct === NOBODY ? { points: G.points } : undefined),
};
