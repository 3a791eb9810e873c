"""What ninja reads of a view that a decorator has wrapped: the parameters of an address stand in its signature."""

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any


def show_parameters[View: Callable[..., Any]](
    wrapped: View, view: Callable[..., object], *more: Parameter, **replaced: Parameter
) -> View:
    """Give a wrapped view the parameters of the view itself, some of them replaced by name, and some more."""
    own = signature(view)
    parameters = [replaced.get(name, each) for name, each in own.parameters.items()]
    wrapped.__signature__ = own.replace(parameters=[*parameters, *more])  # type: ignore[attr-defined]  # read by `inspect`
    return wrapped
