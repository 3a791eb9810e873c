"""Why an API request was refused: titles by status, and what is wrong with a value."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext

TITLES = {
    400: lambda: gettext("The request cannot be read"),
    401: lambda: gettext("A token is needed"),
    403: lambda: gettext("This token does not allow that"),
    404: lambda: gettext("There is nothing here."),
    405: lambda: gettext("This address does not accept that method"),
    409: lambda: gettext("Somebody was faster"),
    413: lambda: gettext("This is too large"),
    422: lambda: gettext("A value is not valid"),
    503: lambda: gettext("The server is busy: try again in a moment"),
}

# By pydantic's kinds of errors.
MISFITS = {
    "extra_forbidden": lambda: gettext("this is not known here"),
    "missing": lambda: gettext("it is missing"),
    "int_parsing": lambda: gettext("it must be a whole number"),
    "int_type": lambda: gettext("it must be a whole number"),
    "int_from_float": lambda: gettext("it must be a whole number"),
    "int_parsing_size": lambda: gettext("the number is too large"),
    "bool_parsing": lambda: gettext("it must be true or false"),
    "bool_type": lambda: gettext("it must be true or false"),
    "string_type": lambda: gettext("it must be a text"),
    "string_too_long": lambda: gettext("it must have at most {max_length} characters"),
    "string_pattern_mismatch": lambda: gettext("these characters are not allowed here"),
    "literal_error": lambda: gettext("it must be one of {expected}"),
    "too_long": lambda: gettext("it must have at most {max_length} items"),
    "greater_than_equal": lambda: gettext("it must be at least {ge}"),
    "less_than_equal": lambda: gettext("it must be at most {le}"),
    "uuid_parsing": lambda: gettext("it must be a UUID"),
    "uuid_type": lambda: gettext("it must be a UUID"),
}


def problem_title(status: int) -> str:
    """Name the problem in general."""
    return TITLES[status]() if status in TITLES else HTTPStatus(status).phrase


def misfit(field: str, kind: str, limits: Mapping[str, Any]) -> str:
    """Say what is wrong with a value: the field, and what it must be."""
    problem = MISFITS[kind]() if kind in MISFITS else gettext("it is not valid")
    return gettext("{field}: {problem}.").format(field=field, problem=problem.format(**limits))
