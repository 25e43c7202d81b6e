// Madcap in C++ (madcap.hpp): what our compiled rules are measured against.
//
//   madcap play GAMES SEED   plays whole random games and prints: games actions cpu_seconds gold0 gold1
//   madcap check             reads one game on each line (12 outcomes, then 12 actions) and prints, before each action
//                            and at the end, a line: to_act gold0 gold1 legal actions...

#include <cstdlib>
#include <ctime>
#include <iostream>
#include <sstream>
#include <string>

#include "madcap.hpp"

int play(long games, uint32_t seed) {
  Random random(seed);
  long actions = 0;
  long gold[2] = {0, 0};
  const std::clock_t start = std::clock();
  for (long number = 0; number < games; ++number) {
    Game game;
    while (game.to_act() != kOver) {
      if (game.to_act() == kChance) {
        game.roll(1 + random.below(kFaces));
      } else {
        const MoveList moves = game.legal_moves();
        game.play(moves[random.below(moves.size())]);
      }
      ++actions;
    }
    gold[0] += game.gold(0);
    gold[1] += game.gold(1);
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::cout << games << ' ' << actions << ' ' << seconds << ' ' << gold[0] << ' ' << gold[1] << '\n';
  return 0;
}

void show(const Game& game) {
  std::cout << game.to_act() << ' ' << game.gold(0) << ' ' << game.gold(1);
  if (game.to_act() >= 0) {
    for (const Move& move : game.legal_moves()) std::cout << ' ' << move.code();
  }
  std::cout << '\n';
}

int check() {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream actions(line);
    Game game;
    int action;
    while (actions >> action) {
      show(game);
      if (game.to_act() == kChance) {
        game.roll(action + 1);
      } else {
        game.play(Move::from_code(action));
      }
    }
    show(game);
  }
  return 0;
}

int main(int count, char** words) {
  const std::string mode = count > 1 ? words[1] : "";
  if (mode == "play" && count == 4) return play(std::atol(words[2]), static_cast<uint32_t>(std::atol(words[3])));
  if (mode == "check" && count == 2) return check();
  std::cerr << "usage: madcap play GAMES SEED | madcap check\n";
  return 2;
}
