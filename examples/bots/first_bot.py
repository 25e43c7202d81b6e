"""A bot for Motherlode as a Python class: it takes the action that looks best in the most of a few random futures.

motherlode arena madcap --bots random,greedy,first_bot:FirstBot --games 20     # in this folder
"""


class FirstBot:
    """One method is all there is to write; what it is given has nothing in it that the seat may not know."""

    def choose(self, ruleset, states, seat, random):
        """The number of a legal action."""
        votes = dict.fromkeys(ruleset.legal(states), 0)
        for _ in range(5):
            world = ruleset.resampled(states, seat, random)  # what is hidden, filled at random
            best, _ = max(ruleset.try_actions(world, random), key=lambda pair: pair[1])
            votes[best] += 1
        return max(votes, key=lambda action: votes[action])
