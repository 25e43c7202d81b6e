// What boardgame.io's Madcap says of games: one on each line of the input as JSON, {dice, moves: [[colour, face, stop]]};
// for each a line: the legal moves before each move, and the gold after the last.
'use strict';

const readline = require('readline');
const { isLegal, send } = require('./madcap.js');

const DICE = 12;

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { dice, moves } = JSON.parse(line);
  const G = { dice, left: DICE, levels: [0, 0, 0], last: -1, gold: [0, 0], points: [0, 0], game: 0, games: 1, toAct: 0 };
  const legal = moves.map(([colour, face, stop]) => {
    const found = [];
    for (let barrel = 0; barrel < 3; barrel += 1)
      for (let pips = 1; pips <= 6; pips += 1)
        for (let level = 0; level <= 7; level += 1) if (isLegal(G, barrel, pips, level)) found.push([barrel, pips, level]);
    send({ G, playerID: String(G.toAct) }, colour, face, stop);
    return found;
  });
  console.log(JSON.stringify({ legal, gold: G.gold }));
});
