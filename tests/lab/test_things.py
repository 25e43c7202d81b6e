"""Blocks that are played: pure, in balance, with seeds of their own; and what is noted of them."""

from math import isnan

import msgspec
import pytest

from motherlode.core.contract import CHANCE
from motherlode.core.errors import BadInput
from motherlode.lab.dice import PairedDice, seed_of
from motherlode.lab.experiments import (
    Experiment,
    block_seed,
    make_experiment,
    name_of,
    read_bots,
    read_variant,
    seatings,
)
from motherlode.lab.figures import all_figures, all_things, dominated, luck_share, seat_edge
from motherlode.lab.looking import Look
from motherlode.lab.running import fit_curve
from motherlode.lab.tables import Listener, Measured, Progress, Table, things_of
from motherlode.lab.wording import sentences
from motherlode.table.game import find


@pytest.fixture(scope="module")
def madcap():
    return Table(make_experiment(find("madcap"), ("greedy",), seed=1, is_forced=True))


def measured(block=0, shares=(1.0, 0.0), first=0, luck=(0.0, 0.0), **more):
    values = more.pop("values", {"decisions": 10.0, "minutes": 1.0})
    return Measured(
        block, ("greedy",) * len(shares), first, list(shares), [3, 1], "played out", list(luck), values, **more
    )


def test_dice_give_the_same_for_the_same_purpose_seat_and_count():
    coin = [(0, 1), (1, 1)]
    one, other = PairedDice(7), PairedDice(7)
    first = [one.draw(0, 0, coin) for _ in range(20)]
    for _ in range(5):
        other.draw(3, 1, coin)  # another purpose in between unpairs nothing
    assert [other.draw(0, 0, coin) for _ in range(20)] == first
    twin = PairedDice(8)
    assert [twin.draw(0, 0, coin) for _ in range(20)] != first


def test_an_extra_card_leaves_most_draws_as_they_were():
    deck, larger = [(card, 1) for card in range(50)], [(card, 1) for card in range(51)]
    one, other = PairedDice(1), PairedDice(1)
    draws = [(one.draw(0, 0, deck), other.draw(0, 0, larger)) for _ in range(400)]
    assert sum(a == b for a, b in draws) > 150  # by a remainder it would be about 8
    assert all(abs(a - b) <= 1 for a, b in draws)


def test_every_outcome_is_drawn_as_often_as_it_weighs():
    dice = PairedDice(5)
    found = [dice.draw(0, 0, [(0, 1), (1, 2), (2, 1)]) for _ in range(4000)]
    assert [found.count(each) / 4000 for each in range(3)] == pytest.approx([0.25, 0.5, 0.25], abs=0.03)


def test_seeds_differ_between_blocks_and_experiments():
    game = find("madcap")
    seeds = {block_seed(make_experiment(game, ("greedy",), seed), block) for seed in range(20) for block in range(50)}
    assert len(seeds) == 1000
    assert seed_of("bot", 1, 0, 1) != seed_of("bot", 1, 1, 0)


def test_games_of_different_blocks_differ(madcap):
    assert len({tuple(madcap.play_block(block)[0].scores) for block in range(12)}) > 3


def test_a_block_is_the_same_whoever_plays_it(madcap):
    twin = Table(madcap.experiment)
    assert twin.play_block(5) == madcap.play_block(5)
    assert twin.play_block(2) == madcap.play_block(2)


def test_two_bots_sit_in_all_ways():
    assert seatings(("greedy",), 3) == [("greedy",) * 3]
    assert seatings(("a", "b"), 2) == [("a", "b"), ("b", "a")]
    assert len(seatings(("a", "b", "b"), 3)) == 3


def test_what_is_noted_agrees_with_the_match_played_again(madcap):
    (noted,) = madcap.play_block(3)
    match = madcap.match_of(3, noted.seating)
    assert match.outcome.winners == [seat for seat, share in enumerate(noted.shares) if share]
    assert match.outcome.how == noted.how
    assert match.scores == noted.scores
    assert noted.values["actions"] == match.step
    assert noted.values["decisions"] == sum(entry.actor != CHANCE for entry in match.log)
    assert sum(noted.points.values()) == sum(noted.scores)
    taken = set()
    for entry in match.log:
        if entry.actor != CHANCE:
            action = match.ruleset.action(match.position_at(entry.step), entry.action)
            taken |= set(things_of(action.path))
    assert {name for name, (_, took, _) in noted.things.items() if took} == taken


def test_luck_is_what_came_less_what_could_have_come():
    table = Table(make_experiment(find("rockport_caverns"), ("greedy",), seed=1, num_looks=0))
    luck = [game.luck[0] for block in range(120) for game in table.play_block(block)]
    assert max(map(abs, luck)) > 0.01
    assert abs(sum(luck) / len(luck)) < 0.1  # fair by design


def test_variants_are_read_and_written():
    game, bots = read_variant("madcap+games=3+bots=greedy&random")
    assert (game.options.games, bots) == (3, ("greedy", "random"))
    assert read_variant(name_of("madcap", {"games": 3}, bots, 2))[0].digest == game.digest


@pytest.mark.parametrize("text", ["madcap+", "madcap+games", "madcap+=3", "nothing", "madcap+seats=x"])
def test_a_variant_that_means_nothing_is_refused(text):
    with pytest.raises(BadInput) if text != "nothing" else pytest.raises(LookupError):
        read_variant(text)


def test_programs_are_for_the_arena():
    with pytest.raises(BadInput, match="arena"):
        read_bots("exec:./bot")


def test_as_many_bots_as_seats_or_one():
    with pytest.raises(BadInput, match="one plays them all"):
        make_experiment(find("madcap"), ("a", "b", "c"), 0)


def test_the_edge_is_by_order_not_by_seat():
    # Seat 0 is first and wins, then seat 1 is first and wins: the first always wins, no seat more than the other.
    played = [[measured(0, (1.0, 0.0), 0)], [measured(1, (0.0, 1.0), 1)]] * 20
    found = {figure.name: figure.value for figure in all_figures(played, 2, (0, 1), ("greedy",))}
    assert found["first_share"] == found["order_share_1"] == 1
    assert found["seat_share_1"] == found["seat_share_2"] == 0.5
    assert found["seat_edge"] == 0.5
    assert seat_edge(played, 2, 2).mean == 0.5


# Who is first, and for whom chance acts


@pytest.mark.parametrize("seats", [2, 4])
def test_in_minecart_whoever_plays_the_first_card_is_first_and_not_who_chooses_the_first_lane(seats):
    table = Table(make_experiment(find("minecart_mayhem", seats), ("random",), 2, num_looks=0))
    firsts = set()
    for block in range(12):
        (noted,) = table.play_block(block)
        match = table.match_of(block, noted.seating)
        acts = [entry for entry in match.log if entry.actor != CHANCE]
        assert acts[0].actor == 0  # seat 1 chooses its lane first
        assert acts[seats].actor == noted.seat_at(0)  # after all have chosen their lanes
        assert sorted(noted.seat_at(rank) for rank in range(seats)) == list(range(seats))
        firsts.add(noted.seat_at(0))
    assert len(firsts) > 1


def test_the_order_of_a_round_is_that_of_lanes_and_not_that_of_seats():
    table = Table(make_experiment(find("minecart_mayhem", 4), ("random",), 2, num_looks=0))
    orders = [[table.play_block(block)[0].seat_at(rank) for rank in range(4)] for block in range(20)]
    assert any(order != [(order[0] + rank) % 4 for rank in range(4)] for order in orders)
    noted = measured(0, (0.0, 1.0, 0.0), first=2, luck=(0.0, 0.0, 0.0), order=[2, 1, 0])
    found = {figure.name: figure.value for figure in all_figures([[noted]] * 3, 3, (0, 1, 2), ("a",))}
    assert (found["order_share_1"], found["order_share_2"], found["seat_share_2"]) == (0, 1, 1)


def test_of_a_match_of_several_games_who_began_the_first_one_is_first():
    table = Table(make_experiment(find("madcap", games=2), ("random",), 2, num_looks=0))
    assert {table.play_block(block)[0].first for block in range(8)} == {0}


def test_who_throws_first_is_first_even_if_the_throw_is_lost():
    table = Table(make_experiment(find("trap_the_cap", 3, turns=60), ("random",), 2, num_looks=0))
    assert {table.play_block(block)[0].first for block in range(4)} == {0}


@pytest.mark.parametrize(
    ("name", "seats", "kinds", "dealt"),
    [
        ("madcap", 2, {(0, -1), (1, -1), (2, -1)}, set()),  # red, black and blue dice are rolled for both
        ("madstone", 2, {(0, -1), (2, 0), (2, 1), (7, 0), (7, 1)}, {2, 7}),  # the first player; deals; draws
        ("minecart_mayhem", 2, {(0, 0), (0, 1), (5, 0), (5, 1), (6, 0), (6, 1), (7, -1)}, {0, 6}),
        ("trap_the_cap", 2, {(0, 0), (0, 1)}, set()),
    ],
)
def test_chance_says_what_it_does_and_for_whom(name, seats, kinds, dealt):
    table = Table(make_experiment(find(name, seats), ("random",), 2, num_looks=0))
    found = set()

    class Asking(Listener):
        def draws(self, states, outcomes, outcome):
            found.add(table.purpose(states, 0))

    for block in range(2):
        Progress(table, ("random",) * seats, block).play_on(Asking())
    assert {(purpose.kind, purpose.seat) for purpose in found} == kinds
    assert {purpose.kind for purpose in found if purpose.is_dealt} == dealt


def test_what_chance_dealt_is_counted():
    table = Table(make_experiment(find("minecart_mayhem", 2), ("random",), 2))
    (noted,) = table.play_block(0)
    assert {seats for seats, _ in noted.given.values()} <= {1, 2, 3}
    assert sum(times for _, times in noted.given.values()) >= 10  # hands of five
    assert len(noted.looks) == 1
    several = Table(make_experiment(find("minecart_mayhem", 2), ("random",), 2, num_looks=3, is_forced=True))
    assert len(several.play_block(0)[0].looks) == 3


def test_luck_is_the_squared_correlation_and_so_no_more_than_chance_explains():
    # Luck of twice the size explains as much, and luck that is half noise explains a fifth: 1 / (1 + 4).
    lucky = [[measured(0, (1.0, 0.0), 0, (1.0, -1.0))], [measured(1, (0.0, 1.0), 0, (-1.0, 1.0))]] * 10
    assert luck_share(lucky, 2).mean == pytest.approx(1)
    pairs = [((1.0, 0.0), 1.5), ((1.0, 0.0), -0.5), ((0.0, 1.0), 0.5), ((0.0, 1.0), -1.5)]
    noisy = [[measured(0, shares, 0, (luck, -luck))] for shares, luck in pairs] * 10
    assert luck_share(noisy, 2).mean == pytest.approx(0.2)
    assert luck_share(noisy, 2).low < 0.2 < luck_share(noisy, 2).high


def test_all_is_luck_where_luck_is_the_result_and_none_where_it_is_0():
    lucky = [[measured(0, (1.0, 0.0), 0, (0.5, -0.5))], [measured(1, (0.0, 1.0), 0, (-0.5, 0.5))]] * 10
    assert luck_share(lucky, 2).mean == pytest.approx(1)
    fair = [[measured(0, (1.0, 0.0))], [measured(1, (0.0, 1.0))]] * 10
    assert isnan(luck_share(fair, 2).mean)  # odds that see no luck say nothing


def test_shares_of_bots_are_theirs_wherever_they_sit():
    def game(seating, shares):
        found = measured(0, shares)
        found.seating = seating
        return found

    played = [[game(("a", "b"), (1.0, 0.0)), game(("b", "a"), (0.0, 1.0))]] * 4
    found = {figure.name: figure.value for figure in all_figures(played, 2, (0, 1), ("a", "b"))}
    assert (found["bot_share:a"], found["bot_share:b"]) == (1, 0)


def test_things_are_counted_where_they_were_offered_taken_and_skipped():
    # Offered to both, taken by seat 0, who wins; in every other game nobody takes it.
    took, left = measured(things={"card:x": (3, 1, 2)}), measured(things={"card:x": (3, 0, 0), "card:y": (1, 0, 0)})
    played = [[took], [left]] * 40
    by_name = {thing.name: thing for thing in all_things(played)}
    thing = by_name["card:x"]
    assert (thing.offered, thing.taken, thing.skipped, thing.games) == (1, 0.25, 0.75, 80)
    assert thing.association == pytest.approx(1 - 1 / 3, abs=1e-4)
    assert by_name["card:y"].taken == 0
    assert by_name["card:y"].games == 40


def test_effects_are_told_by_forcing_and_found_only_beyond_doubt():
    def look(gain):
        return Look(0, 2, 1, 0.1, 0.1, 0.5, {}, {"card:good": gain, "card:coin": gain * 0 + (1 if gain else -1)})

    things = {"card:good": (1, 1, 1), "card:coin": (1, 1, 1)}
    played = [[measured(looks=[look(float(block % 2))], things=things)] for block in range(80)]
    by_name = {thing.name: thing for thing in all_things(played)}
    assert by_name["card:good"].effect == 0.5
    assert by_name["card:good"].is_found
    assert by_name["card:coin"].effect == 0
    assert not by_name["card:coin"].is_found


def test_what_is_never_worth_as_much_as_another_is_dominated():
    look = Look(0, 2, 1, 0.1, 0.1, 0.5, {"card:bad": -0.2, "card:good": 0.0, "card:same": 0.0})
    assert dominated([measured(looks=[look] * 20)]) == {"card:bad": ("card:good", "card:same")}
    assert dominated([measured(looks=[look] * 19)]) == {}


def test_a_curve_says_how_often_such_seats_won():
    curve = fit_curve([(0.2, 0.0)] * 60 + [(0.2, 1.0)] * 20 + [(0.8, 1.0)] * 60 + [(0.8, 0.0)] * 20)
    assert list(curve.odds) == sorted(curve.odds)
    assert fit_curve([]).values == (0.0, 1.0)


def test_an_experiment_goes_through_json():
    experiment = make_experiment(find("madcap", games=3), ("greedy", "random"), 5)
    assert msgspec.json.decode(msgspec.json.encode(experiment), type=Experiment) == experiment


def test_sentences_say_what_the_interval_allows():
    def told(wins, count):
        played = [[measured(0, (1.0, 0.0) if block % 100 < wins else (0.0, 1.0))] for block in range(count)]
        return sentences(all_figures(played, 2, (0, 1), ("greedy",)), [])[0]

    assert told(58, 10_000).en == "First player wins 58 % (57 to 59): too much."
    assert told(58, 10_000).de == "Der erste Spieler gewinnt 58 % (57 bis 59): zu viel."
    assert told(50, 10_000).en.endswith("fair.")
    assert told(53, 10_000).en.endswith("a small edge.")
    assert told(40, 10_000).en.endswith("too little.")
    assert told(52, 100).en.endswith("not known well enough yet.")


def test_later_blocks_are_not_looked_at_and_say_so(madcap, monkeypatch):
    from motherlode.lab import tables
    from motherlode.lab.figures import figure_of, measures_of

    monkeypatch.setattr(tables, "LOOKS", 2)
    played = [madcap.play_block(block) for block in range(5)]
    assert [bool(game.looks) for (game,) in played] == [True, True, False, False, False]
    figure = figure_of("real_choices", played, measures_of(2, (0, 1), ("greedy",))["real_choices"])
    assert (figure.blocks, figure.games) == (2, 2)
