"""Expressions whose SQL is written once: that takes Django longer than any database needs to answer it."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Subquery
from django.db.models.sql.compiler import SQLCompiler

type Written = tuple[str, tuple[Any, ...]]


class WrittenOnce(Expression):
    """Stand for a subquery that is the same each time, but for the row it is asked of."""

    def __init__(self, subquery: Subquery) -> None:
        super().__init__(output_field=subquery.output_field)
        self.subquery = subquery
        self.written: dict[str, Written] = {}  # shared with the copies of this expression that queries make

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> Written:
        """Return the SQL for this kind of database."""
        if connection.vendor not in self.written:
            sql, values = compiler.compile(self.subquery.resolve_expression(compiler.query))
            self.written[connection.vendor] = sql, tuple(values)
        return self.written[connection.vendor]
