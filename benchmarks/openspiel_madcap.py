"""Madcap as a Python game of OpenSpiel: what our rules are measured against.

Written as OpenSpiel's own Python games are (`open_spiel/python/games`): subclasses of `pyspiel.Game` and
`pyspiel.State`, an explicit chance node for each of the 12 dice. Actions have the same numbers as in
motherlode/games/madcap/actions.py. Only the rulebook's game is here.
"""

import random

import pyspiel

NUM_COLOURS = 3
NUM_FACES = 6
NUM_LEVELS = 7
DICE_PER_COLOUR = 4
NUM_DICE = NUM_COLOURS * DICE_PER_COLOUR
FACES_IN_NUMBER = 8  # action numbers leave room for dice with up to eight faces
UP, DOWN, DISCARD = range(3)
NUM_WAYS = 3
OUTSIDE = 0
NO_COLOUR = -1
MOST_GOLD = NUM_DICE // 2 * 2 * NUM_LEVELS
FACES = [(face, 1 / NUM_FACES) for face in range(NUM_FACES)]

GAME_TYPE = pyspiel.GameType(
    short_name="python_madcap",
    long_name="Python Madcap",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=NUM_COLOURS * FACES_IN_NUMBER * NUM_WAYS,
    max_chance_outcomes=NUM_FACES,
    num_players=2,
    min_utility=-MOST_GOLD,
    max_utility=MOST_GOLD,
    utility_sum=0.0,
    max_game_length=NUM_DICE,
)


def landing(level, face, way):
    """Where a barrel stops."""
    if level == OUTSIDE:
        return face
    end = level + face if way == DOWN else level - face
    if end > NUM_LEVELS:
        return 2 * NUM_LEVELS - end
    return 2 - end if end < 1 else end


class MadcapGame(pyspiel.Game):
    """The game."""

    def __init__(self, params=None):
        super().__init__(GAME_TYPE, GAME_INFO, params or {})

    def new_initial_state(self):
        """No dice are rolled yet."""
        return MadcapState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):  # noqa: ARG002
        """There are no observations."""
        return


class MadcapState(pyspiel.State):
    """A position."""

    def __init__(self, game):
        super().__init__(game)
        self.dice = [[0] * NUM_FACES for _ in range(NUM_COLOURS)]
        self.levels = [OUTSIDE] * NUM_COLOURS
        self.gold = [0, 0]
        self.banned = NO_COLOUR
        self.rolled = 0
        self.played = 0

    def current_player(self):
        """Chance while dice are rolled, then the players in turn."""
        if self.played == NUM_DICE:
            return pyspiel.PlayerId.TERMINAL
        if self.rolled < NUM_DICE:
            return pyspiel.PlayerId.CHANCE
        return self.played % 2

    def chance_outcomes(self):
        """The next die, red ones first, then black, then blue."""
        return FACES

    def _legal_actions(self, player):  # noqa: ARG002
        """Moves of the barrels that the opponent did not just choose, else of that one, else a discard likewise."""
        others = [colour for colour in range(NUM_COLOURS) if colour != self.banned]
        banned = [] if self.banned == NO_COLOUR else [self.banned]
        return self._moves(others) or self._moves(banned) or self._discards(others) or self._discards(banned)

    def _moves(self, colours):
        actions = []
        for colour in colours:
            level = self.levels[colour]
            for face, count in enumerate(self.dice[colour], 1):
                if count:
                    number = (colour * FACES_IN_NUMBER + face - 1) * NUM_WAYS
                    up = landing(level, face, UP)
                    down = landing(level, face, DOWN)
                    if up != level:
                        actions.append(number + UP)
                    if down not in (level, up):
                        actions.append(number + DOWN)
        return actions

    def _discards(self, colours):
        return [
            (colour * FACES_IN_NUMBER + face) * NUM_WAYS + DISCARD
            for colour in colours
            for face, count in enumerate(self.dice[colour])
            if count
        ]

    def _apply_action(self, action):
        if self.rolled < NUM_DICE:
            self.dice[self.rolled // DICE_PER_COLOUR][action] += 1
            self.rolled += 1
            return
        die, way = divmod(action, NUM_WAYS)
        colour, face = divmod(die, FACES_IN_NUMBER)
        self.dice[colour][face] -= 1
        if way != DISCARD:
            level = landing(self.levels[colour], face + 1, way)
            self.levels[colour] = level
            self.gold[self.played % 2] += level * (self.levels.count(level) - 1)
        self.banned = colour
        self.played += 1

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return str(action + 1)
        die, way = divmod(action, NUM_WAYS)
        colour, face = divmod(die, FACES_IN_NUMBER)
        return f"{('red', 'black', 'blue')[colour]} {face + 1} {('up', 'down', 'discard')[way]}"

    def is_terminal(self):
        """All dice are played."""
        return self.played == NUM_DICE

    def returns(self):
        """The margin."""
        margin = float(self.gold[0] - self.gold[1])
        return [margin, -margin]

    def __str__(self):
        return f"dice {self.dice}, levels {self.levels}, gold {self.gold}, banned {self.banned}"


pyspiel.register_game(GAME_TYPE, MadcapGame)


def play_random_games(num_games, seed):
    """Play whole random games as OpenSpiel's example.py does; the number of actions and the gold of each seat.

    One thing is faster than in example.py: chance is drawn with random.choices, which takes a tenth of the time of
    numpy.random.choice with probabilities.
    """
    game = pyspiel.load_game("python_madcap")
    source = random.Random(seed)
    count = 0
    gold = [0, 0]
    for _ in range(num_games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                action = source.choices(outcomes, probabilities)[0]
            else:
                action = source.choice(state.legal_actions())
            state.apply_action(action)
            count += 1
        gold[0] += state.gold[0]
        gold[1] += state.gold[1]
    return count, gold
