"""Results as the desk writes and offers them."""

from django.utils.translation import gettext as _

from tournaments.domain.desk.results import Result
from tournaments.domain.number_format import figure
from tournaments.models import Event, Game
from tournaments.queries.desk.brief_games import BriefGame

BUTTONS = [(Result.WHITE, "1-0"), (Result.DRAW, "½"), (Result.BLACK, "0-1")]
FORFEITS = [Result.WHITE_FORFEIT, Result.BLACK_FORFEIT, Result.DOUBLE_FORFEIT]
RARE = [
    *(Result.WHITE_HALF, Result.BLACK_HALF, Result.BOTH_LOSE),
    *(Result.WHITE_UNRATED, Result.DRAW_UNRATED, Result.BLACK_UNRATED),
]


def write_result(
    result: str | None, white_score: int | None, black_score: int | None, *, is_turned: bool = False
) -> str:
    """Write a result as the desk shows it: "402–381", "1-0", "0-1 forfeit", "open"; `is_turned` from Black's side."""
    if white_score is not None and black_score is not None:
        return f"{white_score}–{black_score}"
    seen = result[::-1] if is_turned and result else result
    return str(Result(seen).label) if seen is not None and seen in Result else "–"


def write_game_result(game: Game | BriefGame, *, is_turned: bool = False) -> str:
    if game.is_adjourned:
        return _("adjourned")
    return write_result(game.result, game.white_score, game.black_score, is_turned=is_turned)


def list_forfeits(event: Event) -> list[tuple[str, str]]:
    """Return the forfeits as buttons; in games with scores each says the spread that it counts."""
    buttons = [(result.value, str(result.label)) for result in FORFEITS]
    if not event.game.has_scores:
        return buttons
    won, lost = figure(-event.forfeit_spread, True), figure(event.forfeit_spread, True)
    spreads = (f"{won} / {lost}", f"{lost} / {won}", f"{lost} / {lost}")
    return [(code, f"{label} ({spread})") for (code, label), spread in zip(buttons, spreads, strict=True)]


def list_rare_results(event: Event) -> list[tuple[str, str]]:
    """Return the other results that only arbiters decide; games with scores have none."""
    return [] if event.game.has_scores else [(result.value, str(result.label)) for result in RARE]
