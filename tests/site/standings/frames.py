"""What an open page does with the messages of its stream, as static/shared/rows.js does it, without a browser."""

import re
from itertools import product
from zlib import adler32

BODY = re.compile(r'<tbody id="(\w+)".*?</tbody>', re.DOTALL)
TEMPLATE = re.compile(r"<template ([^>]*)>(.*?)</template>", re.DOTALL)
CELL = re.compile(r"<t[dh]\b.*?</t[dh]>", re.DOTALL)
COLUMN = re.compile(
    r'<tr (?:data-cell="(\d+)" )?(?:data-text="(\d+)" |data-(new) )?data-rows="([\d -]+)" ?([^>]*)>(.*?)</tr>',
    re.DOTALL,
)
LOST = re.compile(r'<tr data-lost="([\d ]+)">')


def text_of(data):
    """Return the data of one message."""
    lines = data.decode().split("\n")
    return "\n".join(line.removeprefix("data: ") for line in lines if line.startswith("data: "))


def rows_in(html):
    """Return the rows of a table by their ids, from top to bottom."""
    return {found[1]: found[0] for found in BODY.finditer(html)}


def take(rows, data):
    """Return the rows of a page after a message."""
    for attributes, html in TEMPLATE.findall(text_of(data)):
        values = dict(re.findall(r'data-(\w+)="([^"]*)"', attributes))
        if "whole" in values and BODY.search(html):
            rows = rows_in(html)
        elif "rows" in values:
            merged = rows | rows_in(html)
            rows = {key: merged[key] for key in values["order"].split()}
        elif "cells" in values:
            rows = take_cells(rows, values, html)
    return rows


def take_cells(rows, values, html):
    assert values["order"] == f"{adler32(' '.join(rows).encode()):x}", "the cells are for another table"
    moves = [move.split(":") for move in values["moved"].split()]
    order = [key for key in rows if key not in dict(moves)]
    for key, place in moves:
        order.insert(int(place), key)
    rows = {key: rows[key] for key in order}
    for lost in LOST.findall(html):
        for key, at in product(rows, map(int, reversed(lost.split()))):
            start, end = [found.span() for found in CELL.finditer(rows[key])][at]
            rows[key] = rows[key][:start] + rows[key][end:]
    for at, text, is_new, places, attributes, cells in COLUMN.findall(html):
        changed = iter(CELL.findall(cells))
        for place in read_places(places):
            row = rows[order[place]]
            if is_new:
                end = [0, *(found.end() for found in CELL.finditer(row))][int(at)]
                rows[order[place]] = row[:end] + next(changed) + row[end:]
            elif at:
                start, end = [found.span() for found in CELL.finditer(row)][int(at)]
                cell = put_text(row[start:end], int(text), next(changed)) if text else next(changed)
                rows[order[place]] = row[:start] + cell + row[end:]
            else:
                rows[order[place]] = re.sub(r"<tr[^>]*>", f"<tr {attributes}>" if attributes else "<tr>", row)
    return rows


def put_text(cell, index, changed):
    parts = re.split("(<[^>]*>)", cell)
    filled = [at for at, part in enumerate(parts) if part.strip() and not part.startswith("<")]
    parts[filled[index]] = changed.removeprefix("<td>").removesuffix("</td>")
    return "".join(parts)


def read_places(text):
    for run in text.split():
        first, _, last = run.partition("-")
        yield from range(int(first), int(last or first) + 1)
