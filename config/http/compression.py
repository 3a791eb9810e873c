"""Compress pages with Brotli where the browser accepts it, otherwise with gzip."""

import random
import secrets
from collections.abc import Callable, Iterable, Iterator

import brotli
from django.http import HttpRequest
from django.http.response import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_sequence, compress_string

from config.http.content_codings import choose_coding

SMALLEST = 200  # bytes, below which compression gains nothing
QUALITY = 4  # a little smaller than gzip for two thirds of its time
PADDING = 100  # bytes at most


class Compression:
    """Middleware. Random padding blurs the length of each answer, so that it reveals no secret in the page (BREACH)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.has_header("Content-Encoding"):
            return response
        accept_encoding = request.headers.get("Accept-Encoding", "")
        if isinstance(response, HttpResponse):
            compress(response, accept_encoding)
        elif isinstance(response, StreamingHttpResponse):
            compress_stream(response, accept_encoding)
        return response


def compress(response: HttpResponse, accept_encoding: str) -> None:
    """Compress an answer in place, unless it is small or would not shrink."""
    if len(response.content) < SMALLEST:
        return
    patch_vary_headers(response, ["Accept-Encoding"])
    coding = choose_coding(accept_encoding)
    if coding not in COMPRESSORS:
        return
    compressed = COMPRESSORS[coding](response.content)
    if len(compressed) >= len(response.content):
        return
    response.content = compressed
    response.headers["Content-Encoding"] = coding
    if response.has_header("Content-Length"):
        response.headers["Content-Length"] = str(len(compressed))
    etag = response.get("ETag", "")
    if etag.startswith('"'):  # strong, but each compression has other bytes (RFC 9110, section 8.8.1)
        response.headers["ETag"] = f"W/{etag}"


def compress_stream(response: StreamingHttpResponse, accept_encoding: str) -> None:
    """Compress an answer part by part, while it is made."""
    patch_vary_headers(response, ["Accept-Encoding"])
    coding = choose_coding(accept_encoding)
    if coding in STREAM_COMPRESSORS:
        response.streaming_content = STREAM_COMPRESSORS[coding](iter(response))
        response.headers["Content-Encoding"] = coding


def gzip_padded(body: bytes) -> bytes:
    return compress_string(body, max_random_bytes=PADDING)


def brotli_padded(body: bytes) -> bytes:
    return b"".join(brotli_parts([body]))


def gzip_parts(parts: Iterable[bytes]) -> Iterator[bytes]:
    return compress_sequence(parts, max_random_bytes=PADDING)


def brotli_parts(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Compress with random bytes in front, in a metadata block that decoders skip (RFC 7932, section 9.2)."""
    compressor = brotli.Compressor(quality=QUALITY)
    stream_header = compressor.flush()  # ends at a whole byte
    padding = secrets.token_bytes(random.randint(1, PADDING))  # noqa: S311 - Django's gzip draws the length likewise
    block_header = 0b010110 | len(padding) - 1 << 6  # not the last, no data, one byte of length
    yield b"".join([stream_header, block_header.to_bytes(2, "little"), padding])
    yield from map(compressor.process, parts)
    yield compressor.finish()


COMPRESSORS = {"br": brotli_padded, "gzip": gzip_padded}
STREAM_COMPRESSORS = {"br": brotli_parts, "gzip": gzip_parts}
