"""Every module can be imported: it needs nothing that this Python lacks, nor a program that is not everywhere."""

import pkgutil
from importlib import import_module

import pytest

import config
import pairing
import tiebreaks
import tournaments

PACKAGES = (config, pairing, tiebreaks, tournaments)
MODULES = [
    module.name for package in PACKAGES for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_every_module_can_be_imported(name):
    import_module(name)
