"""The page of categories and prizes in an event's configuration."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tiebreaks.refusal import Refusal
from tournaments.actions.event import categories as categories_actions
from tournaments.actions.event.categories import PRIZES_TOO_MANY, move_category, remove_category, set_prizes
from tournaments.actions.event.configuration import change_settings
from tournaments.domain.categories import MOST_PRIZES
from tournaments.forms.categories import CategoryForm, PrizesForm
from tournaments.pages.standings.categories import choices_of
from tournaments.queries.standings import read_standings
from tournaments.views.access import actor, staff_page
from tournaments.views.answers import REFUSED
from tournaments.wording import sentences


@staff_page("configure")
def categories(request, event):
    """Show the categories with their prizes; the buttons add, move and remove one, or store the prizes of one."""
    if request.method != "POST":
        return show(request, event, CategoryForm())
    step = request.POST.get("do", "")
    if step == "add":
        return save_category(request, event, "", CategoryForm(request.POST))
    try:
        said = STEPS[step](request, event) if step in STEPS else ""
    except Refusal as refusal:
        messages.error(request, sentences.refusal(refusal))
        return show(request, event, CategoryForm(), status=REFUSED)
    if said:
        messages.success(request, said)
    return redirect("categories", event.slug)


@staff_page("configure")
def category(request, event, key):
    """Show one category, and store what was changed."""
    stored = get_object_or_404(event.categories, key=key)
    form = CategoryForm(request.POST or None, category=stored)
    if request.method == "POST":
        return save_category(request, event, key, form, stored)
    return render(request, "tournaments/event/category.html", {"event": event, "form": form, "category": stored})


def save_category(request, event, key, form, stored=None):
    """Store a category; where it is refused the form carries the sentence."""
    try:
        if form.is_valid():
            saved = categories_actions.save_category(event, key, form.definition(), actor(request, event))
            messages.success(request, _("%(name)s is saved.") % {"name": saved.name})
            return redirect("categories", event.slug)
    except Refusal as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, sentences.refusal(refusal))
    if stored is None:
        return show(request, event, form, status=REFUSED)
    context = {"event": event, "form": form, "category": stored}
    return render(request, "tournaments/event/category.html", context, status=REFUSED)


def show(request, event, form, status=200):
    choices = choices_of(event, read_standings(event).facts)
    texts = {}
    for prize in event.prizes.select_related("category"):
        texts.setdefault(prize.category.key if prize.category else "", []).append(prize.text)
    context = {
        "event": event,
        "form": form,
        "whole": "\n".join(texts.get("", [])),
        "lists": [(choice, len(choice.members), "\n".join(texts.get(choice.key, []))) for choice in choices],
    }
    return render(request, "tournaments/event/categories.html", context, status=status)


def move(request, event):
    key, up = request.POST.get("key", ""), request.POST.get("way") == "up"
    move_category(event, key, up, actor(request, event))
    return ""


def remove(request, event):
    remove_category(event, request.POST.get("key", ""), actor(request, event))
    return _("The category is removed.")


def prizes(request, event):
    form = PrizesForm(request.POST)
    if not form.is_valid():
        raise Refusal(PRIZES_TOO_MANY, most=MOST_PRIZES)
    set_prizes(event, form.cleaned_data["category"], form.texts(), actor(request, event))
    return _("The prizes are saved.")


def rule(request, event):
    """Store whether each player gets one prize at most."""
    change_settings(event, {"one_prize_each": "one_prize_each" in request.POST}, actor(request, event))
    return _("The rule of the prizes is saved.")


STEPS = {"move": move, "remove": remove, "prizes": prizes, "rule": rule}
