"""The addresses of accounts: sign-in, staff, privacy."""

from django.urls import path

from tournaments.views.accounts import browsers, join, names, privacy, second_factor, second_step, signin, staff, users

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
    path("signin/second/", second_step.signin_second, name="signin_second"),
    path("signin/<str:token>/", signin.signin_link, name="signin_link"),
    path("signout/", signin.signout, name="signout"),
    path("account/password/", signin.password, name="password"),
    path("account/sessions/", browsers.browsers, name="browsers"),
    path("account/second-factor/", second_factor.second_factor_page, name="second_factor"),
    path("account/second-factor/app/", second_factor.second_factor_app, name="second_factor_app"),
    path("account/second-factor/passkey/", second_factor.second_factor_passkey, name="second_factor_passkey"),
    path("account/second-factor/codes/", second_factor.second_factor_codes, name="second_factor_codes"),
    path("account/second-factor/remove/", second_factor.second_factor_remove, name="second_factor_remove"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("users/", users.users, name="users"),
    path("users/invite/", users.users_invite, name="users_invite"),
    path("users/link/", users.users_link, name="users_link"),
    path("users/reset-factor/", users.users_reset_factor, name="users_reset_factor"),
    path("users/deactivate/", users.users_deactivate, name="users_deactivate"),
    path("users/reactivate/", users.users_reactivate, name="users_reactivate"),
    path("users/creator/", users.users_creator, name="users_creator"),
]
