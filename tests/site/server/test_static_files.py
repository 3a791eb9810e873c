"""The static files in front of Django: cached for ever where hashed, compressed, never from outside their folder."""

import asyncio
import gzip
import mimetypes

import brotli
import pytest
from django.test import override_settings

from config.http.content_codings import choose_coding
from config.http.static_files import StaticFiles
from config.http.static_storage import CompressedStaticFilesStorage, compress_files

STYLE = b"body { color: teal }\n" * 100


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "static"
    (root / "fonts").mkdir(parents=True)
    (root / "style.0123456789ab.css").write_bytes(STYLE)
    (root / "style.css").write_bytes(STYLE)
    (root / "fonts" / "small.js").write_bytes(b"1\n")
    (tmp_path / "secret-key").write_text("secret")
    compress_files(root)
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


def test_text_is_sent_in_the_coding_that_the_client_prefers(ask):
    for accepted, coding, decompress in [
        ("br, gzip", "br", brotli.decompress),
        ("gzip, deflate", "gzip", gzip.decompress),
        ("gzip;q=1, br;q=0.5", "gzip", gzip.decompress),
        ("", None, bytes),
    ]:
        _, headers, body = ask("/static/style.css", accept_encoding=accepted)
        assert (headers.get("content-encoding"), decompress(body)) == (coding, STYLE)
        assert int(headers["content-length"]) == len(body)
        assert headers["vary"] == "Accept-Encoding"


def test_each_coding_has_a_tag_of_its_own(ask):
    tags = {coding: ask("/static/style.css", accept_encoding=coding)[1]["etag"] for coding in ("br", "gzip", "")}
    assert len({*tags.values()}) == 3
    for coding, tag in tags.items():
        for sent in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            assert ask("/static/style.css", accept_encoding=coding, if_none_match=sent)[0] == 304
    assert ask("/static/style.css", accept_encoding="br", if_none_match=tags["gzip"])[0] == 200


def test_a_file_that_is_too_small_to_compress_is_the_same_for_everybody(ask):
    _, headers, body = ask("/static/fonts/small.js", accept_encoding="br, gzip")
    assert body == b"1\n"
    assert not {"content-encoding", "vary"} & headers.keys()


def test_compressed_forms_have_no_address_of_their_own(ask, folder):
    assert (folder / "style.css.br").exists()
    assert ask("/static/style.css.br")[0] == ask("/static/style.css.gz")[0] == 404


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("GZIP", "gzip"),
        ("x-gzip", "gzip"),
        ("*", "br"),
        ("*;q=0.5, gzip", "gzip"),
        ("br;q=0, *", "gzip"),
        ("br; q=0.2, gzip ;q=0.9", "gzip"),
        ("br;q=0, gzip;q=0.0", "identity"),
        ("gzip;q=0.5, identity", "identity"),
        ("identity;q=0, gzip", "gzip"),
        ("identity;q=0", "identity"),
        ("br;q=high", "identity"),
        ("deflate", "identity"),
        ("", "identity"),
    ],
)
def test_the_coding_follows_the_qualities_in_the_header(accepted, coding):
    assert choose_coding(accepted) == coding


def test_collecting_compresses_each_file_once(tmp_path, monkeypatch):
    source = tmp_path / "source"
    source.mkdir()
    (source / "style.css").write_bytes(STYLE)
    compressed = []
    monkeypatch.setattr("brotli.compress", lambda body, quality: compressed.append(body) or b"small")
    with override_settings(STATIC_ROOT=tmp_path / "static", STATICFILES_DIRS=[source], DEBUG=False):
        storage = CompressedStaticFilesStorage(location=tmp_path / "static", base_url="/static/")
        with (source / "style.css").open("rb") as file:
            storage.save("style.css", file)
        names = [name for _, name, _ in storage.post_process({"style.css": (storage, "style.css")})]
    assert compressed == [STYLE], "the plain and the hashed file have the same content"
    for name in ("style.css", *names):
        assert (tmp_path / "static" / f"{name}.br").read_bytes() == b"small"
        assert gzip.decompress((tmp_path / "static" / f"{name}.gz").read_bytes()) == STYLE


def test_head_has_the_length_without_the_body(ask):
    status, headers, body = ask("/static/style.css", "HEAD")
    assert (status, headers["content-length"], body) == (200, str(len(STYLE)), b"")


@pytest.mark.parametrize(
    "path",
    ["/static/../secret-key", "/static/fonts/../../secret-key", "/static//etc/passwd", "/static/", "/static/fonts"],
)
def test_nothing_but_the_files_is_found(ask, path):
    assert ask(path)[0] == 404


def test_content_types_are_ours_whatever_the_machine_believes(ask, folder, monkeypatch):
    """Some Windows machines call scripts plain text, which no browser would run."""
    monkeypatch.setitem(mimetypes.types_map, ".js", "text/plain")
    (folder / "fonts" / "inter.woff2").write_bytes(b"wOF2")
    assert ask("/static/fonts/small.js")[1]["content-type"] == "text/javascript; charset=utf-8"
    assert ask("/static/fonts/inter.woff2")[1]["content-type"] == "font/woff2"


def test_nobody_writes(ask):
    assert ask("/static/style.css", "POST")[0] == 405
