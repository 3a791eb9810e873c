"""The check-in by camera, which sees a film with the code of a player, also where the browser itself reads no codes."""

import pytest
import segno
from playwright.sync_api import expect, sync_playwright

from tests.browser.conftest import FLAGS
from tests.servers import tools
from tests.servers.live_events import NEW_EVENT, NEW_SESSION

pytestmark = pytest.mark.browser

WIDTH, HEIGHT, MODULE = 640, 480, 10  # pixels
BLACK, WHITE, GREY = b"\x10", b"\xeb", b"\x80"
NO_DETECTOR = "delete window.BarcodeDetector"
DETECTOR = """window.BarcodeDetector = class {
  static async getSupportedFormats() { return FORMATS }
  async detect() { return [{ rawValue: "4" }] }
}"""


def film(text):
    """Return a film of one picture, uncompressed, with a QR code in its middle."""
    modules = [list(row) for row in segno.make(text, micro=False).matrix]
    start = (WIDTH - MODULE * len(modules)) // 2
    line = bytearray(WHITE * WIDTH * HEIGHT)
    for y, row in enumerate(modules):
        for x, is_dark in enumerate(row):
            for below in range(MODULE * is_dark):
                left = (y * MODULE + below + (HEIGHT - MODULE * len(modules)) // 2) * WIDTH + start + x * MODULE
                line[left : left + MODULE] = BLACK * MODULE
    colours = GREY * (WIDTH * HEIGHT // 2)
    return f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F30:1 Ip A1:1 C420jpeg\n".encode() + b"FRAME\n" + bytes(line) + colours


@pytest.fixture(scope="module")
def camera(tmp_path_factory):
    """A browser whose camera sees the code of the third player."""
    seen = tmp_path_factory.mktemp("camera") / "code.y4m"
    seen.write_bytes(film("https://results.example/e/cup/player/3/"))
    fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    fake += [f"--use-file-for-fake-video-capture={seen}"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.find("chromium"), args=[*FLAGS, *fake])
        yield browser
        browser.close()


@pytest.fixture
def checkin(server, camera):
    """A function that opens the check-in of an event before its first round, with a script that runs before all."""
    server.python(NEW_EVENT + "Round.objects.all().delete()")
    session = {"name": "sessionid", "value": server.python(NEW_SESSION).strip(), "url": server.url}
    contexts = []

    def open_checkin(script=NO_DETECTOR, permissions=("camera",), **options):
        contexts.append(camera.new_context(locale="en-GB", permissions=permissions, **options))
        contexts[-1].add_cookies([session])
        contexts[-1].add_init_script(script)
        page = contexts[-1].new_page()
        page.goto(f"{server.url}/e/cup/checkin/")
        return page

    yield open_checkin
    for context in contexts:
        context.close()


@pytest.mark.parametrize("script", [NO_DETECTOR, DETECTOR.replace("FORMATS", "['ean_13']")])
def test_the_camera_reads_a_code_where_the_browser_itself_cannot(checkin, script):
    page = checkin(script)
    loaded = []
    page.on("request", lambda request: loaded.append(request.url))
    expect(page.locator("#no-https")).to_be_hidden()
    page.get_by_role("button", name="Camera").click()
    expect(page.locator("#viewfinder")).to_be_visible()
    expect(page.locator(".taken")).to_contain_text("Cleo is present.")
    assert any("/vendor/jsqr" in url for url in loaded)


def test_nothing_is_loaded_where_the_browser_reads_codes_itself(checkin):
    page = checkin(DETECTOR.replace("FORMATS", "['qr_code']"))
    loaded = []
    page.on("request", lambda request: loaded.append(request.url))
    page.get_by_role("button", name="Camera").click()
    expect(page.locator(".taken")).to_contain_text("Dora is present.")
    assert not any("/vendor/jsqr" in url for url in loaded)


def test_the_page_says_where_there_is_no_camera_or_none_is_allowed(checkin):
    page = checkin("navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('none'))")
    expect(page.locator("#no-camera")).to_be_hidden()
    page.get_by_role("button", name="Camera").click()
    expect(page.locator("#no-camera")).to_contain_text("There is no camera, or this page may not use it.")
    expect(page.get_by_role("button", name="Camera")).to_be_visible()


def test_the_page_says_that_the_camera_needs_https(checkin):
    page = checkin("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })")
    expect(page.locator("#no-https")).to_contain_text("browsers allow it over HTTPS only")
    expect(page.get_by_role("button", name="Camera")).to_be_hidden()
