"""Let hatchling put the static files, collected as a server does it in a checkout, into the wheel."""

import os
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CollectStatic(BuildHookInterface[BuilderConfig]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Collect them into a folder that is removed after the build. The command compiles the translations too."""
        self.folder = TemporaryDirectory()
        command = [sys.executable, os.path.join(self.root, "manage.py"), "collectstatic", "--no-input", "--verbosity=0"]
        variables = {name: value for name, value in os.environ.items() if name in ("PATH", "PYTHONPATH", "SYSTEMROOT")}
        subprocess.run(command, env=variables | {"CROSSTABLE_VAR": self.folder.name}, check=True)  # noqa: S603 - our own
        build_data["force_include"][os.path.join(self.folder.name, "static")] = "config/shipped/collected"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self.folder.cleanup()
