"""What a few players have scored so far: the totals that the desk reads back, without ranking the field."""

from collections.abc import Sequence

from django.db.models import Q

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.facts.crosstable import Player as CorePlayer
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.standings import rank
from tournaments.access.reader import Reader
from tournaments.models import Player
from tournaments.models.prepared_queries import Parameter, PreparedQuery
from tournaments.queries.standings.crosstable import ROWS, build_crosstable, hide_results

OF_OWN_GAMES = frozenset({"PTS", "SPREAD", "DIFF"})  # criteria that no game of anybody else has a part in
ONE, OTHER = Parameter("one"), Parameter("other")
GAMES_OF_TWO = PreparedQuery(ROWS.filter(Q(white=ONE) | Q(black=ONE) | Q(white=OTHER) | Q(black=OTHER)), "round__event")


def read_scores_so_far(
    reader: Reader, players: Sequence[Player], order: tuple[ChosenCriterion, ...], first_of_duels: int | None
) -> Standings | None:
    """Return one player or two with their values by criteria of their own games.

    One query. None where the rest of the event has a say: where matches decide (from round `first_of_duels` on), after
    an early withdrawal from a round robin, in a bye that counts only because others have played its round, and for
    teams.
    """
    event = reader.event
    if event.of_teams or first_of_duels is not None or not {chosen.code for chosen in order} <= OF_OWN_GAMES:
        return None
    if event.system == "round-robin" and event.early_withdrawals != "count":
        return None
    keys = [player.pk for player in players]
    rows = list(hide_results(reader, GAMES_OF_TWO.read(round__event=event.pk, one=keys[0], other=keys[-1])))
    last = max((number for number, _board, _white, black, result, *_ in rows if black and result), default=0)
    if any(number > last for number, _board, _white, black, *_ in rows if not black):
        return None
    return rank(build_crosstable(event, {each.number: CorePlayer(each.number) for each in players}, rows), order)
