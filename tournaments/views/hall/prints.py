"""Documents: the page that offers them, and each paper as a page of its own or as a PDF."""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import get_script_prefix, reverse
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.desk.slip_codes import create_slip_codes
from tournaments.domain.typed_codes import write_code
from tournaments.exports import qr
from tournaments.models import Event
from tournaments.operation.server_addresses import visitors_site
from tournaments.pages.hall.paper import PlayersPaper
from tournaments.pages.hall.slip_marks import SlipMark
from tournaments.paper import page_style, pdf
from tournaments.paper.kinds import SheetKind, list_kinds
from tournaments.queries.event.progress import read_progress
from tournaments.queries.exchange.mirror_state import find_slips_site
from tournaments.views.access import actor, staff_page
from tournaments.views.answers import UNAVAILABLE, render_event
from tournaments.views.query_parameters import query_round
from tournaments.wording import sentences


class Paper(NamedTuple):
    """What a template for paper needs besides the event and its view."""

    kind: SheetKind
    number: int
    title: str
    when: str
    query: str


@require_safe
@staff_page(policy.PRINT)
def documents(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Offer everything that an event gives out: its papers, for one round, and its files."""
    return show_documents(request, reader, round_of(request, reader))


@require_safe
def old_documents(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead from the address that the page had in earlier releases to the page."""
    return redirect("documents", slug, permanent=True)


@staff_page(policy.PRINT)
def paper(request: HttpRequest, reader: Reader, kind: str) -> HttpResponse:
    """Show a paper, as a page that the browser prints or with `?as=pdf` as a file."""
    event = reader.event
    paper_kind, number = kind_of(event, kind), round_of(request, reader)
    view = read_paper(paper_kind, reader, number)
    if paper_kind.tokens and request.method == "POST" and reader.may(policy.ENTER):
        view = with_codes(request, reader, paper_kind, number, view)
    if paper_kind.leads_to_players and event.is_public:
        view = with_player_codes(request, event, view)
    context = {"view": view, "paper": describe_paper(event, paper_kind, number)}
    if request.GET.get("as") != "pdf":
        answer = render_event(request, reader, "tournaments/paper/paper.html", context)
        answer["Cache-Control"] = "private, no-store"
        return answer
    try:
        return in_pdf(request, event, context)
    except Refusal as refusal:
        answer = show_documents(request, reader, number, sentences.refusal(refusal), UNAVAILABLE)
        if refusal.code == pdf.BUSY:
            answer["Retry-After"] = str(pdf.QUEUE_SECONDS)
            if request.method == "GET":
                answer["Refresh"] = str(pdf.QUEUE_SECONDS)  # the browser tries again by itself
        return answer


@require_safe
@staff_page(policy.PRINT)
def paper_style(request: HttpRequest, reader: Reader, kind: str) -> HttpResponse:
    """Return the head and the foot of a paper's pages as a style sheet."""
    paper_kind, number = kind_of(reader.event, kind), round_of(request, reader)
    view = read_paper(paper_kind, reader, number)
    style = page_style.write_page_style(reader.event, paper_kind, number, view)
    return HttpResponse(style, content_type="text/css; charset=utf-8", headers={"Cache-Control": "private, no-store"})


def show_documents(
    request: HttpRequest, reader: Reader, number: int, error: str = "", status: int = 200
) -> HttpResponse:
    may_enter = reader.may(policy.ENTER)
    kinds = [kind for kind in list_kinds(reader.event).values() if may_enter or not kind.tokens]
    context = {
        "kinds": [kind for kind in kinds if number or not kind.of_round],
        "number": number,
        "rounds": list(reader.event.rounds.values_list("number", flat=True)),
        "may_configure": reader.may(policy.CONFIGURE),
        "makes_pdf": pdf.is_possible(),
        "slips_lead_elsewhere": bool(find_slips_site(reader.event)),
        "error": error,
    }
    return render_event(request, reader, "tournaments/hall/documents.html", context, status=status)


def describe_paper(event: Event, kind: SheetKind, number: int) -> Paper:
    starts = page_style.write_start(event, number) if kind.of_round else ""
    return Paper(
        kind, number, page_style.write_title(kind, number), starts, f"?round={number}" if kind.of_round else ""
    )


def in_pdf(request: HttpRequest, event: Event, context: dict[str, Any]) -> HttpResponse:
    """Answer with the PDF of a paper, to be opened or saved."""
    this = context["paper"]
    styles = [
        page_style.read_print_style(),
        page_style.write_page_style(event, this.kind, this.number, context["view"]),
    ]
    html = render_to_string("tournaments/paper/paper.html", context | {"is_file": True}, request)
    number = f"-{this.number}" if this.kind.of_round else ""
    name = f"{event.slug}-{this.kind.key}{number}.pdf"
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(pdf.make_pdf(html, styles), content_type="application/pdf", headers=headers)


def read_paper(kind: SheetKind, reader: Reader, number: int) -> Any:
    """Return the values of a paper; a paper for the wall shows what everybody may see."""
    view = kind.view(reader if kind.inside else Reader(reader.event), number)
    if view is None:
        raise Http404
    return view


def with_codes(request: HttpRequest, reader: Reader, kind: SheetKind, number: int, view: Any) -> Any:
    """Put fresh codes for each board on a paper: a QR code that opens the board on a phone, and one to type."""
    event = reader.event
    site = find_slips_site(event) or site_of(request) + get_script_prefix().rstrip("/")
    of_sides = kind.of_sides and event.has_codes_of_sides and event.takes_reports
    codes = create_slip_codes(event, number, actor(request, reader), of_sides=of_sides)
    where = site.partition("://")[2] + strip_prefix(reverse("slip_code"))
    return kind.codes(
        view,
        {
            board: tuple(
                SlipMark(qr.draw_qr_code(site + strip_prefix(code.path)), write_code(code.typed), where)
                for code in each
            )
            for board, each in codes.items()
        },
    )


def strip_prefix(path: str) -> str:
    """Return a path as it is below the address of any Crosstable."""
    return "/" + path.removeprefix(get_script_prefix())


def with_player_codes(request: HttpRequest, event: Event, view: PlayersPaper) -> PlayersPaper:
    """Put the code of each player's public page on the cards: for spectators, and for a scan at the check-in."""
    site, page = site_of(request), "individual" if event.of_teams else "player"
    codes = {
        each.number: qr.draw_qr_code(site + reverse(page, args=[event.slug, each.number])) for each in view.players
    }
    return view._replace(players=tuple(each._replace(code=codes[each.number]) for each in view.players))


def site_of(request: HttpRequest) -> str:
    """Return where visitors find this site."""
    return visitors_site(request) or f"{request.scheme}://{request.get_host()}"


def kind_of(event: Event, key: str) -> SheetKind:
    """Return a kind of paper by its key. Raise a 404 for one that this event does not have."""
    kinds = list_kinds(event)
    if key not in kinds:
        raise Http404
    return kinds[key]


def round_of(request: HttpRequest, reader: Reader) -> int:
    """Return the round of `?round=n`, the current one without it, 0 before the first."""
    number = query_round(request, reader.event, "round")
    return read_progress(reader).round if number is None else number
