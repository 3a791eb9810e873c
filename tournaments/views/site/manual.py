"""The manual, for everybody: a page for each chapter."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.pages.site.manual import choose_language, list_names, read_chapter, read_section
from tournaments.views.query_parameters import or_404


@require_safe
def manual(request: HttpRequest) -> HttpResponse:
    """Lead to the first chapter, which lists all of them."""
    return redirect("manual_chapter", list_names()[0])


@require_safe
def manual_chapter(request: HttpRequest, name: str) -> HttpResponse:
    """Show a chapter in the reader's language, or in English."""
    view = or_404(read_chapter(choose_language(name), name))
    return render(request, "tournaments/site/manual_chapter.html", {"view": view})


@require_safe
def manual_section(request: HttpRequest, name: str, section: str) -> HttpResponse:
    """Show a section alone, for the help of a page."""
    view = or_404(read_section(choose_language(name), name, section))
    return render(request, "tournaments/site/_manual_section.html", {"view": view})
