"""The flags that a table shows: of all that there are, a page loads these alone."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.exports.flags import read_rules


@require_safe
@cache_control(public=True, max_age=86_400)
def flags(request: HttpRequest, names: str) -> HttpResponse:
    """Answer with the rules of some flags, for example `ger-sui`."""
    rules, wanted = read_rules(), sorted(set(names.split("-")))
    if not rules.keys() >= set(wanted):
        raise Http404
    return HttpResponse("\n".join(rules[name] for name in wanted), content_type="text/css; charset=utf-8")
