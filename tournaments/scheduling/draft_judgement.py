"""What an arbiter's changes to a draft of FIDE Dutch cost by its criteria, beside what our own engine would pair."""

from pairing import dutch
from pairing.boards import Reason
from tiebreaks.refusal import Refusal
from tournaments.models import Draft
from tournaments.scheduling.draft_faults import read_draft
from tournaments.scheduling.next_round import NextRound, Wishes
from tournaments.scheduling.proposals import read_dutch_settings


def judge_draft(next: NextRound, draft: Draft) -> Reason | None:
    """Return why a draft that an arbiter has changed, and that breaks no rule, is not what the rules want.

    None where nothing was changed, where the pairs are right, and for other systems.
    """
    wishes = Wishes.stored(draft.wishes)
    is_changed = draft.boards != draft.proposal["boards"] or wishes.fixed or wishes.granted or wishes.bye
    if next.stage.system != "dutch" or draft.number != next.number or not is_changed:
        return None
    pairing = read_draft(draft)
    boards = [*pairing.pairs, *([(pairing.bye.player, 0)] if pairing.bye else [])]
    absent = next.facts.players.keys() - {number for board in boards for number in board}
    settings = read_dutch_settings(next)
    settings = settings._replace(limits=settings.limits._replace(granted=frozenset(wishes.granted)))
    try:
        return dutch.judge_boards(next.facts, absent, settings, boards)
    except Refusal:  # the round can't be paired at all
        return None
