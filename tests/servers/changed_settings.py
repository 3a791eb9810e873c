"""The usual settings of a server process, with constants changed that no operator would change.

new_server(**change(LIVE_WRITE_TIMEOUT=1, **{"config.http.lanes.QUEUE": 40}))
"""

import json
import os
from importlib import import_module

from config import settings as usual

VARIABLE = "CHANGED_SETTINGS"


def change(**values):
    """Return the environment in which these settings, or constants of the modules that are named, have other values."""
    return {"DJANGO_SETTINGS_MODULE": __name__, VARIABLE: json.dumps(values)}


globals().update({name: value for name, value in vars(usual).items() if name.isupper()})
for path, value in json.loads(os.environ.get(VARIABLE, "{}")).items():
    module, _, name = path.rpartition(".")
    (vars(import_module(module)) if module else globals())[name] = value
