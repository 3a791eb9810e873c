"""The colours can be read: every accent, light, dark and with more contrast, on every ground (WCAG 2.2, 1.4.3)."""

import re
from pathlib import Path

import pytest

from tournaments.domain.event import accents

STATIC = Path(__file__).resolve().parents[3] / "static"
CSS = (STATIC / "shared" / "style.css").read_text(encoding="utf-8")
PAIR = re.compile(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
ACCENT = re.compile(r"\[data-accent=([a-z]+)\] \{([^}]*)\}")
TOKENS = {name: pair for name, *pair in PAIR.findall(CSS.split("[data-accent")[0])}
ACCENTS = {name: {key: pair for key, *pair in PAIR.findall(body)} for name, body in ACCENT.findall(CSS)}
MORE_CONTRAST = TOKENS | {
    name: pair for name, *pair in PAIR.findall(CSS.split("(prefers-contrast: more) {")[1].split("@layer")[0])
}
LIGHT, DARK = 0, 1
BOTH = pytest.mark.parametrize("tokens", [TOKENS, MORE_CONTRAST], ids=["usual", "more contrast"])


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
@pytest.mark.parametrize("accent", ACCENTS)
@BOTH
def test_an_accent_is_read_on_every_ground(tokens, accent, scheme):
    colours = ACCENTS[accent]
    grounds = [tokens["paper"], tokens["card"], tokens["wash"], tokens["fresh"], colours["accent-wash"]]
    assert min(contrast(colours["accent"][scheme], ground[scheme]) for ground in grounds) >= 4.5
    for text in ("ink", "quiet", "good", "alarm"):
        assert contrast(tokens[text][scheme], colours["accent-wash"][scheme]) >= 4.5


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
@pytest.mark.parametrize("text", ["ink", "quiet", "good", "maybe", "alarm"])
@BOTH
def test_texts_are_read_on_every_ground(tokens, text, scheme):
    grounds = [tokens[name][scheme] for name in ("paper", "card", "wash", "fresh", "alarm-wash")]
    assert min(contrast(tokens[text][scheme], ground) for ground in grounds) >= 4.5


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
@BOTH
def test_results_are_read_on_their_tints(tokens, scheme):
    tints = [tokens[name][scheme] for name in ("won", "drawn", "lost")]
    assert min(contrast(tokens[text][scheme], tint) for text in ("ink", "quiet") for tint in tints) >= 4.5


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
@BOTH
def test_borders_of_controls_are_seen(tokens, scheme):
    assert min(contrast(tokens["edge"][scheme], tokens[ground][scheme]) for ground in ("paper", "card")) >= 3
    assert contrast(tokens["fresh-edge"][scheme], tokens["card"][scheme]) >= 3


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_with_more_contrast_texts_reach_seven_to_one_and_lines_are_seen(scheme):
    for text in ("ink", "quiet", "good", "maybe", "alarm"):
        assert contrast(MORE_CONTRAST[text][scheme], MORE_CONTRAST["card"][scheme]) >= 7
    assert contrast(MORE_CONTRAST["line"][scheme], MORE_CONTRAST["card"][scheme]) >= 3


def test_the_twelve_accents_are_the_same_everywhere():
    assert {name: pairs["accent"][LIGHT] for name, pairs in ACCENTS.items()} == {
        name: colour for name, (_, colour) in accents.ACCENTS.items()
    }
    assert len(ACCENTS) == 12


@pytest.mark.parametrize("accent", ACCENTS)
def test_every_accent_has_its_icon(accent):
    icon = (STATIC / "icons" / f"{accent}.svg").read_text(encoding="utf-8")
    assert accents.colour(accent) in icon
    assert "style" not in icon


# Sides of the sheet, which are none of the text: the margins of a printed page, and what only turns round as a whole.
PHYSICAL = re.compile(
    r"(?<![\w-])(?:margin|padding|border|inset)-(?:left|right)\b|(?<![\w-])(?:left|right):"
    r"|(?:text-align|float): (?:left|right)"
    r"|gradient\(to (?:left|right)"
)
SIDE = r"([^;{}()\s]+)"
FOUR_SIDES = re.compile(rf"(?<![\w-])(?:margin|padding|inset): {SIDE} {SIDE} {SIDE} {SIDE}[;\s}}]")


@pytest.mark.parametrize("sheet", sorted(STATIC.glob("[!v]*/*.css")), ids=lambda path: path.name)
def test_a_style_names_the_sides_of_the_text_and_none_of_the_screen(sheet):
    """So that a language that is written from right to left needs no style of its own."""
    lines = sheet.read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if "[dir=rtl]" not in line and not line.lstrip().startswith("@")]
    sides = [line for line in lines if PHYSICAL.search(line)]
    uneven = [line for line in lines for _, right, _, left in FOUR_SIDES.findall(line) if right != left]
    assert sides + uneven == []
