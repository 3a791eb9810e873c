"""Sign in by password or by a one-time link, sign out, choose a password."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.access import accounts, policy, proof, second_step, sessions, sign_in_log
from tournaments.access.second_step import BY_LINK
from tournaments.domain.choices import DoorKind
from tournaments.forms.passwords import shorten_rules
from tournaments.models import Event
from tournaments.operation import waking
from tournaments.views.access import signed_in_user
from tournaments.views.answers import GONE, REFUSED


class SignInPage(LoginView):
    """The sign-in page, with labels as on every other page."""

    template_name = "tournaments/accounts/signin.html"
    redirect_authenticated_user = True

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"label_suffix": ""}

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in, or ask for the second step."""
        then = self.get_success_url()
        is_in = second_step.enter(self.request, form.get_user(), then=then)
        return redirect(then if is_in else "signin_second")


signin = sign_in_log.limit_guesses(SignInPage.as_view())


class SignOut(LogoutView):
    """Sign out, and end the streams of this browser at once."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        answer = super().post(request, *args, **kwargs)
        waking.wake_for_access()
        return answer


signout = SignOut.as_view()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_log.limit_guesses
def signin_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button (a preview that fetches the address uses nothing up); its POST signs in, once."""
    try:
        if request.method != "POST":
            return render(request, "tournaments/accounts/signin_link.html", {"link": accounts.find_link(token)})
        user = accounts.use_link(token)
    except accounts.LinkRefused as refused:
        if request.method == "POST":
            sign_in_log.write_entry(DoorKind.REFUSED, request, name="link")
        return render(request, "tournaments/accounts/signin_link.html", {"refused": refused.code}, status=GONE)
    is_in = second_step.enter(request, user, by_link=True)
    sign_in_log.write_entry(DoorKind.LINK, request, user)
    if not is_in:
        return redirect("signin_second")
    return redirect("events" if user.has_usable_password() else "password")


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Set a password; somebody who came by a link, or has none yet, need not know the old one."""
    user = signed_in_user(request)
    is_unknown = request.session.get(BY_LINK) or not user.has_usable_password()
    kind: type[SetPasswordForm[User]] = SetPasswordForm if is_unknown else PasswordChangeForm
    form = kind(user, request.POST or None, label_suffix="")
    shorten_rules(form)
    next(iter(form.fields.values())).widget.attrs["autofocus"] = True
    if not form.is_valid():
        return render(
            request, "tournaments/accounts/password.html", {"form": form}, status=REFUSED if form.is_bound else 200
        )
    accounts.set_password(user, form.cleaned_data["new_password1"])
    sessions.end_others(request, user)
    before = request.session.session_key or ""
    update_session_auth_hash(request, user)
    sessions.follow_renewed_session(request, before)
    sign_in_log.write_entry(DoorKind.PASSWORD, request, user)
    request.session.pop(BY_LINK, None)
    proof.note_proof(request)
    waking.wake_for_access()
    messages.success(request, _("Your password has been set. Use it to sign in from now on."))
    is_first = policy.may(user, None, policy.CREATE) and not Event.objects.exists()
    return redirect("new_event" if is_first else "events")


@login_required
def admin_signin(request: HttpRequest) -> HttpResponse:
    """Take the place of the sign-in page of Django's admin."""
    if not policy.may(request.user, None, policy.OWN):
        return render(request, "tournaments/shared/denied.html", status=403)
    return redirect("admin:index")
