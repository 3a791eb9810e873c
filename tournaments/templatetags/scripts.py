"""Load ES modules without a waterfall of requests: a page names at once whatever its scripts import."""

import posixpath
import re
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

IMPORT = re.compile(r'^(?:import|export)\b[^"]*?"(\.[^"]+)";$', re.MULTILINE)


@register.simple_tag
def script(name: str) -> SafeString:
    """Load a module of the static folder; the modules that it imports are fetched at the same time."""
    links = ((static(each),) for each in imports_of(name))
    return format_html(
        '{}<script type="module" src="{}"></script>',
        format_html_join("", '<link rel="modulepreload" href="{}">', links),
        static(name),
    )


@cache
def imports_of(name: str) -> tuple[str, ...]:
    """Return the names of all modules that a module needs, its imports' imports among them."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        here = waiting.pop(0)
        for path in IMPORT.findall(source(here)):
            module = posixpath.normpath(posixpath.join(posixpath.dirname(here), path))
            if module not in found:
                found[module] = None
                waiting.append(module)
    return tuple(found)


def source(name: str) -> str:
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    return Path(path).read_text(encoding="utf-8")
