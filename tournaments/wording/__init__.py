"""Every sentence for people, through gettext, from the codes that the cores return.

The cores carry their English sentences (`tiebreaks.refusal.SENTENCES`, `Criterion.name`, `Criterion.formula`); here
they are translated and joined with the words that only pages need. tests/site/accounts/test_wording.py finds a text
for every code.
"""
