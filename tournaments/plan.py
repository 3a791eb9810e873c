"""The plan of an event between its rows, the form that arbiters fill in, and `pairing.stages`."""

import json
import re
from typing import Any

from pairing import stages
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.models import Event

NO_NUMBER = sentence("plan-no-number", gettext_noop("“{text}” is not the number of a round."))
NO_SETTING = sentence("plan-no-setting", gettext_noop("“{text}” is not a setting: write it as name=value."))


def read(event: Event) -> stages.Plan:
    """Return the plan of an event; nothing where it has none yet. One question."""
    rows = event.stages.values_list("system", "first_round", "last_round", "settings")
    return tuple(stages.Stage(*row) for row in rows)


def preset(name: str, event: Event, rounds: int | None) -> stages.Plan:
    """Return a usual plan; its length is the usual one where none is asked for. Raise Refusal."""
    if name == "round-robin":
        return stages.round_robin(event.players.count())
    make = stages.PRESETS.get(name)
    if make is None:
        raise Refusal(stages.UNKNOWN_SYSTEM, field="plan", system=name, known=", ".join(stages.PRESETS))
    return make(rounds) if rounds else make()


def written(rows: list[tuple[str, str, str]]) -> stages.Plan:
    """Read the rows of the form: system, last round, settings as "name=value …". A row without system is left out."""
    plan: list[stages.Stage] = []
    for system, last, settings in rows:
        if system:
            first = plan[-1].last + 1 if plan else 1
            if not re.fullmatch(r"[0-9]{1,2}", last.strip()):
                raise Refusal(NO_NUMBER, field="plan", text=last)
            plan.append(stages.Stage(system, first, int(last), _settings(settings)))
    return stages.checked(plan)


def _settings(text: str) -> dict[str, Any]:
    found = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise Refusal(NO_SETTING, field="plan", text=word)
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


def settings_text(stage: stages.Stage) -> str:
    """Write the settings of a stage as the form has them."""
    return " ".join(f"{name}={v if isinstance(v, str) else json.dumps(v)}" for name, v in stage.settings.items())


def pairing_rounds(plan: stages.Plan) -> int:
    """Return the last round in which the whole field plays: a final comes after it."""
    return max((stage.last for stage in plan if stage.system != "final"), default=0)
