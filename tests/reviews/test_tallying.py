"""Many matches of a player, added up."""

import msgspec

import motherlode
from motherlode.reviews.tallying import OwnReview, Reviewed, line_of, tally


def test_matches_are_added_up_by_game_with_the_most_costly_mistakes_first():
    match = motherlode.game("madcap").start(seed=7)
    while not match.is_over:
        match.play(match.actions()[0])
    review = motherlode.review(match)
    slim = msgspec.json.decode(msgspec.json.encode(review), type=Reviewed)  # the same JSON, without steps
    lines = [line_of(table, slim, 0) for table in ("one", "two")]
    account = review.accounts[0]
    luck = round(account.luck + account.hidden, 6)
    assert lines[0] == OwnReview(
        "one", "madcap", 2, account.result, luck, account.accuracy, account.lost, account.summary
    )
    [found] = tally([(line, slim, 0) for line in lines])
    assert (found.game, found.matches, found.accuracy) == ("madcap", 2, account.accuracy)
    assert found.lost == round(2 * account.lost, 6)
    costs = [kind.lost for kind in found.mistakes]
    assert costs == sorted(costs, reverse=True)
    bad = [each for each in review.decisions if each.seat == 0 and each.mark in {"inaccuracy", "mistake", "blunder"}]
    assert bad
    assert sum(kind.count for kind in found.mistakes) == 2 * len(bad)
    assert sum(costs) == sum(2 * each.loss for each in bad)
    phases = {kind.phase for kind in found.mistakes}
    last = max(each.last for each in review.decisions) + 1
    assert phases == {("opening", "middle", "end")[3 * each.first // last] for each in bad}
    assert tally([]) == []
