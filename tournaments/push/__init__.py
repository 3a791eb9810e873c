"""Notifications that reach a browser whose page is closed: Web Push (RFC 8030, 8188, 8291, 8292).

`services` knows whom this server may call, `keys` names it to them, `sending` encrypts and posts, as jobs. What is said
comes from `pages/players/notifications.py`; `live/notifying.py` brings both together.
"""
