"""The form that imports the archive of an event."""

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.formats import archive


class ArchiveForm(forms.Form):
    """The archive of an event, and another address for it."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("An event’s archive as exported by this program: a .zip file of at most 16 MB."),
        widget=forms.FileInput(attrs={"accept": ".zip"}),
    )
    slug = forms.SlugField(
        label=_("Address"),
        required=False,
        max_length=60,
        help_text=_("For example spring-open. Leave empty to use the address in the file."),
    )

    def clean_file(self) -> "UploadedFile[bytes]":
        """Refuse a file that is too large before it is read."""
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > archive.LARGEST_FILE:
            raise forms.ValidationError(_("The file has more than 16 MB."))
        return file
