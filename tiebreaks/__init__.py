"""Standings that explain themselves: facts of an event go in, ranks and the working behind each value come out.

It is a package of its own, with the standard library alone, so that other programs can rank by it and check us.
`standings.rank` is the way in; `docs/columns.md` follows one criterion through.
"""
