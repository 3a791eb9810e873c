"""What an arbiter's changes to a draft by FIDE’s rules cost by their criteria, beside what our own engine pairs."""

from pairing.rules.boards import Reason
from tournaments.models import Draft
from tournaments.scheduling.fide_rounds import judge_fide_round, read_fide_draft
from tournaments.scheduling.next_round import DrawWishes, NextRound


def judge_draft(next_round: NextRound, draft: Draft) -> Reason | None:
    """Return why a draft that an arbiter has changed, and that breaks no rule, is not what the rules want.

    None where nothing was changed, where pairs and colours are right, and for other systems.
    """
    wishes = DrawWishes.stored(draft.wishes)
    is_changed = draft.boards != draft.proposal["boards"] or wishes.fixed or wishes.granted or wishes.bye
    paired = read_fide_draft(next_round, draft) if is_changed else None
    return judge_fide_round(paired) if paired else None
