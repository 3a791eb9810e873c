"""Every benchmark reaches its end, in small: few run them, and what they call changes."""

import os
import subprocess
import sys

import pytest

from tests.servers.server import ROOT

pytestmark = pytest.mark.faults
BENCHES = sorted(path.stem for path in (ROOT / "bench").glob("[a-z]*.py"))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", BENCHES)
def test_a_benchmark_in_small_reaches_its_end(name, tmp_path):
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    environment |= {"BENCH": "small", "CROSSTABLE_VAR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", f"bench.{name}"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert done.stdout.strip() and "Traceback" not in done.stderr


def test_each_of_them_has_a_small_size():
    """Otherwise `make test-all` would measure at full size."""
    assert [name for name in BENCHES if "sized(" not in (ROOT / "bench" / f"{name}.py").read_text("utf-8")] == []
