// A bot for Motherlode that knows no game: it plays any legal action, drawn from the seed that it is given.
// It speaks the whole of docs/protocol.md. Build and try it:
//
//     g++ -O2 -std=c++17 -o random_bot examples/bots/random_bot.cpp
//     motherlode arena madcap --bots random,exec:./random_bot --games 20
//     motherlode play madcap --players human,exec:./random_bot

#include <cstdint>
#include <iostream>
#include <random>
#include <string>
#include <vector>

int main() {
    std::mt19937_64 random;
    std::vector<long> actions;
    std::string line;
    while (std::getline(std::cin, line)) {
        const auto space = line.find(' ');
        const std::string word = line.substr(0, space);
        const std::string rest = space == std::string::npos ? "" : line.substr(space + 1);
        if (word == "motherlode") {
            if (rest != "1") {
                std::cout << "error this program speaks version 1 only" << std::endl;
                return 1;
            }
            std::cout << "name Random, in C++\nready 1" << std::endl;
        } else if (word == "seed") {
            random.seed(std::stoull(rest));
        } else if (word == "position") {  // a new decision: its actions follow
            actions.clear();
        } else if (word == "action") {  // number, tab, words, tab, what to touch
            actions.push_back(std::stol(rest));
        } else if (word == "go") {
            std::cout << "bestaction " << actions[random() % actions.size()] << std::endl;
        } else if (word == "quit") {
            break;
        }  // whatever else there is, now or in a later version, is not needed here
    }
}
