"""The container of a whole event: a zip of JSON documents and a manifest with their digests.

    manifest.json   {"archive": "crosstable", "format": 1, …facts…, "files": {"players.json": {"sha256": …}}}
    players.json …  one list for each kind of row; their contents are described in `archive_rows`

Every format from 1 on stays readable: a newer format adds a step to `UPGRADES`. Nothing in a file is trusted: sizes
are counted while unpacking, whatever the zip says of itself.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.event.event_details import read_detail_fields
from tournaments.domain.standings.prize_amounts import read_old_amount
from tournaments.formats import zip_files

FORMAT = 2
SUFFIX = ".crosstable.zip"
MANIFEST = "manifest.json"
LARGEST_FILE = 16 * 2**20
LARGEST_UNPACKED = 64 * 2**20
MOST_FILES = 40

type Documents = dict[str, Any]


def add_facts(documents: Documents) -> Documents:
    """Give an event of format 1 the facts that only the lines of its tournament file say."""
    event = documents.get("event")
    lines = event.get("file_lines") if isinstance(event, dict) else None
    if isinstance(event, dict) and isinstance(lines, list):
        documents["event"] = read_detail_fields(line for line in lines if isinstance(line, str)) | event
    return documents


def read_amounts(documents: Documents) -> Documents:
    """Give prizes of a release that did not store amounts those of their texts; what it stored was the first number."""
    prizes = documents.get("prizes")
    for prize in prizes if isinstance(prizes, list) else ():
        if isinstance(prize, dict) and "value" in prize:
            old, text = str(prize.pop("value") or 0), prize.get("text")
            prize |= read_old_amount(text if isinstance(text, str) else "", old)
    return documents


# From the format of the key to the next one.
UPGRADES: dict[int, Callable[[Documents], Documents]] = {1: add_facts}

NO_ARCHIVE = sentence(
    "archive-unknown", gettext_noop("This is not an archive of an event: choose the file that ends in .zip.")
)
DAMAGED = sentence("archive-damaged", gettext_noop("The archive is damaged: copy or download it again."))
TOO_LARGE = sentence("archive-too-large", gettext_noop("The archive is too large: at most {most} MB are allowed."))
TOO_NEW = sentence(
    "archive-too-new",
    gettext_noop(
        "The archive was made by Crosstable {release}, which is newer than this server. Upgrade the server first."
    ),
)
UNREADABLE = sentence("archive-unreadable", gettext_noop("This file in the archive can’t be read: {reason}."))


def pack_documents(documents: Documents, **facts: Any) -> bytes:
    """Return a zip of the documents, by name without ending; `facts` go into the manifest."""
    files = {f"{name}.json": write_document(document) for name, document in documents.items()}
    listed = {name: {"sha256": digest_data(data)} for name, data in files.items()}
    manifest = {"archive": "crosstable", "format": FORMAT, **facts, "files": listed}
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {MANIFEST: write_document(manifest), **files}.items():
            archive.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def unpack_documents(data: bytes, file: str = "") -> tuple[dict[str, Any], Documents]:
    """Return the manifest and the documents of an archive in the current format. Raise Refusal with file and field."""
    try:
        return read_documents(unpack_files(data))
    except Refusal as refusal:
        refusal.file = file
        raise


def unpack_files(data: bytes) -> dict[str, bytes]:
    """Unpack a zip in memory, never more than its bounds."""
    if len(data) > LARGEST_FILE:
        raise Refusal(TOO_LARGE, field="file", most=LARGEST_FILE // 2**20)
    if not zipfile.is_zipfile(io.BytesIO(data)):
        raise Refusal(NO_ARCHIVE, field="file")
    documents: dict[str, bytes] = {}
    room = LARGEST_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            if len(names) > MOST_FILES or len(names) != len(set(names)) or MANIFEST not in names:
                raise Refusal(NO_ARCHIVE, field="file")
            if sum(part.file_size for part in archive.infolist()) > LARGEST_UNPACKED:
                raise Refusal(TOO_LARGE, field="file", most=LARGEST_UNPACKED // 2**20)
            for name in names:
                with archive.open(name) as member:
                    content = zip_files.read_bounded(member, room)
                if content is None:
                    raise Refusal(TOO_LARGE, field="file", most=LARGEST_UNPACKED // 2**20)
                documents[name] = content
                room -= len(content)
    except Refusal:
        raise
    except zip_files.BROKEN as error:
        raise Refusal(DAMAGED, field="file") from error
    return documents


def read_documents(found: dict[str, bytes]) -> tuple[dict[str, Any], Documents]:
    """Check the unpacked files against their manifest and read them."""
    manifest = read_document(MANIFEST, found.pop(MANIFEST))
    if not isinstance(manifest, dict) or manifest.get("archive") != "crosstable":
        raise Refusal(NO_ARCHIVE, field=MANIFEST)
    version, files = manifest.get("format"), manifest.get("files")
    if type(version) is not int or version < 1 or not isinstance(files, dict):
        raise Refusal(DAMAGED, field=MANIFEST)
    if version > FORMAT:
        raise Refusal(TOO_NEW, field=MANIFEST, release=str(manifest.get("release", "?"))[:20])
    if set(files) != set(found):
        raise Refusal(DAMAGED, field=MANIFEST)
    for name, data in found.items():
        if not isinstance(files[name], dict) or files[name].get("sha256") != digest_data(data):
            raise Refusal(DAMAGED, field=name)
    contents = {name.removesuffix(".json"): read_document(name, data) for name, data in found.items()}
    for old in range(version, FORMAT):
        contents = UPGRADES[old](contents)
    return manifest, read_amounts(contents)


def write_document(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def read_document(name: str, data: bytes) -> Any:
    """Read one JSON document. Refuse what no database stores: NUL, lone surrogates, NaN."""
    try:
        document = json.loads(data, parse_constant=refuse_constant)
        plain = json.dumps(document, ensure_ascii=False)
        plain.encode()
    except (ValueError, RecursionError) as error:
        raise Refusal(UNREADABLE, field=name, reason=str(error)[:100]) from error
    if "\\u0000" in plain.replace("\\\\", ""):
        raise Refusal(UNREADABLE, field=name, reason="NUL")
    return document


def refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def digest_data(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
