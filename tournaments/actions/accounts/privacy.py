"""Choose how a player is shown to the public, and erase personal data. Games and results always stay."""

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access.reader import staff_reader
from tournaments.actions.players.participation import find_player
from tournaments.actions.writing import Actor, record, require_owner, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.exports import tournament_file
from tournaments.models import BoardNote, Event, Player
from tournaments.queries.event.progress import read_progress

NAME_TAKEN = sentence("pseudonym-taken", gettext_noop("“{name}” is the name of another player."))
RUNNING = sentence(
    "forget-running", gettext_noop("The event is not over yet: arbiters and the federation still need this data.")
)

# What is stored about a person besides the name; the rating counts in tables and stays.
DETAILS = ("birth_date", "fide_id", "national_id", "sex", "title", "federation", "club")

# Fields that only arbiters see, with their erased values; a fixed table may reveal an illness.
ERASED = {"birth_date": "", "fide_id": "", "national_id": "", "sex": "", "fixed_table": None}


def show_player(event: Event, number: int, by: Actor, *, pseudonym: str = "", withheld: bool = False) -> None:
    """Show a player under a pseudonym, without a name, or (with neither) under their own name. Raise Refusal.

    The log stores which of the three it is, but no name.
    """
    pseudonym = "" if withheld else pseudonym.strip()[:80]
    with writing(event, moved=True) as event:
        player = find_player(event, number)
        if pseudonym and event.players.filter(name__iexact=pseudonym).exclude(pk=player.pk).exists():
            raise Refusal(NAME_TAKEN, field="pseudonym", name=pseudonym)
        if (player.pseudonym, player.is_withheld) == (pseudonym, withheld):
            return
        before = name_display(player)
        player.pseudonym, player.is_withheld = pseudonym, withheld
        player.save(update_fields=["pseudonym", "is_withheld"])
        event.static_sites.all().delete()  # pages exported earlier show the name
        facts = {"number": number}
        record(
            event,
            by,
            LogAction.PRIVACY,
            before=facts | {"shown": before},
            after=facts | {"shown": name_display(player)},
        )


def name_display(player: Player) -> str:
    return "withheld" if player.is_withheld else "pseudonym" if player.pseudonym else "name"


def erase_player(event: Event, number: int, by: Actor, reason: str = "") -> None:
    """Erase the name and the details of one player; number, results and rating stay. Owners only."""
    require_owner(event, by)
    with writing(event, moved=True) as event:
        player = find_player(event, number)
        player.name, player.pseudonym, player.fixed_table = placeholder_name(number), "", None
        player.manual_reason = player.manual_reason and "…"  # a value keeps a reason; the old one may name somebody
        for field in DETAILS:
            setattr(player, field, "")
        player.save()
        erase_notes(BoardNote.objects.filter(Q(game__white=player) | Q(game__black=player)))
        delete_files(event)
        record(event, by, LogAction.FORGET, after={"number": number}, reason=reason)


def erase_notes(notes: QuerySet[BoardNote]) -> None:
    """Erase what arbiters wrote at boards, which may name somebody; the kinds stay."""
    notes.exclude(text="").update(text="…")


def placeholder_name(number: int) -> str:
    return gettext("Player %(number)d") % {"number": number}


def erase_details(event: Event, by: Actor) -> int:
    """Erase what only arbiters see of the players of a finished event, and uploaded lists; names and tables stay.

    Return how many players changed. Owners only. Raise Refusal while the event is running.
    """
    require_owner(event, by)
    with writing(event, moved=True) as event:
        if not read_progress(staff_reader(event)).finished:
            raise Refusal(RUNNING, field="event")
        changed = event.players.exclude(**ERASED).update(**ERASED)
        erase_notes(BoardNote.objects.filter(game__round__event=event))
        delete_files(event)
        record(event, by, LogAction.FORGET, after={"players": changed})
        return changed


def delete_files(event: Event) -> None:
    """Delete uploaded lists, exported pages, and lines of the event's file that may contain names or birth dates."""
    event.uploads.all().delete()
    event.static_sites.all().delete()
    event.write_fields({"file_lines": tournament_file.drop_personal_lines(event.details.file_lines)})
