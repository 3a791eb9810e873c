"""What tests of papers share."""

import pytest

from tournaments.paper import pdf


@pytest.fixture(scope="session")
def pdf_engine():
    """Skip where no PDF can be made; that takes a process to find out, so only the tests that make one ask."""
    if not pdf.is_possible():
        pytest.skip("WeasyPrint or its Pango is not on this machine")
