"""An arbiter's own keys at the desk."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.actions.desk.desk_keys import set_desk_keys
from tournaments.domain.choices import KeyPreset
from tournaments.domain.desk import desk_keys as keys
from tournaments.forms.entry import KeysForm
from tournaments.queries.desk.desk_keys import read_desk_keys
from tournaments.views.access import signed_in_user
from tournaments.views.answers import REFUSED


@never_cache
@login_required
def desk_keys(request: HttpRequest) -> HttpResponse:
    """Choose a preset and switch single keys off; both are the arbiter's own, at every event."""
    choice = read_desk_keys(signed_in_user(request))
    form = KeysForm(
        request.POST if request.method == "POST" else None, initial={"preset": choice.preset}, label_suffix=""
    )
    if request.method == "POST" and form.is_valid():
        set_desk_keys(signed_in_user(request), form.choice(request.POST))
        messages.success(request, _("Your keys are saved."))
        return redirect("desk_keys")
    single_keys = [
        (key, keys.key_label(does), key in choice.off)
        for key, does in keys.preset_keys(choice.preset).items()
        if len(key) == 1
    ]
    values = {
        "form": form,
        "single": single_keys,
        "presets": [(code, name, keys.list_keys(keys.PRESETS[KeyPreset(code)])) for code, name in KeyPreset.choices],
    }
    return render(request, "tournaments/desk/desk_keys.html", values, status=REFUSED if form.errors else 200)
