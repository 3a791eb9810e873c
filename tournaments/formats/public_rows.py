"""What of an event may leave for a server that only shows it: what everybody may see, and nothing else.

A field that is not named here stays. What pages compute from a field that stays, for example who belongs to a category
of ages, is sent computed.
"""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.db.models import Field, Model

from pairing.plan.stages import join_stages
from tiebreaks.facts.crosstable import Crosstable
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.event.categories import CategoryRule
from tournaments.formats.archive_rows import MODELS, archived_fields
from tournaments.models import (
    Absence,
    Category,
    Event,
    Game,
    Player,
    PlayOff,
    Prize,
    Round,
    Stage,
    Team,
    TeamAbsence,
    TeamMatch,
)
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.games import has_hidden_results
from tournaments.queries.standings import categories, crosstable

FIELDS: dict[type[Model], tuple[str, ...]] = {
    Event: (
        *("slug", "name", "place", "starts_on", "ends_on", "time_zone", "round_times", "accent"),
        *("discipline", "is_chess960", "system", "edition", "planned_rounds"),
        *("qualifying_places", "tiebreaks", "lots_seed"),
        *("win_points", "draw_points", "loss_points", "bye_points", "forfeit_points"),
        *("round_factors", "early_withdrawals"),
        *(
            "unrated_rating",
            "rating_method",
            "tiebreak_ratings",
            "spread_cap",
            "bye_spread",
            "forfeit_spread",
            "rating_k",
        ),
        *("one_prize_each", "prize_sharing", "board_prize", "board_prize_games", "board_of"),
        *("team_boards", "team_colours", "team_score", "match_win_points", "match_draw_points", "match_loss_points"),
        *("team_bye_match_points", "team_bye_game_points", "berlin"),
        *("takes_reports", "has_codes_of_sides", "may_embed", "is_demo", "is_dry_run", "final_at"),
        *("notice", "notice_at", "notice_until"),
        *("organiser", "federation", "venue", "map_link", "chief_arbiter", "deputy_arbiters", "announcement", "links"),
        *("rate_of_play", "time_control", "rated_by", "departures"),
    ),
    Team: (
        *("number", "given_number", "name", "short_name", "withdrawn_from", "expelled_from"),
        *("playoff", "manual_value", "manual_reason"),
    ),
    TeamAbsence: ("team", "round", "kind"),
    Player: (
        *("number", "given_number", "name", "is_withheld", "title"),
        *("rating", "national_rating", "own_rating", "later_ratings", "rating_k", "federation", "club"),
        *("playoff", "manual_value", "manual_reason", "team", "team_place"),
        *("withdrawn_from", "expelled_from"),
    ),
    Absence: ("player", "round", "kind"),
    Category: ("order", "key", "name", "rule", "age", "lowest", "highest", "text", "numbers"),
    Prize: ("category", "special", "place", "text", "amount", "currency", "is_confirmed", "winner"),
    Stage: ("order", "system", "first_round", "last_round", "settings"),
    Round: ("number", "starts_at", "proposal", "is_ahead", "is_withheld", "draw", "position"),
    TeamMatch: ("round", "table", "first", "second", "end"),
    Game: (
        *("round", "board", "match", "match_board", "white", "black", "result", "white_score", "black_score"),
        *("white_penalty", "black_penalty", "white_deduction", "black_deduction", "decided_points"),
        *("is_adjourned", "is_provisional", "entered_at", "rating_result"),
    ),
    PlayOff: ("round", "match_key", "place", "rule", "white", "black", "first", "second", "result"),
}
PUBLIC_MODELS = {name: model for name, model in MODELS.items() if model in FIELDS}

# What stays, and why. A test expects every field of an archive here or above.
STAYS: dict[str, str] = {
    "Event.file_lines": "as a file had them, with dates of birth",
    "Event.logo": "is sent by itself, when it changes: it would make each message ten times as large",
    "Event.section": "belongs to the front page of one server",
    "Event.is_public": "an event that is hidden sends nothing",
    "Event.version": "counts hidden entries too",
    "Event.changed_at": "is the time of hidden entries too",
    "Event.rating_kind": "for looking players up",
    "Event.line_up_in_order": "for entering line-ups",
    "Event.verification": "for the desk",
    "Event.shows_provisional": "what it hides is left out",
    "Event.asks_spread": "for the desk",
    "Event.bye_requests": "for requests",
    "Event.bye_closed_rounds": "for requests",
    "Event.bye_notice": "for requests",
    "Team.captain": "for arbiters",
    "Team.fixed_table": "says who can’t walk far",
    "Player.sex": "categories are sent computed",
    "Player.birth_date": "categories are sent computed",
    "Player.fide_id": "an identity",
    "Player.national_id": "an identity",
    "Player.pseudonym": "is sent as the name",
    "Player.rating_source": "for arbiters",
    "Player.fixed_table": "says who can’t walk far",
    "Player.checked_in_at": "for arbiters",
    "Player.no_half_byes": "for arbiters",
    "Round.begun_at": "for arbiters",
    "Game.version": "counts hidden entries too",
    "Game.entered_by": "an account",
    "Game.checked_by": "an account",
    "Game.checked_at": "for arbiters",
    "Game.provenance": "for arbiters",
}
MODELS_THAT_STAY = {
    "Logo": "as above",
    "Draft": "is not published yet",
    "ForbiddenPairing": "says who is kept apart, often for private reasons",
    "BoardNote": "for arbiters",
    "PlayerReport": "reports of players are for arbiters",
    "Membership": "accounts",
    "LogEntry": "what pages say from it is sent as statements",
}

NAME_WITHHELD = "?"  # every page writes its own words in place of it
PRIVATE_RULES = {CategoryRule.WOMEN, CategoryRule.YOUTH, CategoryRule.SENIORS, *categories.OF_ORIGIN}


def public_fields(model: type[Model]) -> Iterator["Field[Any, Any]"]:
    """Yield the fields of a model that may leave."""
    for field in archived_fields(model):
        if field.name in FIELDS[model]:
            yield field


class Redaction:
    """The rows of an event as everybody sees them. A redacted row must never be saved."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.ending = join_stages(plan.read_plan(reader.event))

    @cached_property
    def facts(self) -> Crosstable:
        """The facts that categories are computed from."""
        return categories.with_origins(self.reader.event, crosstable.read_players_crosstable(self.reader))

    def show_rows(self, name: str, rows: list[Any]) -> list[Any]:
        """Return the rows of one document, redacted; rows that are not public are left out."""
        redact = REDACTIONS.get(name)
        return [row for row in rows if redact(self, row) is not False] if redact else rows

    def hide_identity(self, player: Player) -> None:
        if player.is_withheld or player.pseudonym:
            audience.hide_name(player)
            player.manual_reason = ""
            player.name = NAME_WITHHELD if player.is_withheld else player.name

    def is_shown_absence(self, absence: Absence | TeamAbsence) -> bool:
        """Tell whether an absence bears on what a page says: who can still win places by matches."""
        return absence.round in [stage.first for stage in self.ending]

    def is_of_ending(self, stage: Stage) -> bool:
        """Tell whether a stage is one of matches, or comes after one."""
        return bool(self.ending) and stage.first_round >= self.ending[0].first

    def list_members(self, category: Category) -> None:
        """Name the members of a category whose rule rests on what stays; of teams nothing stays."""
        if category.rule in PRIVATE_RULES and not self.reader.event.of_teams:
            members = categories.find_members(category, self.facts, categories.find_event_year(self.reader.event))
            category.numbers = sorted(members)

    def show_finalists(self, its_round: Round) -> None:
        """Keep of a proposal what the page of the round says about the finalists."""
        proposal, its_round.proposal = its_round.proposal, None
        if proposal and "finalists" in proposal and not has_hidden_results(self.reader.event, its_round.number):
            its_round.proposal = {name: proposal[name] for name in ("finalists", "notes")}

    def hide_end(self, match: TeamMatch) -> None:
        if match.second_id is not None and match.round.is_withheld:
            match.end = ""

    def is_shown_play_off(self, play_off: PlayOff) -> bool:
        return not play_off.round.is_withheld

    def hide_result(self, game: Game) -> None:
        audience.hide_result(self.reader, game)
        for name in ("white_deduction", "black_deduction"):  # written alike, whether it was hidden or never there
            setattr(game, name, round(Decimal(getattr(game, name)), 1))


REDACTIONS: Mapping[str, Callable[[Redaction, Any], object]] = {
    "players": Redaction.hide_identity,
    "absences": Redaction.is_shown_absence,
    "team_absences": Redaction.is_shown_absence,
    "categories": Redaction.list_members,
    "stages": Redaction.is_of_ending,
    "rounds": Redaction.show_finalists,
    "matches": Redaction.hide_end,
    "games": Redaction.hide_result,
    "play_offs": Redaction.is_shown_play_off,
}
