"""Serve the bytes of a file from a bare Django view: the baseline with which bench/pages.py compares the real pages.

`BARE=FILE python -m uvicorn bench._bare:application`
"""

import os
from pathlib import Path

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.http import HttpResponse
from django.urls import path

settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="only for this measurement")
BODY = Path(os.environ["BARE"]).read_bytes()
urlpatterns = [path("<path:any>", lambda _request, **_: HttpResponse(BODY))]
application = get_asgi_application()
