"""Write the software bill of materials: every pinned package and vendored script, as CycloneDX 1.6 in JSON.

`python -m config.sbom` prints it. It is the same for the same pins: no time, no random number.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from tournaments.operation.folders import PACKAGES

PIN = re.compile(r"^([\w.-]+)==([^\s;\\]+)", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def list_packages(text: str) -> Iterator[dict[str, Any]]:
    """Yield the component of each pin, with the digests of the files that may be installed for it."""
    pins = list(PIN.finditer(text))
    ends = [pin.start() for pin in pins[1:]] + [len(text)]
    for pin, end in zip(pins, ends, strict=True):
        name, version = re.sub(r"[-_.]+", "-", pin[1]).lower(), pin[2]
        digests = HASH.findall(text, pin.end(), end)
        yield with_digests(describe("pypi", name, version), digests)


def list_scripts(manifest: list[dict[str, str]]) -> Iterator[dict[str, Any]]:
    """Yield the component of each package of which a script stands in static/vendor, with the digests of its files."""
    for name, version in dict.fromkeys((file["name"], file["version"]) for file in manifest):
        digests = [file["sha256"] for file in manifest if (file["name"], file["version"]) == (name, version)]
        yield with_digests(describe("npm", name, version), digests)


def describe(registry: str, name: str, version: str) -> dict[str, Any]:
    reference = f"pkg:{registry}/{name.replace('@', '%40')}@{version}"
    return {"type": "library", "bom-ref": reference, "name": name, "version": version, "purl": reference}


def with_digests(component: dict[str, Any], digests: list[str]) -> dict[str, Any]:
    return component | {"hashes": [{"alg": "SHA-256", "content": digest} for digest in digests]}


def write_bill() -> str:
    project = tomllib.loads((PACKAGES / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages = list_packages((PACKAGES / "requirements" / "run.txt").read_text(encoding="utf-8"))
    scripts = list_scripts(json.loads((PACKAGES / "static" / "vendor" / "MANIFEST.json").read_text(encoding="utf-8")))
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": project["name"], "version": project["version"]}},
        "components": [*packages, *scripts],
    }
    return json.dumps(bill, indent=1)


if __name__ == "__main__":
    print(write_bill())
