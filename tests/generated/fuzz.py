"""Damage sound files as people, programs and bad copies do."""

import io
import zipfile

from hypothesis import strategies as st

NASTY = (
    *(
        b"\0",
        b"\xff",
        b"\xfe",
        b"\xf0\x9f\x98\x80",
        b"\xe2\x80\xae",
        b"\xc2\x85",
        b"\r",
        b"\n",
        b"\r\n",
        b"\t",
        b"\x1f",
    ),
    *(
        b"",
        b" ",
        b"0",
        b"-1",
        b"00",
        b"9" * 30,
        b"1e999",
        b"NaN",
        b"\xc2\xb2",
        b"\xd9\xa3",
        b";",
        b",",
        b'"',
        b"'",
        b"|",
    ),
    *(b"{", b"[", b"]", b"=1+1", b"null", b"true", b"<", b"&", b"\\ud800", b"\\u0000", b"../", b"001", b"310", b"299"),
)


def slips():
    """Draw changes of a text: a position, how much is removed, and what is inserted."""
    comes = st.one_of(st.sampled_from(NASTY), st.binary(max_size=6))
    return st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from((0, 0, 1, 1, 2, 9, 80)), comes), max_size=6)


def spoiled(data, changes):
    """Return data with each change made, one after the other."""
    for place, goes, comes in changes:
        at = place % (len(data) + 1)
        data = data[:at] + comes + data[at + goes :]
    return data


def members(data):
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def zipped(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def spoiled_inside(data, place, changes):
    """Return a zip with one of its files damaged."""
    files = members(data)
    name = sorted(files)[place % len(files)]
    return zipped(files | {name: spoiled(files[name], changes)})
