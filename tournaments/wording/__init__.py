"""Format sentences in the reader's language, and say what has no code of its own.

A code and its English sentence can't part: they stand side by side in the cores (`tiebreaks.refusal.SENTENCES`,
`Criterion.name`, `Criterion.formula`), in actions and in formats. This package translates them, puts the parameters in,
and adds the words that only pages need. tests/site/accounts/test_wording.py checks that every code has a text.
"""
