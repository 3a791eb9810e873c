"""The choice of a time zone."""

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

OPTION = '<option value="{}">{}</option>'


@cache
def time_zone_choices() -> list[tuple[str, Any]]:
    """Return all time zones as choices, grouped by continent with Europe first; reading their folder takes a while."""
    groups: dict[str, list[tuple[str, str]]] = {"Europe": []}
    for zone in sorted(available_timezones()):
        area, slash, town = zone.partition("/")
        if slash and area not in ("Etc", "posix", "right", "SystemV"):
            groups.setdefault(area, []).append((zone, town.replace("_", " ")))
    return [("UTC", "UTC"), *groups.items()]


@cache
def render_options() -> SafeString:
    """Return the options of all time zones, none of them selected."""
    (utc, *areas) = time_zone_choices()
    groups = ((area, format_html_join("", OPTION, zones)) for area, zones in areas)
    return format_html(OPTION, *utc) + format_html_join("", '<optgroup label="{}">{}</optgroup>', groups)


class TimeZoneSelect(forms.Select):
    """A list of all time zones: Django would run a template for each of 500 options, half the time of a page."""

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        """Return the list with the chosen zone selected."""
        shown = flatatt({"name": name, **self.build_attrs(self.attrs, attrs)})
        chosen = format_html('<option value="{}"', value)
        options = render_options().replace(f"{chosen}>", f"{chosen} selected>")
        return format_html("<select{}>{}</select>", shown, mark_safe(options))  # noqa: S308 - escaped above
