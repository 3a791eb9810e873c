"""The colours can be read: every accent, light and dark, on every ground that it stands on (WCAG 2.2, 1.4.3)."""

import re
from pathlib import Path

import pytest

CSS = (Path(__file__).resolve().parents[2] / "static" / "style.css").read_text(encoding="utf-8")
PAIR = re.compile(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
ACCENT = re.compile(r"\[data-accent=([a-z]+)\] \{([^}]*)\}")
TOKENS = {name: pair for name, *pair in PAIR.findall(CSS.split("[data-accent")[0])}
ACCENTS = {name: {key: pair for key, *pair in PAIR.findall(body)} for name, body in ACCENT.findall(CSS)}
LIGHT, DARK = 0, 1


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
@pytest.mark.parametrize("accent", ACCENTS)
def test_an_accent_is_read_on_every_ground(accent, scheme):
    colours = ACCENTS[accent]
    grounds = [TOKENS["paper"], TOKENS["card"], TOKENS["wash"], colours["accent-wash"]]
    assert min(contrast(colours["accent"][scheme], ground[scheme]) for ground in grounds) >= 4.5
    assert contrast(TOKENS["quiet"][scheme], colours["accent-wash"][scheme]) >= 4.5


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
@pytest.mark.parametrize("text", ["ink", "quiet", "good", "maybe", "alarm"])
def test_texts_are_read_on_every_ground(text, scheme):
    grounds = [TOKENS[name][scheme] for name in ("paper", "card", "wash", "fresh", "alarm-wash")]
    assert min(contrast(TOKENS[text][scheme], ground) for ground in grounds) >= 4.5


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_borders_of_controls_are_seen(scheme):
    assert min(contrast(TOKENS["edge"][scheme], TOKENS[ground][scheme]) for ground in ("paper", "card")) >= 3


def test_there_are_accents_to_choose_from():
    assert len(ACCENTS) >= 8
