"""Import new events from files: read, shown where something is odd or open, and then stored whole or not at all."""

from base64 import b64decode, b64encode
from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tiebreaks.facts.games import Kind
from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.actions.exchange.incoming import import_incoming
from tournaments.actions.exchange.uploads import UPLOAD_GONE, choose_for_upload, discard_upload, store_upload
from tournaments.domain.choices import Purpose
from tournaments.formats import incoming
from tournaments.forms.imports import ImportForm
from tournaments.models import Event, Upload
from tournaments.views.access import actor, signed_in_user, site_form, site_page
from tournaments.views.answers import REFUSED
from tournaments.views.once import answer_once
from tournaments.wording import sentences
from tournaments.wording.imports import describe_assumed

MOST_SHOWN = 200
type Files = list[tuple[str, bytes]]  # names and contents
type Choices = dict[str, Any]


@site_page(policy.IMPORT)
def import_event(request: HttpRequest) -> HttpResponse:
    """Show what would become of the uploaded files; POST uploads some. Who imports an event owns it."""
    if request.method == "POST":
        return take_upload(request)
    upload = uploaded_files(request)
    return show_preview(request, upload) if upload else ask_for_files(request, ImportForm(label_suffix=""))


@site_form(policy.IMPORT)
def import_event_store(request: HttpRequest) -> HttpResponse:
    """Store the events as they were shown."""
    upload = uploaded_files(request)
    return store_events(request, upload) if upload else answer_once(request, partial(say_gone, request))


@site_form(policy.IMPORT)
def import_event_discard(request: HttpRequest) -> HttpResponse:
    """Forget the uploaded files."""
    upload = uploaded_files(request)
    return discard(request, upload) if upload else redirect("import_event")


def uploaded_files(request: HttpRequest) -> Upload | None:
    """Return what the user has uploaded to look at, None without any."""
    return Upload.objects.filter(event=None, user=signed_in_user(request), purpose=Purpose.EVENT).first()


def ask_for_files(request: HttpRequest, form: ImportForm) -> HttpResponse:
    return render(
        request, "tournaments/exchange/import_event.html", {"form": form}, status=REFUSED if form.is_bound else 200
    )


def take_upload(request: HttpRequest) -> HttpResponse:
    """Store files that say everything and are read without an oddity; keep others to be looked at first."""
    form = ImportForm(request.POST, request.FILES, label_suffix="")
    if not form.is_valid():
        return ask_for_files(request, form)
    files = [(file.name, file.read()) for file in form.cleaned_data["file"]]
    choices = form.choices()
    try:
        found = read(files, choices, lenient=not form.cleaned_data["strict"])
        if not found.warnings and len(found.events) == 1 and not say_assumed(found):
            name = name_of(found, files, choices)
            return answer_once(request, lambda: go_to_first(request, import_incoming(found, actor(request), name=name)))
    except Refusal as refusal:
        known = refusal.field in form.fields and not refusal.line
        form.add_error(refusal.field if known else "file", place(refusal) + sentences.refusal(refusal))
        return ask_for_files(request, form)
    lines = [[name, b64encode(data).decode()] for name, data in files]
    shown = ", ".join(name for name, _data in files)
    upload = store_upload(None, request.user, shown, "", lines, Purpose.EVENT)
    choose_for_upload(upload, choices)
    return redirect("import_event")


def read(files: Files, choices: Choices, *, lenient: bool) -> incoming.Incoming:
    """Read files; a list of players becomes an event of the chosen game and number of rounds."""
    found = incoming.read_files(files, lenient=lenient)
    chosen = {name: choices[name] for name in ("discipline", "rounds") if choices.get(name)}
    events = tuple(
        each
        if any(each.tournament.crosstable.games.values()) or each.settings
        else each._replace(
            tournament=each.tournament._replace(crosstable=each.tournament.crosstable._replace(**chosen))
        )
        for each in found.events
    )
    return found._replace(events=events)


def name_of(found: incoming.Incoming, files: Files, choices: Choices) -> str:
    return choices["name"] or found.name or files[0][0].rpartition(".")[0]


def files_of(upload: Upload) -> Files:
    return [(name, b64decode(data)) for name, data in upload.lines]


def show_preview(request: HttpRequest, upload: Upload, error: str = "") -> HttpResponse:
    """Show what the files hold, and each oddity with its line."""
    files = files_of(upload)
    try:
        found = read(files, upload.choices, lenient=True)
    except Refusal as refusal:  # read by an older release, perhaps
        return discard(request, upload, place(refusal) + sentences.refusal(refusal))
    oddities = [
        place(each) + sentences.refusal(each) for each in sorted(found.warnings, key=lambda odd: (odd.file, odd.line))
    ]
    context = {
        "upload": upload,
        "name": name_of(found, files, upload.choices),
        "events": [describe_incoming(each) for each in found.events],
        "told": oddities[:MOST_SHOWN],
        "assumed": say_assumed(found),
        "count": len(oddities),
        "more": max(0, len(oddities) - MOST_SHOWN),
        "error": error,
    }
    return render(request, "tournaments/exchange/import_look.html", context, status=REFUSED if error else 200)


def describe_incoming(found: incoming.IncomingEvent) -> dict[str, object]:
    """Say what one event holds."""
    facts, teams = found.tournament.crosstable, found.tournament.teams
    games = [game for own in facts.games.values() for game in own]
    return {
        "section": found.section,
        "players": len(facts.players),
        "teams": len(teams.players) if teams else 0,
        "rounds": max((game.round for game in games), default=0),
        "planned": facts.rounds,
        "results": sum(game.kind != Kind.OPEN and game.opponent is not None for game in games) // 2,
    }


def store_events(request: HttpRequest, upload: Upload) -> HttpResponse:
    files = files_of(upload)
    try:
        found = read(files, upload.choices, lenient=True)
        return answer_once(request, partial(store_found, request, upload, found))
    except Refusal as refusal:
        return show_preview(request, upload, place(refusal) + sentences.refusal(refusal))


def store_found(request: HttpRequest, upload: Upload, found: incoming.Incoming) -> HttpResponse:
    """Store the events, unless another page of the same person has imported or discarded the files meanwhile."""
    if not discard_upload(upload):
        return say_gone(request)
    name = name_of(found, files_of(upload), upload.choices)
    return go_to_first(request, import_incoming(found, actor(request), name=name))


def say_gone(request: HttpRequest) -> HttpResponse:
    messages.warning(request, sentences.refusal(Refusal(UPLOAD_GONE)))
    return redirect("import_event")


def say_assumed(found: incoming.Incoming) -> str:
    return describe_assumed(each.tournament for each in found.events)


def go_to_first(request: HttpRequest, events: Sequence[Event]) -> HttpResponse:
    """Say what was imported."""
    for event in events:
        messages.success(request, _("%(name)s is imported, and you own it.") % {"name": event.name})
    return redirect("standings", events[0].slug)


def discard(request: HttpRequest, upload: Upload, error: str = "") -> HttpResponse:
    discard_upload(upload)
    if error:
        messages.error(request, error)
    return redirect("import_event")


def place(refusal: Refusal) -> str:
    """Say where in the files something is, "" for a mistake in the form."""
    if refusal.line:
        return f"{refusal.file}:{refusal.line}: {sentences.field(refusal)}: ".replace(": : ", ": ")
    within = sentences.field(refusal) if refusal.field not in ("file", "slug", "name", "") else ""
    return "".join(f"{part}: " for part in (refusal.file, within) if part and refusal.field != "slug")
