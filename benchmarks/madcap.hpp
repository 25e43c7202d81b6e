// The rules of Madcap in straightforward C++: the rulebook's game, seven levels, four six-sided dice of each colour.
// Actions have the same numbers as in motherlode/games/madcap/actions.py.

#pragma once

#include <array>
#include <cstdint>

constexpr int kColours = 3;
constexpr int kFaces = 6;
constexpr int kLevels = 7;
constexpr int kDicePerColour = 4;
constexpr int kDice = kColours * kDicePerColour;
constexpr int kOutside = 0;
constexpr int kNoColour = -1;
constexpr int kChance = -1;
constexpr int kOver = -2;

enum Way { kUp, kDown, kDiscard };
constexpr int kWays = 3;
constexpr int kFacesInCode = 8;  // action numbers leave room for dice with up to eight faces

struct Move {
  int colour;
  int face;
  Way way;

  int code() const { return (colour * kFacesInCode + face - 1) * kWays + way; }

  static Move from_code(int code) {
    return {code / (kFacesInCode * kWays), code / kWays % kFacesInCode + 1, static_cast<Way>(code % kWays)};
  }
};

class MoveList {
 public:
  void add(Move move) { moves_[size_++] = move; }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Move& operator[](int index) const { return moves_[index]; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }

 private:
  std::array<Move, kColours * kFaces * 2> moves_;
  int size_ = 0;
};

// sfc32 by Chris Doty-Humphrey.
class Random {
 public:
  explicit Random(uint32_t seed) : b_(seed) {
    for (int step = 0; step < 12; ++step) next();
  }

  int below(int bound) { return static_cast<int>((uint64_t{next()} * static_cast<uint32_t>(bound)) >> 32); }

 private:
  uint32_t next() {
    const uint32_t word = a_ + b_ + count_++;
    a_ = b_ ^ (b_ >> 9);
    b_ = c_ + (c_ << 3);
    c_ = ((c_ << 21) | (c_ >> 11)) + word;
    return word;
  }

  uint32_t a_ = 0, b_, c_ = 0, count_ = 1;
};

class Game {
 public:
  int to_act() const { return to_act_; }
  int gold(int seat) const { return gold_[seat]; }

  Game() = default;

  // A position after the roll.
  Game(const std::array<std::array<int, kFaces>, kColours>& dice, const std::array<int, kColours>& level,
       const std::array<int, 2>& gold, int banned, int played)
      : dice_(dice), level_(level), gold_(gold), banned_(banned), rolled_(kDice), played_(played) {
    to_act_ = played == kDice ? kOver : played % 2;
  }

  // Chance: the next die shows this face; red dice first, then black, then blue.
  void roll(int face) {
    ++dice_[rolled_ / kDicePerColour][face - 1];
    if (++rolled_ == kDice) to_act_ = 0;
  }

  // Moves of the barrels that the opponent did not just choose, else of that one, else a discard likewise.
  MoveList legal_moves() const {
    MoveList moves;
    for (int colour = 0; colour < kColours; ++colour) {
      if (colour != banned_) add_moves(colour, moves);
    }
    if (moves.empty() && banned_ != kNoColour) add_moves(banned_, moves);
    if (!moves.empty()) return moves;
    for (int colour = 0; colour < kColours; ++colour) {
      if (colour != banned_) add_discards(colour, moves);
    }
    if (moves.empty() && banned_ != kNoColour) add_discards(banned_, moves);
    return moves;
  }

  void play(Move move) {
    --dice_[move.colour][move.face - 1];
    banned_ = move.colour;
    if (move.way != kDiscard) {
      const int level = landing(level_[move.colour], move.face, move.way);
      level_[move.colour] = level;
      for (int other = 0; other < kColours; ++other) {
        if (other != move.colour && level_[other] == level) gold_[to_act_] += level;
      }
    }
    to_act_ = ++played_ == kDice ? kOver : 1 - to_act_;
  }

 private:
  static int landing(int level, int face, Way way) {
    if (level == kOutside) return face;
    const int end = way == kDown ? level + face : level - face;
    if (end > kLevels) return 2 * kLevels - end;
    if (end < 1) return 2 - end;
    return end;
  }

  void add_moves(int colour, MoveList& moves) const {
    const int level = level_[colour];
    for (int face = 1; face <= kFaces; ++face) {
      if (dice_[colour][face - 1] == 0) continue;
      const int up = landing(level, face, kUp);
      const int down = landing(level, face, kDown);
      if (up != level) moves.add({colour, face, kUp});
      if (down != level && down != up) moves.add({colour, face, kDown});
    }
  }

  void add_discards(int colour, MoveList& moves) const {
    for (int face = 1; face <= kFaces; ++face) {
      if (dice_[colour][face - 1] > 0) moves.add({colour, face, kDiscard});
    }
  }

  std::array<std::array<int, kFaces>, kColours> dice_{};
  std::array<int, kColours> level_{};
  std::array<int, 2> gold_{};
  int banned_ = kNoColour;
  int rolled_ = 0;
  int played_ = 0;
  int to_act_ = kChance;
};
