"""The vendored scripts are the published files, byte for byte."""

import hashlib
import json
from pathlib import Path

VENDOR = Path(__file__).resolve().parents[3] / "static" / "vendor"
MANIFEST = json.loads((VENDOR / "MANIFEST.json").read_text(encoding="utf-8"))


def test_every_vendored_file_is_the_one_of_the_manifest():
    digests = {row["file"]: hashlib.sha256((VENDOR / row["file"]).read_bytes()).hexdigest() for row in MANIFEST}
    assert digests == {row["file"]: row["sha256"] for row in MANIFEST}


def test_the_manifest_lists_every_file():
    assert {row["file"] for row in MANIFEST} == {path.name for path in VENDOR.iterdir()} - {"MANIFEST.json"}
