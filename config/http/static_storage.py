"""Collect the static files under hashed names, each with its compressed forms next to it."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import brotli
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage

from config.http.content_codings import SUFFIXES
from config.http.content_types import guess_content_type

COMPRESSIBLE = ("text/", "application/javascript", "application/json", "image/svg+xml")
SMALLEST = 500  # bytes, below which compression does not pay
QUALITY = 11  # an eighth smaller than gzip, for half a second of processor time in all
RARE = ("admin/", "django_htmx/")  # nine tenths of all bytes, and no page for spectators loads them
RARE_QUALITY = 5


class CompressedStaticFilesStorage(ManifestStaticFilesStorage):
    """Compress once, when `collectstatic` runs; ES modules import each other by hashed names."""

    support_js_module_import_aggregation = True

    def post_process(self, *arguments: Any, **options: Any) -> Iterator[Any]:
        yield from super().post_process(*arguments, **options)
        if not options.get("dry_run"):
            compress_files(Path(self.location))


def compress_files(folder: Path) -> None:
    """Write the compressed forms of all files in a folder; files of equal content are compressed once."""
    forms_of: dict[bytes, dict[str, bytes]] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and is_compressible(path):
            body = path.read_bytes()
            if body not in forms_of:
                is_rare = path.relative_to(folder).as_posix().startswith(RARE)
                forms_of[body] = compressed_forms(body, RARE_QUALITY if is_rare else QUALITY)
            for suffix, form in forms_of[body].items():
                path.with_name(path.name + suffix).write_bytes(form)


def compressed_forms(body: bytes, quality: int) -> dict[str, bytes]:
    """Return the compressed forms of a file by their suffix, without those that are no smaller."""
    forms = {SUFFIXES["br"]: brotli.compress(body, quality=quality), SUFFIXES["gzip"]: gzip.compress(body, mtime=0)}
    return {suffix: form for suffix, form in forms.items() if len(form) < len(body)}


def is_compressible(path: Path) -> bool:
    return guess_content_type(path.name).startswith(COMPRESSIBLE) and path.stat().st_size >= SMALLEST
