"""Every sentence for people, through gettext, for the codes that the cores return.

The cores contain the English sentences (`tiebreaks.refusal.SENTENCES`, `Criterion.name`, `Criterion.formula`). This
package translates them and adds the words that only pages need. tests/site/accounts/test_wording.py checks that every
code has a text.
"""
