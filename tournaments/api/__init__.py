"""The public API: versioned, described by OpenAPI, reading for everybody, writing by token.

`/api/v1/openapi.json` describes it. Exact numbers are texts ("6.5"), undefined values are null, times are ISO 8601 with
their zone. What is hidden from the public is hidden here. Everything that a later version changes gets another number.
"""
