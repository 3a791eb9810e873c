"""Add, edit and remove players, and import them from a list."""

from collections.abc import Iterable, Mapping
from typing import Any

from tiebreaks.facts.size import MOST_PLAYERS, refuse_size
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.players.enrolment import TeamPlace, enrol, team_key
from tournaments.actions.players.numbering import number_late_entry, number_players
from tournaments.actions.players.participation import NO_NAME, find_player
from tournaments.actions.rounds.forbidden_pairings import drop_from_forbidden_pairings
from tournaments.actions.rounds.planning import fit_stored_plan
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.desk.results import Result
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Game, Player
from tournaments.models.search_keys import with_search_key
from tournaments.queries.players.numbering import strength_order
from tournaments.queries.rounds.games import last_paired_round
from tournaments.queries.standings.endings import stands_in_bracket

SAME_NAME = sentence(
    "player-known", gettext_noop("“{name}” is already entered, as number {number}. Add a first name or a town.")
)
PAIRED = sentence(
    "player-paired", gettext_noop("{player} is already in the pairings and can’t be removed: withdraw them instead.")
)
NUMBER_TAKEN = sentence("player-number", gettext_noop("Number {number} belongs to somebody else, not to {name}."))
NOTHING = sentence("players-nothing", gettext_noop("There is nothing to import."))

# Fields that the log only names as changed; it does not store their values.
PERSONAL = {"name", "birth_date", "fide_id", "national_id"}
# What the log stores about a removed player, so that the table of an earlier moment can be computed.
LOGGED_OF_REMOVED = (
    *("rating", "national_rating", "own_rating", "later_ratings", "rating_k", "title", "sex"),
    *("federation", "club", "withdrawn_from", "expelled_from", "given_number"),
)


def add_player(event: Event, fields: Mapping[str, Any], by: Actor) -> Player:
    """Add a player with the next free number, absent in rounds that are already published. Raise Refusal."""
    with writing(event) as event:
        (player,) = create_players(event, [fields])
        action = LogAction.LATE_ENTRY if last_paired_round(event) else LogAction.PLAYER_ADDED
        record(event, by, action, after={"number": player.number})
        number_late_entry(event, player, by)
        fit_stored_plan(event, by)
        return player


def create_players(event: Event, rows: Iterable[Mapping[str, Any]]) -> list[Player]:
    """Store players of a locked event with their own or the next free numbers, absent in the rounds they missed.

    The numbers that fields give are start numbers.
    """
    rows = list(rows)
    names = dict(event.players.values_list("name", "start_number"))
    known = set(event.players.values_list("number", flat=True))
    last = max(names.values(), default=0)
    players, taken = [], set(names.values())
    for fields in rows:
        name = fields.get("name", "").strip()
        if not name:
            raise Refusal(NO_NAME, field="name")
        if name in names:
            raise Refusal(SAME_NAME, field="name", name=name, number=names[name])
        number = fields.get("number") or last + 1
        if number in taken:
            raise Refusal(NUMBER_TAKEN, field="number", number=number, name=name)
        taken.add(number)
        last = max(last, number)
        names[name] = number
        key = number if number not in known else max(known) + 1
        known.add(key)
        numbers = {"number": key, "given_number": number if number != key else None}
        players.append(Player(event=event, **{**without_team(fields), **numbers, "name": name}))
    if len(names) > MOST_PLAYERS:
        raise refuse_size()
    Player.objects.bulk_create(players)
    if event.of_teams:  # players of teams miss nothing: they sit at no board until they are in a line-up
        enrol(event, [wanted_place(player, fields) for player, fields in zip(players, rows, strict=True)])
        return players
    missed = list(event.rounds.filter(games__black__isnull=False).distinct())
    Game.objects.bulk_create(
        Game(round=each, white=player, result=Result.ABSENT) for player in players for each in missed
    )
    return players


def without_team(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a player without those of the team."""
    return {name: value for name, value in fields.items() if name not in ("team", "team_place")}


def without_number(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a player who gets a number by rating."""
    return {name: value for name, value in fields.items() if name != "number"}


def wanted_place(player: Player, fields: Mapping[str, Any]) -> TeamPlace:
    """Return the team and place that the fields give a player, by default the current team."""
    team = fields.get("team", player.team.name if player.team else "")
    return TeamPlace(player, team, fields.get("team_place"))


def changes_place(player: Player, fields: Mapping[str, Any]) -> bool:
    """Return whether the fields give a player another team or place."""
    wish = wanted_place(player, fields)
    known = team_key(player.team.name) if player.team else ""
    return team_key(wish.team) != known or wish.place not in (None, player.team_place)


def edit_player(event: Event, number: int, fields: Mapping[str, Any], by: Actor) -> list[str]:
    """Change fields of a player and return the names of those that changed; the same writes nothing. Raise Refusal."""
    with writing(event) as event:
        player, wish = find_player(event, number), fields
        fields = without_team(fields)
        before = {name: getattr(player, name) for name in fields if getattr(player, name) != fields[name]}
        is_moved = event.of_teams and changes_place(player, wish)
        if not before and not is_moved:
            return []
        namesake = event.players.filter(name=fields.get("name", "")).exclude(pk=player.pk).first()
        if namesake:
            raise Refusal(SAME_NAME, field="name", name=namesake.name, number=namesake.start_number)
        update_player(player, {name: fields[name] for name in before})
        old, new = logged_values(before), logged_values({name: fields[name] for name in before})
        if is_moved:
            old |= logged_place(player)
            enrol(event, [wanted_place(player, wish)])
            new |= logged_place(player)
        record(event, by, LogAction.PLAYER, before={"number": number} | old, after={"number": number} | new)
        return [*before, *(["team"] if is_moved else [])]


def logged_place(player: Player) -> dict[str, Any]:
    """Return a player's team and place in its list, for the log."""
    return {"team": player.team.number if player.team else None, "team_place": player.team_place}


def update_player(player: Player, fields: Mapping[str, Any]) -> None:
    """Store fields of a player; a rating that does not say which list it is from was typed."""
    fields = {"rating_source": ""} | dict(fields) if "rating" in fields else fields
    for name, value in fields.items():
        setattr(player, name, value)
    player.save(update_fields=with_search_key(Player, fields))


def logged_values(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return values for the log; of personal ones only their names."""
    return {name: "…" if name in PERSONAL else value for name, value in fields.items()}


def remove_player(event: Event, number: int, by: Actor) -> None:
    """Remove a player who is in no published round, and delete the drafts. Raise Refusal."""
    with writing(event) as event:
        player = find_player(event, number)
        if Game.objects.filter(white=player).exclude(result=Result.ABSENT).exists() or player.games_as_black.exists():
            raise Refusal(PAIRED, field="player", player=player.name)
        if stands_in_bracket(event, number):
            raise Refusal(PAIRED, field="player", player=player.name)
        event.drafts.all().delete()
        if not event.of_teams:
            drop_from_forbidden_pairings(event, number)
            event.prizes.filter(winner=number).update(winner=None)  # the next player gets the number
        known = {name: getattr(player, name) for name in LOGGED_OF_REMOVED}
        absent = sorted(player.games_as_white.values_list("round__number", flat=True))
        player.delete()
        record(event, by, LogAction.PLAYER_REMOVED, before={"number": number, **known, "absent": absent})
        fit_stored_plan(event, by)


def import_players(
    event: Event,
    new: list[Mapping[str, Any]],
    updates: Mapping[int, Mapping[str, Any]],
    by: Actor,
    *,
    by_rating: bool = False,
) -> list[Player]:
    """Add players from a list and update others, all or none; `by_rating` numbers everybody again. Raise Refusal."""
    if not new and not updates:
        raise Refusal(NOTHING, field="file")
    with writing(event) as event:
        listed = event.players.select_related("team").filter(number__in=updates)
        known = {player.number: player for player in listed}
        before: dict[str, Any] = {}
        for number, player in known.items():
            fields = without_team(updates[number])
            before[str(number)] = logged_values({name: getattr(player, name) for name in fields})
            update_player(player, fields)
        moved = [
            number for number, fields in updates.items() if number in known and changes_place(known[number], fields)
        ]
        if event.of_teams:
            enrol(event, [wanted_place(known[number], updates[number]) for number in moved])
        if by_rating:
            new = sorted(
                map(without_number, new), key=lambda fields: strength_order(Player(event=event, **without_team(fields)))
            )
        players = create_players(event, new)
        after: dict[str, Any] = {
            "added": len(players),
            "updated": len(known),
            "new": [player.number for player in players],
        }
        old: dict[str, Any] = {"players": before}
        if by_rating:
            old["start_numbers"] = number_players(event)
        event.drafts.all().delete()
        record(event, by, LogAction.PLAYERS_IMPORTED, before=old, after=after)
        fit_stored_plan(event, by)
        return players
