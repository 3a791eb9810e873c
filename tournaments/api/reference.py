"""The description of the API as a page for people: its addresses and its shapes, as values."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from tournaments.api.urls import api
from tournaments.formats.markdown import write_html

ROOT = "/api/v1/"

type Shape = Mapping[str, Any]  # a JSON schema


class DocumentedField(NamedTuple):
    """A parameter or a field: its type in words, and where that is a shape of its own, the name of it."""

    name: str
    type: str
    shape: str
    is_required: bool
    text: str


class DocumentedAnswer(NamedTuple):
    status: str
    type: str
    shape: str


class Operation(NamedTuple):
    method: str
    path: str
    name: str
    text: str
    token: str
    parameters: list[DocumentedField]
    body: str
    answers: list[DocumentedAnswer]

    @property
    def anchor(self) -> str:
        return self.name.replace("_", "-")

    @property
    def html(self) -> SafeString:
        return write_paragraphs(f"{self.text}\n\n{self.token}")


class Described(NamedTuple):
    name: str
    text: str
    fields: list[DocumentedField]
    values: list[str]

    @property
    def html(self) -> SafeString:
        return write_paragraphs(self.text)


class Reference(NamedTuple):
    text: str
    operations: list[Operation]
    shapes: list[Described]

    @property
    def html(self) -> SafeString:
        return write_paragraphs(self.text)


def write_paragraphs(text: str) -> SafeString:
    """Return a text of the description as HTML; its lines end where the source has no more room."""
    return write_html(re.sub(r"(?<!\n)\n(?!\n)", " ", text))


def read_reference(wanted: str) -> Reference:
    """Return what the description has with these words; all of it where none are wanted."""
    whole, words = read_all(), wanted.casefold().split()
    return whole._replace(
        operations=[each for each in whole.operations if has_words(each, words)],
        shapes=[each for each in whole.shapes if has_words(each, words)],
    )


def has_words(part: Operation | Described, words: Iterable[str]) -> bool:
    text = str(part).casefold()
    return all(word in text for word in words)


@cache
def read_all() -> Reference:
    """Read the description, which stays the same as long as the process lives."""
    description = api.get_openapi_schema(path_prefix=ROOT)
    schemes = description["components"]["securitySchemes"]
    operations = [
        read_operation(method.upper(), path, operation, schemes)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]
    shapes = [read_shape(name, shape) for name, shape in sorted(description["components"]["schemas"].items())]
    return Reference(description["info"]["description"], operations, shapes)


def read_operation(method: str, path: str, operation: Shape, schemes: Shape) -> Operation:
    tokens = [schemes[name]["description"] for each in operation.get("security", ()) for name in each]
    parameters = [
        read_field(each["name"], each["schema"], each.get("required", False), each["in"])
        for each in operation.get("parameters", ())
    ]
    body: Shape = next(iter(operation.get("requestBody", {}).get("content", {}).values()), {})
    answers = [
        DocumentedAnswer(str(status), *name_type(content.get("schema", {})))
        for status, answer in sorted(operation["responses"].items(), key=str)
        for content in list(answer.get("content", {}).values()) or [{}]
    ]
    text = operation.get("description", "")
    name = operation["operationId"]
    return Operation(
        method, path, name, text, " ".join(tokens), parameters, name_type(body.get("schema", {}))[1], answers
    )


def read_shape(name: str, shape: Shape) -> Described:
    required = shape.get("required", ())
    fields = [read_field(each, value, each in required) for each, value in shape.get("properties", {}).items()]
    return Described(name, shape.get("description", ""), fields, [str(value) for value in shape.get("enum", ())])


def read_field(name: str, shape: Shape, is_required: bool, place: str = "") -> DocumentedField:
    kind, link = name_type(shape)
    limits = [f"{label} {shape[key]}" for key, label in LIMITS.items() if key in shape]
    text = [place, shape.get("description", ""), *limits]
    return DocumentedField(name, kind, link, is_required, "; ".join(filter(None, text)))


LIMITS = {"minimum": "from", "maximum": "to", "maxLength": "characters at most", "maxItems": "items at most"}


def name_type(shape: Shape) -> tuple[str, str]:
    """Return a type in words, and the name of the shape in it."""
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return name, name
    choices = shape.get("anyOf") or shape.get("allOf") or shape.get("oneOf")
    if choices:
        found = [name_type(each) for each in choices]
        return " or ".join(kind for kind, _ in found), next((link for _, link in found if link), "")
    if "enum" in shape:
        return " or ".join(f"“{value}”" for value in shape["enum"]), ""
    if shape.get("type") == "array":
        kind, link = name_type(shape.get("items", {}))
        return f"list of {kind or 'values'}", link
    return str(shape.get("format") or shape.get("type", "")), ""
