"""The rules of a new account and its password in one line, beside the field they are about."""

from django import forms
from django.contrib.auth.password_validation import MinimumLengthValidator, get_default_password_validators
from django.utils.translation import gettext as _


def shorten_rules(form: forms.BaseForm) -> None:
    """Give one line in place of Django's lists: only who breaks a rule reads it in full."""
    validators = get_default_password_validators()
    least = max(each.min_length for each in validators if isinstance(each, MinimumLengthValidator))
    for field in form.fields.values():
        field.help_text = ""
    first = next(name for name in form.fields if name.endswith("password1"))
    rule = _("At least %(count)d characters, and hard to guess.")
    form.fields[first].help_text = rule % {"count": least}
