"""One board on a phone: opened by the code on a slip, or by an arbiter who goes from table to table.

Staff who may enter results enter one. Everybody else with a slip reports their own game. The address of a slip is a
secret: pages linked from here learn the site's name and nothing more.
"""

import secrets
from functools import wraps
from http import HTTPStatus
from uuid import uuid4

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tiebreaks.refusal import Refusal
from tournaments.access import policy, sign_in_log, tokens
from tournaments.access.reader import Reader, reader_in_role
from tournaments.actions.desk import entry as entry_module
from tournaments.actions.desk import reports as reports_module
from tournaments.actions.desk.board_notes import call_arbiter
from tournaments.actions.desk.entry import enter_result, no_board_code
from tournaments.actions.desk.reports import find_side, report_result
from tournaments.actions.desk.slip_codes import open_by_code
from tournaments.actions.writing import PLAYER, Actor
from tournaments.domain.choices import DoorKind, Side
from tournaments.domain.desk import desk_keys, results
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.results import Result
from tournaments.domain.typed_codes import read_typed_code
from tournaments.forms.entry import EntryForm, read_number
from tournaments.models import Game
from tournaments.pages.desk.answers import EntryProblem, build_conflict
from tournaments.pages.desk.calls import find_waiting
from tournaments.pages.desk.desk import warn_of_past
from tournaments.pages.desk.results import list_forfeits, list_rare_results, write_game_result, write_result
from tournaments.pages.desk.slips import list_slip_reports, open_slip
from tournaments.queries.desk.board_labels import board_label
from tournaments.queries.event.progress import read_progress
from tournaments.views.access import HtmxRequest, View, actor, staff_page
from tournaments.views.answers import CONFLICT, GONE, REFUSED, SAVED, render_event
from tournaments.views.desk.calls import calls_context
from tournaments.views.desk.desk import build_refusal, first_error
from tournaments.views.query_parameters import or_404
from tournaments.wording import games, sentences

DEVICE = "slip-device"  # a cookie that tells phones apart, so that none speaks for both sides
DEVICE_AGE = 7 * 24 * 60 * 60


def secret_address(view: View) -> View:
    """Keep the address of a page out of the Referer, except for the site, which Django's check of forms needs."""

    @wraps(view)
    def answer(request: HtmxRequest, *args: object, **rest: object) -> HttpResponse:
        response = view(request, *args, **rest)
        response["Referrer-Policy"] = "strict-origin"
        response["X-Robots-Tag"] = "noindex"
        return response

    return answer


def known_device(view: View) -> View:
    """Give each phone a random name of its own in a cookie, and the view its digest as `request.META[DEVICE]`."""

    @wraps(view)
    def answer(request: HtmxRequest, *args: object, **rest: object) -> HttpResponse:
        name = request.COOKIES.get(DEVICE, "")[: tokens.MAX_LENGTH] or secrets.token_urlsafe(tokens.TOKEN_BYTES)
        request.META[DEVICE] = tokens.compute_digest(name)
        response = view(request, *args, **rest)
        if DEVICE not in request.COOKIES:
            secure = settings.SESSION_COOKIE_SECURE
            response.set_cookie(DEVICE, name, DEVICE_AGE, path="/slip/", secure=secure, httponly=True, samesite="Lax")
        return response

    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def slip_code(request: HtmxRequest) -> HttpResponse:
    """Ask for the code that is printed on a slip; the right one leads to its board."""
    typed = request.POST.get("code", "")
    if request.method == "POST" and sign_in_log.has_many_wrong_slips(request):
        problem = _("Too many wrong codes came from your network. Scan the code, or report your result to an arbiter.")
        values = {"typed": typed[:20], "problem": problem}
        return render(request, "tournaments/slips/slip_code.html", values, status=HTTPStatus.TOO_MANY_REQUESTS)
    code = read_typed_code(typed)
    address = open_by_code(code) if code else None
    if address:
        return redirect(address)
    problem = ""
    if request.method == "POST":
        sign_in_log.write_entry(DoorKind.WRONG_SLIP, request, name="slip")
        problem = _("No slip of today has this code. Compare it with the slip, or report your result to an arbiter.")
    values = {"typed": typed[:20], "problem": problem}
    return render(request, "tournaments/slips/slip_code.html", values, status=REFUSED if problem else SAVED)


@secret_address
@never_cache
@known_device
def slip(request: HtmxRequest, token: str) -> HttpResponse:
    """Show the one board that a slip's code opens, and take its result or a player's report."""
    slip_token = tokens.find_token(token, "slip")
    if slip_token is None:
        return render(request, "tournaments/slips/slip_gone.html", status=GONE)
    number, board = slip_token.payload.get("round"), slip_token.payload.get("board")
    reader = reader_in_role(slip_token.event, policy.find_role(request.user, slip_token.event))
    opened, holder = open_slip(reader, number, board), slip_token.payload.get("player")
    if opened is None or (holder and not find_side(opened.board.game, holder)):
        return render_event(request, reader, "tournaments/slips/slip_gone.html", {}, status=GONE)
    proof = slip_token.payload.get("proof") or tokens.compute_digest(token)
    return one_board(request, reader, number, board, reader.may(policy.ENTER), holder=holder, proof=proof)


@never_cache
@staff_page("enter")
def phone(request: HtmxRequest, reader: Reader, number: int) -> HttpResponse:
    """Show a round one board after the other, for an arbiter with a phone in one hand."""
    board = read_number(request.POST.get("board", "") or request.GET.get("board", ""))
    opened = open_slip(reader, number, board)
    if opened is None and board is not None:
        return show_other_board(request, reader, number, board)
    return one_board(request, reader, number, or_404(opened).board.game.board or 0, is_staff=True, walks=True)


def show_other_board(request: HtmxRequest, reader: Reader, number: int, gone: int) -> HttpResponse:
    """Say that a board is not there any more, and show the next open one."""
    opened = or_404(open_slip(reader, number, None))
    refusal = Refusal(no_board_code(reader.event), board=gone, round=number)
    page = SlipPage(request, reader, number, opened.board.game.board or 0, True, True, None, "")
    return page.show(
        problem=EntryProblem(sentences.refusal(refusal)),
        status=REFUSED if request.method == "POST" else HTTPStatus.NOT_FOUND,
    )


def one_board(
    request: HtmxRequest,
    reader: Reader,
    number: int,
    board: int,
    is_staff: bool,
    walks: bool = False,
    holder: int | None = None,
    proof: str = "",
) -> HttpResponse:
    """Show the board; a POST asks to confirm first and then enters or reports."""
    page = SlipPage(request, reader, number, board, is_staff, walks, holder, proof)
    if request.method != "POST":
        return page.show()
    if "call" in request.POST and not is_staff:
        return page.call()
    form = EntryForm(request.POST, asks_spread=reader.event.asks_spread and is_staff)
    side = request.POST.get("side", "")
    if not form.is_valid():
        return page.show(problem=EntryProblem(first_error(form)), status=REFUSED)
    entry = form.entry()
    if not is_staff and side not in Side.values:
        return page.show(problem=EntryProblem(sentences.refusal(Refusal(reports_module.NOBODY))), status=REFUSED)
    try:
        if "confirm" not in request.POST:
            return page.ask(entry, side)
        return page.enter(entry) if is_staff else page.report(entry, side)
    except Refusal as refusal:
        problem = build_refusal(refusal, board, entry)
        return page.show(problem=problem, status=CONFLICT if problem.is_conflict else REFUSED)


class SlipPage:
    """The answers of one board to one visitor."""

    def __init__(
        self,
        request: HtmxRequest,
        reader: Reader,
        number: int,
        board: int,
        is_staff: bool,
        walks: bool,
        holder: int | None,
        proof: str,
    ) -> None:
        self.request, self.reader, self.number, self.board = request, reader, number, board
        self.event = reader.event
        self.is_staff, self.walks, self.holder, self.proof = is_staff, walks, holder, proof

    def enter(self, entry: Entry) -> HttpResponse:
        """Store an arbiter's result."""
        answer = enter_result(self.event, self.number, self.board, entry, actor(self.request, self.reader))
        if answer.outcome == "conflict":
            problem = build_conflict(self.reader, answer.game, entry, answer.protection)
            return self.show(problem=problem, status=CONFLICT)
        return self.show_next(answer.game)

    def report(self, entry: Entry, side: str) -> HttpResponse:
        """Store a player's report."""
        player = Actor(None, PLAYER, self.request.META.get("REMOTE_ADDR"))
        phone = self.request.META[DEVICE]
        place = (self.event, self.number, self.board)
        answer = report_result(*place, side, entry, player, phone, self.holder, self.proof)
        if self.request.htmx:
            return self.show(outcome=answer.outcome, side=side)
        return redirect(f"{self.request.path}?side={side}")

    def call(self) -> HttpResponse:
        """Let the board wait for an arbiter; the page says so, now and later."""
        player = Actor(None, PLAYER, self.request.META.get("REMOTE_ADDR"))
        try:
            call_arbiter(self.event, self.number, self.board, player)
        except Refusal as refusal:
            return self.show(problem=EntryProblem(sentences.refusal(refusal)), status=REFUSED)
        return self.show() if self.request.htmx else redirect(self.request.path)

    def show_next(self, game: Game) -> HttpResponse:
        """Show what was stored; an arbiter who walks through the round sees the next open board at once."""
        where = f"{games.place_word(self.event.game)} {board_label(self.event, game.board)}"
        white, black = or_404(game.white), or_404(game.black)
        last = f"{where}: {white.name} {write_game_result(game)} {black.name}"
        if self.walks:
            self.board = or_404(open_slip(self.reader, self.number, game.board)).next or game.board or 0
            if not self.request.htmx:
                return redirect(f"{self.request.path}?board={self.board}")
        elif not self.request.htmx:
            return redirect(self.request.path)
        return self.show(last=last)

    def ask(self, entry: Entry, side: str) -> HttpResponse:
        """Repeat names and result, and ask to confirm them."""
        value = results.settle(self.event.discipline, entry.value)
        entry_module.check_spread(value, entry.spread)
        chosen = (
            _("adjourned") if value.is_adjourned else write_result(value.result, value.white_score, value.black_score)
        )
        return self.show(asked=chosen, entry=entry, side=side)

    def show(
        self, problem: EntryProblem | None = None, status: int = SAVED, side: str = "", **parts: object
    ) -> HttpResponse:
        slip = or_404(open_slip(self.reader, self.number, self.board))
        own_side = find_side(slip.board.game, self.holder)
        side = own_side or side or self.request.GET.get("side", "")
        reported = list_slip_reports(slip)
        values = {
            "slip": slip,
            "game": slip.board.game,
            "is_staff": self.is_staff,
            "walks": self.walks,
            "warning": self.is_staff and warn_of_past(self.event, self.number, read_progress(self.reader).round),
            "address": self.request.path,
            "place": games.place_word(self.event.game),
            "forfeits": list_forfeits(self.event),
            "rare": list_rare_results(self.event),
            "adjourn": desk_keys.ADJOURN,
            "side": side,
            "may_report": self.event.takes_reports and bool(own_side or not self.event.has_codes_of_sides),
            "reporter": next((name for side, name, _field in slip.seats if side == own_side), ""),
            "own": reported.get(side),
            "is_agreed": len(reported) == 2 and not slip.board.is_disputed,
            "is_closed": not self.is_staff
            and slip.board.game.result != Result.OPEN
            and not slip.board.game.is_provisional,
            "call": find_waiting(self.event, slip.board.game),
            "may_call": not self.is_staff and not self.event.is_elsewhere,
            **(calls_context(self.reader) if self.is_staff else {}),
            "problem": problem,
            "stored": slip.board.shown,
            "uuid": uuid4,
            **parts,
        }
        template = "_slip_answer" if self.request.htmx else "slip"
        return render_event(self.request, self.reader, f"tournaments/slips/{template}.html", values, status=status)
