"""No form of an event writes into another one, whatever it names: a new form needs a line in tests/site/posts.py."""

from functools import partial

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.site.accounts.test_matrix import has_event
from tests.site.factories import person
from tests.site.matrix import NEVER, ROWS, TOKEN
from tests.site.posts import KINDS, OWNER, POSTS, WITHOUT_KEYS
from tournaments.models import Event, SigninLink
from tournaments.operation.bounded_cache import clear_caches

pytestmark = pytest.mark.django_db


def lead_to_events():
    """Yield each model that belongs to an event, with the shortest way there."""
    ways, waiting = {Event: "pk"}, [Event]
    while waiting:
        target = waiting.pop(0)
        for model in apps.get_app_config("tournaments").get_models():
            for field in model._meta.fields:
                if field.related_model is target and model not in ways:
                    ways[model] = field.name if target is Event else f"{field.name}__{ways[target]}"
                    waiting.append(model)
    return ways | {SigninLink: "user__memberships__event"}


WAYS = lead_to_events()


def rows_of(event):
    """Return all rows of an event, by model."""
    return {
        model: list(model._base_manager.filter(**{way: event.pk}).order_by("pk").values())
        for model, way in WAYS.items()
    }


def test_every_form_of_an_event_says_what_it_names():
    forms = {name for name, rows in ROWS.items() if has_event(name) and any(r.post not in (NEVER, TOKEN) for r in rows)}
    said = "give it a line of POSTS in tests/site/posts.py, with a row that it names, or add it to WITHOUT_KEYS there"
    assert not dict.fromkeys(forms - POSTS.keys() - WITHOUT_KEYS, said)
    assert not (POSTS.keys() | WITHOUT_KEYS) - forms
    assert not POSTS.keys() & WITHOUT_KEYS


@pytest.mark.parametrize("kind", KINDS)
def test_no_form_writes_into_another_event(kind):
    client = Client()
    client.force_login(person(OWNER))

    def ask(name, post, event, data):
        return client.post(reverse(name, kwargs={"slug": event.slug} | post.params), data)

    assert_writes_stay_apart(kind, POSTS, ask)


def assert_writes_stay_apart(kind, posts, ask):
    """Send the writes of one kind to each of two events: `ask(name, post, event, data)` returns the answer."""
    events = [KINDS[kind](slug) for slug in ("one", "other")]
    rows = [rows_of(event) for event in events]
    wrong = []
    for name, post in posts.items():
        for mine, foreign in ((0, 1), (1, 0)) if post.kind == kind else ():
            with transaction.atomic():
                found = send(partial(ask, name, post), post, events[mine], events[foreign], rows[foreign])
                wrong += [f"{name}: {said}" for said in found]
                transaction.set_rollback(True)
            for event in events:
                event.refresh_from_db()
    assert not wrong, "\n".join(wrong)


def send(ask, post, mine, foreign, rows):
    """Write to one event, with the keys of another and with its own; yield what is not as it should be."""
    if post.before:
        for event in (mine, foreign):
            post.before(event)
            event.refresh_from_db()
        rows = rows_of(foreign)
    clear_caches()
    before = state_of(mine)
    named, own = (post.data(event) if callable(post.data) else post.data for event in (foreign, mine))
    for data in (named, own) if named != own else (own,):
        answer = ask(mine, data)
    changed = [model.__name__ for model, now in rows_of(foreign).items() if now != rows[model]]
    if changed:
        yield f"the other event has changed: {changed}"
    if state_of(mine) == before:
        yield f"nothing was written, so its line does not name what it needs: {answer.status_code} {answer.text[:200]}"


def state_of(event):
    """Return what every write to an event changes: its version, its log, the files that wait for an import."""
    return [*Event.objects.filter(pk=event.pk).values("version"), event.log.count(), [*event.uploads.values()]]
