"""The addresses of the site: the tournaments, the API, the language switch, and Django's admin for accounts."""

from django.contrib import admin
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView
from django.views.i18n import set_language

from tournaments.api.urls import api
from tournaments.views.accounts.signin import admin_signin

admin.autodiscover()

urlpatterns = [
    # Without a CSRF token, so that public pages need no cookie: a foreign form could only change the language.
    path("language/", csrf_exempt(set_language), name="language"),
    path("admin/login/", admin_signin, name="admin_signin"),  # Django's own page would ask for no second step
    # Django's own page would leave no line in the sign-in log, and earlier links valid.
    path("admin/password_change/", RedirectView.as_view(pattern_name="password"), name="admin_password"),
    path("admin/", admin.site.urls),
    # Browsers ask for it wherever a page names no icon, such as at a picture.
    path("favicon.ico", lambda _request: redirect(static("icons/touch.png")), name="favicon"),
    path("api/v1/", api.urls),
    path("", include("tournaments.urls")),
]

handler400 = "config.http.refused_actions.bad_request"
