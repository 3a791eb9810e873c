"""Refusals: a code with parameters, and the place. Sentences are written in English and translated for readers."""

SENTENCES: dict[str, str] = {}


def gettext_noop(sentence: str) -> str:
    """Mark an English sentence for the translators and return it unchanged."""
    return sentence


def sentence(code: str, text: str) -> str:
    """Register the English sentence of a code and return the code. Every code has exactly one sentence."""
    assert SENTENCES.get(code, text) == text, f"the code {code} has another sentence already"
    SENTENCES[code] = text
    return code


class Refusal(ValueError):
    """An input that can't be used: a code with parameters, and the place as file, line (from 1) and field.

    `file`, `line` and `field` are empty or 0 where they are not known.
    """

    def __init__(self, code: str, /, *, field: str = "", line: int = 0, file: str = "", **params: object) -> None:
        super().__init__(code)
        self.code, self.field, self.line, self.file, self.params = code, field, line, file, params

    def __str__(self) -> str:
        return SENTENCES[self.code].format(**self.params)

    @property
    def is_whole(self) -> bool:
        """Tell whether the sentence has all that it needs: codes and parameters may come from another release."""
        try:
            return bool(str(self))
        except (KeyError, IndexError, ValueError, TypeError, AttributeError):
            return False

    @property
    def place(self) -> str:
        """Return `file:line: field: `, without the parts that are not known."""
        where = f"{self.file}:{self.line}: " if self.file and self.line else f"{self.file}: " if self.file else ""
        return where + (f"{self.field}: " if self.field else "")
