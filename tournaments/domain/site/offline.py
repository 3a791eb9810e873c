"""Which answers a browser may keep to show without a network: said in a header that static/offline/worker.js reads."""

KEEP = "Crosstable-Keep"
NOTHING = "nothing"  # there is a session
SITE = "site"  # a page that belongs to no event; one of an event has the event's key
