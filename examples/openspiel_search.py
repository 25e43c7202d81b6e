"""OpenSpiel's own searches and solvers, unchanged: MCTS, information-set MCTS and CFR.

pip install motherlode[openspiel]
python examples/openspiel_search.py
"""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

from motherlode.envs.openspiel import load_small


def play(game, bot, random):
    """One match of a bot in the first seat against random players; its reward."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            action = random.choice(outcomes, p=probabilities)
        elif state.current_player() == 0:
            action = bot.step(state)
        else:
            action = random.choice(state.legal_actions())
        state.apply_action(int(action))
    return state.returns()[0]


def search_open_game(num_matches, simulations, seed=1):
    """Madcap by MCTS; the mean reward against a random player."""
    game, random = pyspiel.load_game("motherlode_madcap"), np.random.RandomState(seed)
    bot = mcts.MCTSBot(game, 1.5, simulations, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    return float(np.mean([play(game, bot, random) for _ in range(num_matches)]))


def search_hidden_game(num_matches, simulations, seed=1):
    """Minecart Mayhem, whose hands are hidden, by information-set MCTS; the mean reward against a random player."""
    game, random = pyspiel.load_game("motherlode_minecart_mayhem"), np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random), 1.5, simulations, random_state=random)
    return float(np.mean([play(game, bot, random) for _ in range(num_matches)]))


def solve(iterations):
    """A tiny Minecart Mayhem by CFR; how far from unexploitable the policy is before and after."""
    game = load_small("minecart_mayhem")
    solver = cfr.CFRSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return before, exploitability.exploitability(game, solver.average_policy())


if __name__ == "__main__":
    print(f"MCTS against a random player in Madcap: {search_open_game(20, 100):+.2f}")
    print(f"ISMCTS against a random player in Minecart Mayhem: {search_hidden_game(20, 100):+.2f}")
    before, after = solve(200)
    print(f"exploitability of a tiny Minecart Mayhem: {before:.3f} before, {after:.3f} after 200 iterations of CFR")
