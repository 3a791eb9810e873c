"""What a button has done, in words at the top of the next page."""

from django.contrib import messages

from tiebreaks.refusal import Refusal
from tournaments.wording import sentences


def done(request, page, said, act):
    """Do something that may be refused, say so, and go to a page."""
    try:
        act()
        messages.success(request, said)
    except Refusal as refusal:
        messages.error(request, sentences.refusal(refusal))
    return page
