"""The static files in front of Django: cached for ever where hashed, compressed, never from outside their folder."""

import asyncio
import gzip

import pytest

from config.static import StaticFiles

STYLE = b"body { color: teal }\n" * 100


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "static"
    (root / "fonts").mkdir(parents=True)
    (root / "style.0123456789ab.css").write_bytes(STYLE)
    (root / "style.css").write_bytes(STYLE)
    (root / "fonts" / "small.js").write_bytes(b"1\n")
    (tmp_path / "secret-key").write_text("secret")
    return root


@pytest.fixture
def ask(folder):
    app = StaticFiles(folder, "/static/")

    def request(path, method="GET", **headers):
        scope = {"type": "http", "method": method, "path": path}
        scope["headers"] = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        sent = []

        async def send(message):
            sent.append(message)

        asyncio.run(app(scope, None, send))
        names = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return sent[0]["status"], names, sent[1]["body"]

    return request


def test_a_hashed_name_is_cached_for_ever(ask):
    status, headers, body = ask("/static/style.0123456789ab.css")
    assert (status, body) == (200, STYLE)
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    assert headers["content-type"] == "text/css; charset=utf-8"
    assert headers["x-content-type-options"] == "nosniff"


def test_a_plain_name_is_asked_for_again_and_not_sent_again(ask):
    _, headers, _ = ask("/static/style.css")
    assert headers["cache-control"] == "no-cache"
    status, again, body = ask("/static/style.css", if_none_match=headers["etag"])
    assert (status, body, again["etag"]) == (304, b"", headers["etag"])


def test_text_is_compressed_for_those_who_ask(ask):
    _, headers, body = ask("/static/style.css", accept_encoding="br, gzip")
    assert headers["content-encoding"] == "gzip"
    assert int(headers["content-length"]) == len(body) < len(STYLE)
    assert gzip.decompress(body) == STYLE
    assert "content-encoding" not in ask("/static/fonts/small.js", accept_encoding="gzip")[1], "too small to pay"


def test_head_has_the_length_without_the_body(ask):
    status, headers, body = ask("/static/style.css", "HEAD")
    assert (status, headers["content-length"], body) == (200, str(len(STYLE)), b"")


@pytest.mark.parametrize(
    "path",
    ["/static/../secret-key", "/static/fonts/../../secret-key", "/static//etc/passwd", "/static/", "/static/fonts"],
)
def test_nothing_but_the_files_is_found(ask, path):
    assert ask(path)[0] == 404


def test_nobody_writes(ask):
    assert ask("/static/style.css", "POST")[0] == 405
