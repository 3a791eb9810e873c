"""Events on their way through a file of each format, and what every field of theirs becomes in it."""

from django.apps import apps

from tests.site.championship import draw
from tests.site.exchange.archives import import_again
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.exchange.incoming import import_incoming
from tournaments.actions.writing import COMMAND
from tournaments.exports import lists
from tournaments.formats import incoming, list_writer
from tournaments.formats.archive_rows import MODELS
from tournaments.formats.archive_write import export_event
from tournaments.models import Event
from tournaments.models.events import COLUMNS
from tournaments.models.rounds import DRAWN
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.rounds.games import last_paired_round
from tournaments.queries.standings.standings import read_standings

FILES = {"trf": "a.trf", "trf16": "a.trf", "tsh": "a.zip", "t": "a.t", "js": "tourney.js"}
LIST = "list"
OF_TSH = ("t", "tsh", "js")
SIGNS = {
    "k": "kept: the same value again",
    "c": "kept where it counts",
    "d": "follows from what else the file says",
    "n": "lost, and the page of exports or of the import names it",
    "x": "lost: no table and no draw counts on it",
    "s": "of this server: addresses, rights, how things look",
    "w": "work at the desk and how rounds came about: the log and the archive have it",
    ".": "there is no such thing",
}
# In TRF26, TRF16, the files of tsh, and a list of players; archives have their own list (`formats/archive_rows.py`).
FIELDS = """
    kkk. Event: name discipline edition starts_on ends_on tiebreaks planned_rounds spread_cap bye_spread
    kkn. Event: forfeit_spread win_points draw_points loss_points bye_points forfeit_points
    kkx. Event: unrated_rating rating_method tiebreak_ratings early_withdrawals round_factors
    kkx. Event: place chief_arbiter deputy_arbiters rate_of_play time_control federation
    kkd. Event: system
    kk.. Event: team_boards team_score match_win_points match_draw_points match_loss_points team_bye_match_points berlin
    dd.. Event: team_bye_game_points team_colours
    ccn. Event: lots_seed
    ccc. Event: file_lines
    ddd. Event: departures search_key status listed_at
    xxx. Event: round_times is_chess960 qualifying_places one_prize_each prize_sharing rating_k rating_kind bye_requests
    xxx. Event: bye_closed_rounds bye_notice organiser venue map_link rated_by announcement links board_of board_prize
    xxx. Event: board_prize_games line_up_in_order
    sss. Event: slug time_zone accent is_demo is_dry_run is_public may_embed moved_to mirrored final_at series section
    sss. Event: notice notice_at notice_until
    sss. Event: logo version epoch changed_at shared_key verification shows_provisional takes_reports
    sss. Event: has_codes_of_sides asks_spread
    kk.. Team: name start_number withdrawn_from expelled_from playoff manual_value manual_reason short_name
    dd.. Team: number given_number search_key
    xx.. Team: captain fixed_table
    kn.. TeamAbsence: team round kind
    kkkk Player: name rating start_number
    dddd Player: number given_number search_key
    kkxk Player: title sex birth_date fide_id national_rating federation
    nnkk Player: club
    xxxk Player: national_id
    kkkn Player: withdrawn_from
    kknx Player: expelled_from playoff manual_value manual_reason own_rating
    kkxx Player: later_ratings
    kk.n Player: team team_place
    xxxx Player: rating_k fixed_table no_half_byes
    ssss Player: rating_source pseudonym is_withheld
    wwww Player: checked_in_at
    kkn. Absence: player round kind
    ddn. ForbiddenPairing: rule numbers text from_round to_round made_after
    xxx. Category: order key name rule age lowest highest text numbers
    xxx. Prize: category special place text amount currency is_confirmed winner
    kkn. Stage: order system first_round last_round
    ccn. Stage: settings
    www. Draft: number proposal boards byes wishes based_on revision
    kkk. Round: number
    xxx. Round: starts_at position
    www. Round: begun_at is_ahead proposal
    nn.. Round: draw
    sss. Round: is_withheld
    kn.. TeamMatch: round first
    kk.. TeamMatch: second
    dn.. TeamMatch: end
    dd.. TeamMatch: table
    kkn. Game: round white black result white_score black_score white_penalty black_penalty white_deduction
    kkn. Game: black_deduction decided_points
    kk.. Game: match match_board
    ddd. Game: board
    kxx. Game: is_adjourned
    www. Game: version is_provisional checked_by checked_at entered_by entered_at rating_result provenance
    nn.. PlayOff: round match_key place rule white black first second result
    www. PlayerReport: *
    www. BoardNote: *
    www. LogEntry: *
    sss. Membership: *
    sss. Logo: *
"""
# The rows that a file has, by what names one in both events, and the way to their event.
ROWS = {
    "Team": ("event", "start_number"),
    "Player": ("event", "start_number"),
    "TeamAbsence": ("team__event", "team__start_number", "round"),
    "Absence": ("player__event", "player__start_number", "round"),
    "Stage": ("event", "order"),
    "Round": ("event", "number"),
    "TeamMatch": ("round__event", "round__number", "first__start_number"),
    "Game": ("round__event", "round__number", "white__start_number"),
}
ENDS = {"Round": "__number", "TeamMatch": "__first__start_number"} | dict.fromkeys(("Team", "Player"), "__start_number")


def read_signs():
    """Return the four signs of each model and field; "*" stands for all fields of a model."""
    signs = {}
    for line in FIELDS.split("\n"):
        if line.strip():
            sign, model, *fields = line.replace(":", "").split()
            for field in fields:
                assert (model, field) not in signs, f"{model}.{field} stands there twice"
                signs[model, field] = sign
    return signs


def list_fields():
    """Yield every model and field of events, without keys and the way back to the event."""
    yield from (("Event", name) for name, field in COLUMNS.items() if not field.primary_key)
    for model in MODELS.values():
        stored = [field for field in model._meta.concrete_fields if not field.primary_key]
        drawn = DRAWN if model.__name__ == "Round" else ()
        yield from ((model.__name__, field.name) for field in (*stored, *drawn) if field.name != "event")


def take_through(event, kind):
    """Write an event as a file of this kind, and import it as another event."""
    clear_caches()
    slug = f"{event.slug}-{kind}"
    if kind == "archive":
        return import_again(export_event(event), slug=slug)
    if kind == LIST:
        data = list_writer.write_csv(lists.players_rows(staff_reader(event)))
    else:
        data = lists.FILES[kind][1](staff_reader(event))
    name = FILES.get(kind, "a.csv")
    found = incoming.read_files([(name, data if isinstance(data, bytes) else data.encode())])
    (again,) = import_incoming(found, COMMAND, name=event.name, slug=slug)
    return Event.objects.get(pk=again.pk)


def read_kept(event, column):
    """Return the values of all fields that a format keeps, by model and what names the row."""
    kept = {key for key, sign in read_signs().items() if sign[column] == "k"}
    own = sorted(field for model, field in kept if model == "Event")
    values = {("Event",): event.read_fields(own)}
    for name, (way, *key) in ROWS.items():
        fields = {field: _path(name, field) for model, field in sorted(kept) if model == name}
        rows = apps.get_model("tournaments", name).objects.filter(**{way: event})
        if name.endswith("Absence"):
            rows = rows.filter(round__gt=last_paired_round(event))
        for row in rows.values(*key, *set(fields.values()) - set(key)) if fields else ():
            values[name, *(row[each] for each in key)] = {field: row[path] for field, path in fields.items()}
    return values


def _path(model, field):
    """Return how two events name the same value of a field that refers to a row."""
    related = apps.get_model("tournaments", model)._meta.get_field(field).related_model
    ends = {
        "Team": "__start_number",
        "Player": "__start_number",
        "Round": "__number",
        "TeamMatch": "__first__start_number",
    }
    return field + (ends[related.__name__] if related else "")


def read_table(event):
    """Return rank and values of everybody by name."""
    clear_caches()
    ranked = read_standings(staff_reader(Event.objects.get(pk=event.pk)))
    return {ranked.facts.players[row.number].name: (row.rank, row.values) for row in ranked.rows}


def read_next_boards(event):
    """Draw the next round, and return its boards and byes by start numbers, or why there is none."""
    try:
        (draft,) = draw(event)
    except Refusal as refusal:
        return str(refusal)
    start = dict((event.teams if event.of_teams else event.players).values_list("number", "start_number"))
    boards = [(start[board["white"]], start[board["black"]]) for board in draft.boards]
    return boards, [start[bye["player"]] for bye in draft.byes]
