"""The address that another server sends an event to, for this one to show it: with a token, without a browser."""

from http import HTTPStatus

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tiebreaks.refusal import Refusal
from tournaments.actions.exchange import carried_reports, mirror_messages, mirrors
from tournaments.domain.exchange.mirror_messages import HEADER, STOPPED, WITHDRAWN, MirrorMessage
from tournaments.models import Event
from tournaments.operation.server_addresses import visitors_site
from tournaments.views.answers import CONFLICT, REFUSED
from tournaments.wording import sentences


@csrf_exempt
@require_http_methods(["POST", "DELETE"])
def api_mirror(request: HttpRequest) -> JsonResponse:
    """Take the event of another server, or a sign of life; a DELETE takes it down."""
    try:
        mirror = mirrors.find_mirror(read_token(request))
        if request.method == "DELETE":
            mirrors.remove_mirror(mirror)
            return JsonResponse({})
        message, data = MirrorMessage.read(request.headers.get(HEADER, "")), request.read()
        content = mirror_messages.read_content(data) if data else None
        mirror = mirror_messages.receive(mirror, message, content, request.META.get("REMOTE_ADDR"))
    except Refusal as refused:
        return refuse(refused)
    address = find_page(request, mirror.event) if mirror.event else ""
    receipt = mirror_messages.write_receipt(mirror, message, content, address)
    return JsonResponse(receipt._asdict())


@csrf_exempt
@require_http_methods(["POST"])
def api_mirror_logo(request: HttpRequest) -> JsonResponse:
    """Take the logo of an event, which is sent when it changes: a picture would make each message larger."""
    try:
        mirror = mirrors.find_mirror(read_token(request))
        mirror_messages.receive_logo(mirror, request.read(), request.META.get("REMOTE_ADDR"))
    except Refusal as refused:
        return refuse(refused)
    return JsonResponse({})


@csrf_exempt
@require_http_methods(["POST"])
def api_mirror_slips(request: HttpRequest) -> JsonResponse:
    """Take the list of slips with which players report here."""
    try:
        carried_reports.receive_slips(mirrors.find_mirror(read_token(request)), request.read())
    except Refusal as refused:
        return refuse(refused)
    return JsonResponse({})


def read_token(request: HttpRequest) -> str:
    kind, _space, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def find_page(request: HttpRequest, event: Event) -> str:
    """Return the address of the event's page, for people at the other server."""
    return (visitors_site(request) or f"{request.scheme}://{request.get_host()}") + reverse(
        "standings", args=[event.slug]
    )


def refuse(refused: Refusal) -> JsonResponse:
    status = HTTPStatus.UNAUTHORIZED if refused.code == WITHDRAWN else CONFLICT if refused.code in STOPPED else REFUSED
    params = {name: str(value) for name, value in refused.params.items()}
    values = {"refused": refused.code, "params": params, "sentence": sentences.refusal(refused)}
    return JsonResponse(values, status=status)
