"""Days and times on pages, in the reader's language."""

from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils import translation

AT = datetime(2026, 11, 26, 14, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "26 November 2026, 14:05 | 26 November 2026"),
        ("de", "26. November 2026, 14:05 | 26. November 2026"),
        ("fr", "26 novembre 2026, 14:05 | 26 novembre 2026"),
    ],
)
def test_a_moment_is_written_in_the_readers_language(settings, language, said):
    settings.TIME_ZONE = "UTC"
    page = Template("{% load moments %}{{ at|moment }} | {{ at|day }}{{ never|moment }}{{ never|day }}")
    with translation.override(language):
        assert page.render(Context({"at": AT, "never": None})) == said
