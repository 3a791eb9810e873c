"""Whether this process serves and reaches its database."""

from django.db import connection
from django.http import HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def health(request):
    """Answer "ok"; a database that cannot be reached makes it an error."""
    connection.ensure_connection()
    return HttpResponse("ok\n", content_type="text/plain")
