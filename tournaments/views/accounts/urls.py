"""The addresses of accounts: sign-in, staff, privacy, backups."""

from django.urls import path

from tournaments.views.accounts import backups, browsers, join, names, privacy, signin, staff, users

urlpatterns = [
    path("e/<slug:slug>/people/", staff.staff, name="staff"),
    path("e/<slug:slug>/people/invite/", staff.staff_invite, name="staff_invite"),
    path("e/<slug:slug>/people/withdraw/", staff.staff_withdraw, name="staff_withdraw"),
    path("e/<slug:slug>/people/role/", staff.staff_role, name="staff_role"),
    path("e/<slug:slug>/people/remove/", staff.staff_remove, name="staff_remove"),
    path("e/<slug:slug>/people/link/", staff.staff_link, name="staff_link"),
    path("e/<slug:slug>/names/", names.names, name="names"),
    path("e/<slug:slug>/names/pseudonym/", names.names_pseudonym, name="names_pseudonym"),
    path("e/<slug:slug>/names/withhold/", names.names_withhold, name="names_withhold"),
    path("e/<slug:slug>/names/show/", names.names_show, name="names_show"),
    path("e/<slug:slug>/names/erase/", names.names_erase, name="names_erase"),
    path("e/<slug:slug>/names/erase-details/", names.names_erase_details, name="names_erase_details"),
    path("join/<str:token>/", join.join, name="join"),
    path("signin/", signin.signin, name="signin"),
    path("signin/<str:token>/", signin.signin_link, name="signin_link"),
    path("signout/", signin.signout, name="signout"),
    path("account/password/", signin.password, name="password"),
    path("account/sessions/", browsers.browsers, name="browsers"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("users/", users.users, name="users"),
    path("users/invite/", users.users_invite, name="users_invite"),
    path("users/link/", users.users_link, name="users_link"),
    path("users/deactivate/", users.users_deactivate, name="users_deactivate"),
    path("users/reactivate/", users.users_reactivate, name="users_reactivate"),
    path("users/creator/", users.users_creator, name="users_creator"),
    path("backups/", backups.backups, name="backups"),
    path("backups/restore-event/", backups.backup_event, name="backup_event"),
    path("backups/delete-copy/", backups.backup_delete, name="backup_delete"),
    path("backups/<str:name>/", backups.backup_file, name="backup_file"),
]
