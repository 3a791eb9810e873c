"""The page of categories and prizes in an event's configuration."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.event import categories as categories_actions
from tournaments.actions.event.categories import move_category, remove_category
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.event.prizes import TOO_MANY, TypedLine, set_prizes
from tournaments.domain.choices import PrizeSharing
from tournaments.domain.event.categories import MOST_PRIZES
from tournaments.forms.categories import CategoryForm, PrizesForm
from tournaments.models import Category
from tournaments.pages.standings.categories import list_choices
from tournaments.pages.standings.prize_setup import arrange_prizes
from tournaments.queries.players.numbering import read_start_numbers
from tournaments.queries.standings.standings import read_standings
from tournaments.views.access import actor, staff_form, staff_page
from tournaments.views.answers import REFUSED, render_event
from tournaments.wording import sentences


@staff_page(policy.CONFIGURE)
def categories(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show the categories with their prizes; POST adds one."""
    if request.method == "POST":
        return save_category(
            request, reader, "", CategoryForm(request.POST, start_numbers=read_start_numbers(reader.event))
        )
    return show_categories(request, reader)


@staff_page(policy.CONFIGURE)
def category(request: HttpRequest, reader: Reader, key: str) -> HttpResponse:
    """Show one category, and store what was changed."""
    stored = get_object_or_404(reader.event.categories, key=key)
    form = CategoryForm(request.POST or None, category=stored, start_numbers=read_start_numbers(reader.event))
    if request.method == "POST":
        return save_category(request, reader, key, form, stored)
    return render_event(request, reader, "tournaments/event/category.html", {"form": form, "category": stored})


def save_category(
    request: HttpRequest, reader: Reader, key: str, form: CategoryForm, stored: Category | None = None
) -> HttpResponse:
    """Store a category; where it is refused the form carries the sentence."""
    try:
        if form.is_valid():
            saved = categories_actions.save_category(reader.event, key, form.definition(), actor(request, reader))
            messages.success(request, _("%(name)s is saved.") % {"name": saved.name})
            return redirect("categories", reader.event.slug)
    except Refusal as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, sentences.refusal(refusal))
    if stored is None:
        return show_categories(request, reader, form, status=REFUSED)
    context = {"form": form, "category": stored}
    return render_event(request, reader, "tournaments/event/category.html", context, status=REFUSED)


def show_categories(
    request: HttpRequest, reader: Reader, form: CategoryForm | None = None, status: int = 200
) -> HttpResponse:
    """Render the page of all categories, with a form for one more."""
    choices = list_choices(reader.event, read_standings(reader).facts)
    prizes = arrange_prizes(reader.event)
    if typed := request.POST.get("prizes"):  # refused: it stays in the form
        key = request.POST.get("category", "")
        beside = PrizesForm(request.POST).typed(request.POST)
        prizes.lists[key] = prizes.lines(key).as_typed(typed, beside)
    context = {
        "form": form or CategoryForm(start_numbers={}),
        "sharing": PrizeSharing.choices,
        "prizes": prizes,
        "whole": prizes.lines(""),
        "specials": prizes.specials,
        "lists": [(choice, len(choice.members), prizes.lines(choice.key)) for choice in choices],
    }
    return render_event(request, reader, "tournaments/event/categories.html", context, status=status)


def refused(request: HttpRequest, reader: Reader, refusal: Refusal, **_rest: object) -> HttpResponse:
    messages.error(request, sentences.refusal(refusal))
    return show_categories(request, reader, status=REFUSED)


@staff_form(policy.CONFIGURE, refused=refused)
def category_move(request: HttpRequest, reader: Reader, key: str) -> HttpResponse:
    """Move a category up or down."""
    move_category(reader.event, key, request.POST.get("way") == "up", actor(request, reader))
    return redirect("categories", reader.event.slug)


@staff_form(policy.CONFIGURE, refused=refused)
def category_remove(request: HttpRequest, reader: Reader, key: str) -> HttpResponse:
    """Remove a category."""
    remove_category(reader.event, key, actor(request, reader))
    messages.success(request, _("The category is removed."))
    return redirect("categories", reader.event.slug)


@staff_form(policy.CONFIGURE, refused=refused)
def prizes_save(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Store the prizes of one category, or of the whole table."""
    form = PrizesForm(request.POST)
    if not form.is_valid():
        raise Refusal(TOO_MANY, most=MOST_PRIZES)
    typed = [TypedLine(*line) for line in form.typed(request.POST)]
    set_prizes(reader.event, form.cleaned_data["category"], form.texts(), actor(request, reader), typed)
    messages.success(request, _("The prizes are saved."))
    return redirect("categories", reader.event.slug)


@staff_form(policy.CONFIGURE, refused=refused)
def prizes_rule(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Store whether each player gets one prize at most, and how prizes are divided."""
    sharing = request.POST.get("prize_sharing", "")
    rules: dict[str, object] = {"one_prize_each": "one_prize_each" in request.POST}
    rules |= {"prize_sharing": sharing} if sharing in PrizeSharing.values else {}
    change_settings(reader.event, rules, actor(request, reader))
    messages.success(request, _("The rule of the prizes is saved."))
    return redirect("categories", reader.event.slug)
