"""Say to browsers what no page of this site will ever ask for, whatever script might run in it."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

# The check-in scans codes, projectors stay awake, and the sign-in takes passkeys.
OURS = ("camera", "screen-wake-lock", "publickey-credentials-create", "publickey-credentials-get", "fullscreen")
NOBODYS = (
    *("accelerometer", "autoplay", "display-capture", "encrypted-media", "geolocation", "gyroscope", "magnetometer"),
    *("microphone", "midi", "payment", "usb", "xr-spatial-tracking"),
)
POLICY = ", ".join([*(f"{name}=(self)" for name in OURS), *(f"{name}=()" for name in NOBODYS)])


class PermissionsPolicy:
    """Middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        answer.headers["Permissions-Policy"] = POLICY
        return answer
