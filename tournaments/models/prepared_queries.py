"""Queries whose SQL is written once: Django needs longer to write it than any database to answer it."""

from copy import copy
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Field, IntegerField, QuerySet
from django.db.models.sql.compiler import SQLCompiler


class Parameter(Expression):
    """Stand in the SQL for a value that each call gives."""

    def __init__(self, name: str, output_field: "Field[Any, Any] | None" = None) -> None:
        super().__init__(output_field)
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        """Return the place of the value, and this parameter in its stead."""
        return "%s", (self,)

    def can_equal(self, value: Any, connection: BaseDatabaseWrapper) -> bool:
        """Tell whether a column can hold a value: no database takes a number that is too large to be compared."""
        if not isinstance(self.output_field, IntegerField):
            return True
        low, high = connection.ops.integer_field_range(self.output_field.get_internal_type())
        return not (low is not None and value < low) and not (high is not None and value > high)


class PreparedQuery[Row]:
    """A query that is the same each time except for the values of some fields.

    BOARD = PreparedQuery(Game.objects.select_related("white"), "round__event", "board")
    BOARD.get(round__event=event.pk, board=3)
    """

    def __init__(self, queryset: QuerySet[Any, Row], *names: str) -> None:
        self.queryset = queryset.filter(**{name: Parameter(name) for name in names})
        for lookup in self.queryset.query.where.leaves():
            if isinstance(lookup.rhs, Parameter):
                lookup.rhs.output_field = lookup.lhs.output_field
        self.written: dict[str, tuple[SQLCompiler, str, tuple[Any, ...]]] = {}  # by the kind of database

    def get(self, **values: Any) -> Row:
        """Return the row with these values. Raise DoesNotExist."""
        row = self.first(**values)
        if row is None:
            raise self.queryset.model.DoesNotExist
        return row

    def first(self, **values: Any) -> Row | None:
        """Return the first row with these values, None where there is none."""
        return next(iter(self.read(**values)), None)

    def read(self, **values: Any) -> list[Row]:
        """Return the rows with these values. One query."""
        queryset = self.queryset.all()
        connection = connections[queryset.db]
        writer, sql, places = self.write(connection)
        given = [place for place in places if isinstance(place, Parameter)]
        if not all(place.can_equal(values[place.name], connection) for place in given):
            return []
        parameters = tuple(
            place.output_field.get_db_prep_value(values[place.name], connection)
            if isinstance(place, Parameter)
            else place
            for place in places
        )
        compiler = copy(writer)  # it knows what each column is; the connection is that of this thread
        compiler.connection = connection
        compiler.as_sql = lambda *_, **__: (sql, parameters)  # type: ignore[method-assign]
        queryset.query.get_compiler = lambda *_, **__: compiler  # type: ignore[method-assign]
        return list(queryset)

    def write(self, connection: BaseDatabaseWrapper) -> tuple[SQLCompiler, str, tuple[Any, ...]]:
        """Return the SQL for this kind of database, with who wrote it and what stands for its values."""
        if connection.vendor not in self.written:
            compiler = self.queryset.query.get_compiler(connection.alias)
            sql, places = compiler.as_sql()
            self.written[connection.vendor] = compiler, sql, tuple(places)
        return self.written[connection.vendor]
