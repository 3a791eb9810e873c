"""A moving picture of the standings while results come in, for README: an animated WebP."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image

VIEW = {"width": 780, "height": 440}
COLOURS = 64
STEPS = [0, 60, 120, 180]  # milliseconds of a glide that are shown
STILL = 1600  # milliseconds between two results
SHOW = "element => scrollTo(0, element.getBoundingClientRect().top + scrollY - 8)"
GLIDE = """time => document.getAnimations().forEach((each) => {
  each.pause();
  each.currentTime = time;
})"""
FINISH = "() => document.getAnimations().forEach((each) => each.finish())"


def film(page, url: str, results: list[Callable[[], object]], target: Path) -> None:
    """Let results come in one after the other, and show how the rows move."""
    page.set_viewport_size(VIEW)
    page.goto(url)
    page.wait_for_selector("#connection[data-state=live]")
    page.evaluate("document.fonts.ready.then(() => true)")
    page.locator(".freshness").evaluate(SHOW)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 0.001})  # a picture takes longer than a glide
    frames, durations = [take(page)], [STILL]
    for enter in results:
        said = page.locator("#ticker li").first.text_content() if page.locator("#ticker li").count() else ""
        enter()
        page.wait_for_function("said => (document.querySelector('#ticker li')?.textContent ?? '') !== said", arg=said)
        for time in STEPS:
            page.evaluate(GLIDE, time)
            frames.append(take(page))
            durations.append(STEPS[1])
        page.evaluate(FINISH)
        frames.append(take(page))
        durations.append(STILL)
    frames[0].save(
        target, save_all=True, append_images=frames[1:], duration=durations, loop=2, lossless=True, method=6,
        minimize_size=True,
    )  # fmt: skip


def take(page) -> Image.Image:
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    return picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE).convert("RGB")
