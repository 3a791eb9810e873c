"""The addresses of accounts: sign-in, staff, privacy, backups."""

from django.urls import path

from tournaments.views.accounts import backups, browsers, join, privacy, signin, staff

urlpatterns = [
    path("e/<slug:slug>/people/", staff.staff, name="staff"),
    path("e/<slug:slug>/names/", privacy.names, name="names"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("backups/", backups.backups, name="backups"),
    path("backups/<str:name>/", backups.backup_file, name="backup_file"),
    path("join/<str:token>/", join.join, name="join"),
    path("signin/", signin.signin, name="signin"),
    path("signin/<str:token>/", signin.signin_link, name="signin_link"),
    path("signout/", signin.signout, name="signout"),
    path("account/password/", signin.password, name="password"),
    path("account/sessions/", browsers.browsers, name="browsers"),
]
