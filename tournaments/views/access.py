"""Guard every page behind the sign-in: find the event, check the role, or say what is missing."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django_htmx.http import reselect, reswap, retarget
from django_htmx.middleware import HtmxDetails

from tiebreaks.refusal import Refusal
from tournaments.access import policy, sign_in_log
from tournaments.access.reader import Reader
from tournaments.actions.writing import Actor
from tournaments.domain.rounds.fide_mode import LeavesFideMode
from tournaments.queries.event.events import reader_for
from tournaments.views.answers import render_event
from tournaments.wording import sentences


class HtmxRequest(HttpRequest):
    """A request as views get it: `htmx` is true where htmx has sent it and wants a fragment instead of the page."""

    htmx: HtmxDetails


type View = Callable[..., HttpResponse]
type EventView[**Parameters] = Callable[Concatenate[HtmxRequest, Reader, Parameters], HttpResponse]
type StaffView[**Parameters] = Callable[Concatenate[HtmxRequest, Reader, Parameters], HttpResponseBase]
type Verb[**Parameters] = Callable[Concatenate[HtmxRequest, Reader, Parameters], HttpResponse | str]


def staff_page[**Parameters](action: str) -> Callable[[StaffView[Parameters]], Callable[..., HttpResponseBase]]:
    """Give the view its reader in place of the slug, for a signed-in user who may do `action` there.

    Others are sent to the sign-in, see a page that says what is missing (403), or find nothing where the event is not
    visible to them (404). The page is closed to everybody where the event goes on elsewhere and `action` is done there.
    """

    def wrap(view: StaffView[Parameters]) -> Callable[..., HttpResponseBase]:
        @login_required
        @wraps(view)
        def answer(
            request: HtmxRequest, slug: str, *arguments: Parameters.args, **rest: Parameters.kwargs
        ) -> HttpResponseBase:
            reader = reader_for(request.user, slug)
            if not reader.may(action) and not is_late_form(request, reader, action):
                return deny_page(request, reader, action)
            try:
                return keep_out_of_caches(view(request, reader, *arguments, **rest))
            except LeavesFideMode as leaves_fide_mode:
                return ask_to_leave_fide_mode(request, reader, leaves_fide_mode)

        return answer

    return wrap


def is_late_form(request: HttpRequest, reader: Reader, action: str) -> bool:
    """Tell whether a form comes from a page that was opened before the event moved: its action says where to."""
    return request.method == "POST" and bool(reader.event.moved_to) and policy.allows(reader.role, action)


def deny_page(request: HttpRequest, reader: Reader, action: str) -> HttpResponse:
    """Say what is missing; whoever has the right to it reads where it is done. Only strangers are remembered."""
    is_stranger = not policy.allows(reader.role, action)
    if is_stranger:
        sign_in_log.record_denied_page(request, reader.event)
    return render_event(request, reader, "tournaments/shared/denied.html", {"is_stranger": is_stranger}, status=403)


def staff_form[**Parameters](action: str, refused: View) -> Callable[[Verb[Parameters]], View]:
    """Give one verb of a staff page an address of its own, below the address of the page.

    The verb acts and returns what to say at the top of the page, or another answer. Where it is refused,
    `refused(request, reader, refusal)` answers, with the other parameters of the address. Anything but a POST goes to
    the page, for example a reload or the way back from the sign-in.
    """

    def wrap(verb: Verb[Parameters]) -> View:
        @wraps(verb)
        def act(
            request: HtmxRequest, reader: Reader, *arguments: Parameters.args, **rest: Parameters.kwargs
        ) -> HttpResponse:
            if request.method != "POST":
                return redirect(page_above(request))
            try:
                outcome = verb(request, reader, *arguments, **rest)
            except Refusal as refusal:
                return refused(request, reader, refusal, *arguments, **rest)
            if isinstance(outcome, HttpResponse):
                return outcome
            if outcome:
                messages.success(request, outcome)
            return redirect(page_above(request))

        view = cast("View", staff_page(action)(cast("EventView[...]", act)))
        view.is_form = True  # type: ignore[attr-defined]  # read by the tests: such an address is no page
        return view

    return wrap


def ask_to_leave_fide_mode(request: HtmxRequest, reader: Reader, leaves_fide_mode: LeavesFideMode) -> HttpResponse:
    """Name how a change would leave FIDE's rules, and send the same form again once that is confirmed."""
    match = request.resolver_match
    is_form = match is not None and getattr(match.func, "is_form", False)
    posted = [(name, value) for name, values in request.POST.lists() for value in values]
    context = {
        "departures": leaves_fide_mode.found,
        "posted": [(name, value) for name, value in posted if name not in ("csrfmiddlewaretoken", "departs")],
        "back": page_above(request) if is_form else request.path,
    }
    answer = render_event(
        request, reader, "tournaments/shared/leaving_fide_mode.html", context, status=HTTPStatus.CONFLICT
    )
    if request.htmx:
        reswap(reselect(retarget(answer, "#content"), "#content"), "outerHTML")
    return keep_out_of_caches(answer)


def site_page(action: str) -> Callable[[View], View]:
    """Let in who may do `action` without an event, for example create one; others see what is missing (403)."""

    def wrap(view: View) -> View:
        @login_required
        @wraps(view)
        def answer(request: HttpRequest, *arguments: object, **rest: object) -> HttpResponse:
            if not policy.may(request.user, None, action):
                return render(request, "tournaments/shared/denied.html", {"is_stranger": True}, status=403)
            return keep_out_of_caches(view(request, *arguments, **rest))

        return answer

    return wrap


def site_form(action: str) -> Callable[[View], View]:
    """Give one verb of a page of the site an address of its own; anything but a POST goes to the page."""

    def wrap(verb: View) -> View:
        @wraps(verb)
        def act(request: HttpRequest, *arguments: object, **rest: object) -> HttpResponse:
            return verb(request, *arguments, **rest) if request.method == "POST" else redirect(page_above(request))

        view: View = site_page(action)(act)
        view.is_form = True  # type: ignore[attr-defined]  # as above
        return view

    return wrap


def keep_out_of_caches[Answer: HttpResponseBase](answer: Answer) -> Answer:
    """Let no browser and no proxy keep a page of the staff, unless its view has said otherwise."""
    answer.headers.setdefault("Cache-Control", "private, no-store")
    return answer


def page_above(request: HttpRequest) -> str:
    """Return the address without its last part: the page that a form is on."""
    return request.path[: request.path.rstrip("/").rindex("/") + 1]


def flash_refusal(request: HttpRequest, _reader: Reader, refusal: Refusal, **_rest: object) -> HttpResponse:
    """Go back to the page, with the reason of a refusal at its top."""
    messages.error(request, sentences.refusal(refusal))
    return redirect(page_above(request))


def signed_in_user(request: HttpRequest) -> User:
    """Return the user behind the sign-in."""
    return cast(User, request.user)


def actor(request: HttpRequest, reader: Reader | None = None) -> Actor:
    """Name who writes, for the log; without a reader, outside of events."""
    role = reader.role if reader else policy.find_role(request.user, None)
    return Actor(request.user, role, request.META.get("REMOTE_ADDR"), frozenset(request.POST.getlist("departs")))
