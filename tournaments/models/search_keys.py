"""What a search of the whole site compares: a column with the folded words of a row, stored whenever its row is."""

from collections.abc import Iterable
from typing import Any

from django.db import models

from tournaments.domain.players.name_matching import make_search_key


class SearchKeyField(models.TextField):  # type: ignore[type-arg]  # no type argument at run time
    """The folded words of some text fields of the row. A write of these fields alone names this one too."""

    def __init__(self, *sources: str) -> None:
        super().__init__(default="", editable=False)
        self.sources = sources

    def deconstruct(self) -> Any:
        name, path, _none, _defaults = super().deconstruct()
        return name, path, self.sources, {}

    def pre_save(self, row: models.Model, add: bool) -> str:  # noqa: ARG002  # Django's signature
        """Fold the sources as they are now."""
        key = make_search_key(*(getattr(row, source) for source in self.sources))
        setattr(row, self.attname, key)
        return key


def find_search_keys(model: type[models.Model]) -> list[SearchKeyField]:
    return [field for field in model._meta.concrete_fields if isinstance(field, SearchKeyField)]


def with_search_key(model: type[models.Model], names: Iterable[str]) -> list[str]:
    """Return names of fields to store, with the search key where it follows from one of them."""
    names = list(names)
    return [*names, *(key.name for key in find_search_keys(model) if not {*names}.isdisjoint(key.sources))]


def fold_search_key(row: models.Model) -> None:
    """Give a row its search key: `bulk_update` does not."""
    for key in find_search_keys(type(row)):
        key.pre_save(row, add=False)
