// OpenSpiel's tree search (open_spiel/algorithms/mcts.cc) on Madcap in C++ (madcap.hpp), as a game of OpenSpiel's.
//
// Reads one search on each line:
//
//   SIMULATIONS SEED EXPLORE REWARD BANNED PLAYED GOLD0 GOLD1 LEVEL*3 DICE*18
//
// and prints ACTION CPU_SECONDS. DICE counts the dice that are left by colour and face. REWARD is `margin`, which is
// what the Python game in openspiel_madcap.py returns, or `win`: 1, 0 or -1, with solved results backed up.

#include <cstdlib>
#include <ctime>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "madcap.hpp"
#include "open_spiel/algorithms/mcts.h"
#include "open_spiel/spiel.h"

using Rules = Game;

namespace spiel = open_spiel;

constexpr int kMostGold = kDice / 2 * 2 * kLevels;

const spiel::GameType kType{
    "madcap",
    "Madcap",
    spiel::GameType::Dynamics::kSequential,
    spiel::GameType::ChanceMode::kExplicitStochastic,
    spiel::GameType::Information::kPerfectInformation,
    spiel::GameType::Utility::kZeroSum,
    spiel::GameType::RewardModel::kTerminal,
    2,
    2,
    false,
    false,
    false,
    false,
    {},
};

class MadcapState : public spiel::State {
 public:
  MadcapState(std::shared_ptr<const spiel::Game> game, const Rules& rules, bool counts_margin)
      : spiel::State(std::move(game)), rules_(rules), counts_margin_(counts_margin) {}
  MadcapState(const MadcapState&) = default;

  spiel::Player CurrentPlayer() const override {
    if (rules_.to_act() == kOver) return spiel::kTerminalPlayerId;
    return rules_.to_act() == kChance ? spiel::kChancePlayerId : rules_.to_act();
  }
  bool IsTerminal() const override { return rules_.to_act() == kOver; }
  std::unique_ptr<spiel::State> Clone() const override { return std::make_unique<MadcapState>(*this); }
  std::string ActionToString(spiel::Player, spiel::Action action) const override { return std::to_string(action); }
  std::string ToString() const override { return std::to_string(rules_.gold(0)) + "-" + std::to_string(rules_.gold(1)); }

  std::vector<spiel::Action> LegalActions() const override {
    std::vector<spiel::Action> actions;
    const MoveList moves = rules_.legal_moves();
    actions.reserve(moves.size());
    for (const Move& move : moves) actions.push_back(move.code());
    return actions;
  }

  spiel::ActionsAndProbs ChanceOutcomes() const override {
    spiel::ActionsAndProbs outcomes;
    for (int face = 0; face < kFaces; ++face) outcomes.emplace_back(face, 1.0 / kFaces);
    return outcomes;
  }

  std::vector<double> Returns() const override {
    if (!IsTerminal()) return {0.0, 0.0};
    const int margin = rules_.gold(0) - rules_.gold(1);
    const double reward = counts_margin_ ? margin : (margin > 0) - (margin < 0);
    return {reward, -reward};
  }

 protected:
  void DoApplyAction(spiel::Action action) override {
    if (rules_.to_act() == kChance) {
      rules_.roll(static_cast<int>(action) + 1);
    } else {
      rules_.play(Move::from_code(static_cast<int>(action)));
    }
  }

 private:
  Rules rules_;
  bool counts_margin_;
};

class MadcapGame : public spiel::Game {
 public:
  explicit MadcapGame(bool counts_margin) : spiel::Game(kType, {}), counts_margin_(counts_margin) {}

  int NumDistinctActions() const override { return kColours * kFacesInCode * kWays; }
  int MaxChanceOutcomes() const override { return kFaces; }
  int NumPlayers() const override { return 2; }
  double MinUtility() const override { return -MaxUtility(); }
  double MaxUtility() const override { return counts_margin_ ? kMostGold : 1; }
  int MaxGameLength() const override { return kDice; }
  std::unique_ptr<spiel::State> NewInitialState() const override { return at(Rules()); }

  std::unique_ptr<spiel::State> at(const Rules& rules) const {
    return std::make_unique<MadcapState>(shared_from_this(), rules, counts_margin_);
  }

 private:
  bool counts_margin_;
};

int main() {
  const auto by_margin = std::make_shared<const MadcapGame>(true);
  const auto by_win = std::make_shared<const MadcapGame>(false);
  int simulations, seed, banned, played;
  double explore;
  std::string reward;
  while (std::cin >> simulations >> seed >> explore >> reward >> banned >> played) {
    std::array<int, 2> gold;
    std::array<int, kColours> level;
    std::array<std::array<int, kFaces>, kColours> dice;
    for (int& each : gold) std::cin >> each;
    for (int& each : level) std::cin >> each;
    for (auto& colour : dice) {
      for (int& each : colour) std::cin >> each;
    }
    if (!std::cin || (reward != "margin" && reward != "win")) return 2;
    const bool counts_margin = reward == "margin";
    const auto& game = counts_margin ? by_margin : by_win;
    const auto state = game->at(Rules(dice, level, gold, banned, played));
    auto evaluator = std::make_shared<spiel::algorithms::RandomRolloutEvaluator>(1, seed);
    spiel::algorithms::MCTSBot bot(*game, evaluator, explore, simulations, 1000, !counts_margin, seed, false);
    const std::clock_t start = std::clock();
    const auto root = bot.MCTSearch(*state);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    std::cout << root->BestChild().action << ' ' << seconds << std::endl;
  }
  return 0;
}
