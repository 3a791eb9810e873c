"""Template tags for what forms written by hand repeat: a line to type into, a choice, and the button of a row.

The forms of `forms/` write their own fields (templates/tournaments/shared/_form_field.html).
"""

from collections.abc import Iterable
from typing import Any

from django import template
from django.forms.utils import flatatt

register = template.Library()


@register.inclusion_tag("tournaments/shared/_text_field.html")
def text_field(name: str, label: str, hint: str = "", *, is_wrong: bool = False, **attributes: Any) -> dict[str, Any]:
    """Show a line to type into, with further attributes of its input; its `id` is its name unless it gets another one.

    The browser completes nothing unless `autocomplete` says so. `hint` stands below the line. A line that `is_wrong` is
    marked, and has the focus.
    """
    marks = {"aria-invalid": "true", "autofocus": True} if is_wrong else {}
    return _describe(name, label, hint, {"autocomplete": "off", **attributes, **marks})


@register.inclusion_tag("tournaments/shared/_choice_field.html")
def choice_field(
    name: str,
    label: str,
    choices: Iterable[tuple[Any, ...]],
    chosen: Any = "",
    empty: str = "",
    other: str = "",
    hint: str = "",
    **attributes: Any,
) -> dict[str, Any]:
    """Show a choice of (value, text); `empty` is a first, `other` a last one without a value."""
    options = [(str(value), text, str(value) == str(chosen)) for value, text, *_ in choices]
    return _describe(name, label, hint, attributes) | {"options": options, "empty": empty, "other": other}


@register.inclusion_tag("tournaments/shared/_row_button.html")
def row_button(
    address: str, name: str, value: Any, label: str, kind: str = "button", aloud: str = ""
) -> dict[str, Any]:
    """Show a button that posts one value, for example to end what its row shows; `aloud` says more than its label."""
    return {"address": address, "name": name, "value": value, "label": label, "kind": kind, "aloud": aloud}


def _describe(name: str, label: str, hint: str, attributes: dict[str, Any]) -> dict[str, Any]:
    key = attributes.pop("id", name)
    described = {"aria-describedby": f"{key}-help"} if hint else {}
    return {"name": name, "label": label, "hint": hint, "key": key, "attributes": flatatt(attributes | described)}
