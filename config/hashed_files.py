"""Name static files by their content, so that browsers may keep them for ever."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class HashedFiles(ManifestStaticFilesStorage):
    """Write the hashed names into the imports of ES modules as well."""

    support_js_module_import_aggregation = True
