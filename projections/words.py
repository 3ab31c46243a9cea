"""Words for people: messages and terms in the reader's language, through gettext catalogues.

Code says a message in English with named fields, `"{seat} takes a {colour} cube"`, marked with
`N_` where it is not translated on the spot. Terms (action spaces, goods, colours, places) are
single words, marked with `T_` and translated one by one wherever a message's field holds one;
the catalogues keep them apart by the context `term`. What is said of a person is marked with `G_`
and translated twice, once for a woman and once for a man.

Another edition of a game may have other words for the same things: its catalogue, named after it,
holds those messages only.
"""

import functools
import gettext
from pathlib import Path
from typing import Any, Literal

Gender = Literal["feminine", "masculine"]
"""What the grammar of some languages asks of a name or a noun."""
LOCALE = Path(__file__).parent / "locale"
LANGUAGES = ("en", "pt_BR")
MOST = 64
"""Tags and editions whose words are kept: strangers may send any number of them."""
NAMES = frozenset(
    {"seat", "seats", "name", "names", "other", "winner", "game", "text", "file"}
    | {"known", "near", "verb", "verbs"}
)
"""Fields that hold what people named themselves, typed, or are to type: never translated."""


def N_(message: str) -> str:  # noqa: N802 (the name that extractors know)
    """Mark a message for the catalogues; translated later by `Words.say`."""
    return message


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 (the name that extractors know)
    """Mark the two forms of a message that counts; translated later by `Words.count`."""
    return one, many


def T_(term: str) -> str:  # noqa: N802 (the name that extractors know)
    """Mark a term for the catalogues; translated later by `Words.term`."""
    return term


def G_(message: str) -> str:  # noqa: N802 (the name that extractors know)
    """Mark a message whose words agree with a gender; translated later by `Words.agree`."""
    return message


class Said:
    """A message within a message's field, with fields of its own: said in the same language."""

    def __init__(self, message: str, **params: Any) -> None:
        self.message = message
        self.params = params

    def __str__(self) -> str:
        return self.told(Words("en"))

    def told(self, words: "Words") -> str:
        """The message in a reader's language."""
        return words.say(self.message, **self.params)


class Counted(Said):
    """A message for `n` things, in two forms marked with `NN_`."""

    def __init__(self, forms: tuple[str, str], n: int, **params: Any) -> None:
        super().__init__(forms[0], n=n, **params)
        self.forms = forms

    def told(self, words: "Words") -> str:
        """The message in the form that a reader's language has for `n`."""
        return words.count(*self.forms, **self.params)


class Words:
    """One reader's language."""

    def __init__(self, language: str, edition: str = "") -> None:
        self.language = language
        self._catalogue: gettext.NullTranslations = gettext.NullTranslations()
        if language != "en":
            self._catalogue = gettext.translation("cronica", LOCALE, [language])
        if (LOCALE / language / "LC_MESSAGES" / f"{edition}.mo").is_file():
            general, self._catalogue = self._catalogue, _catalogue_of(edition, language)
            self._catalogue.add_fallback(general)

    def of(self, edition: object) -> "Words":
        """The same language with an edition's own words, where its catalogue has any."""
        return _words_of(self.language, str(edition)) if edition else self

    def say(self, message: str, **params: Any) -> str:
        """The message in this language, its fields filled in, terms among them translated."""
        text = self._catalogue.gettext(message) if message else ""
        return text.format(**self._fields(params))

    def agree(self, gender: Gender, message: str, **params: Any) -> str:
        """The message in the form for a gender, its fields filled in as `say` does."""
        return self._catalogue.pgettext(gender, message).format(**self._fields(params))

    def count(self, one: str, many: str, n: int, **params: Any) -> str:
        """The message for `n` things, in the singular or plural that the language has for `n`."""
        text = self._catalogue.ngettext(one, many, n)
        return text.format(n=n, **self._fields(params))

    def term(self, word: str) -> str:
        """A term in this language; a word that is no term stays as it is."""
        return self._catalogue.pgettext("term", word)

    def _fields(self, params: dict[str, Any]) -> dict[str, Any]:
        return {k: self._field(v, translated=k not in NAMES) for k, v in params.items()}

    def _field(self, value: Any, *, translated: bool) -> Any:
        if isinstance(value, str):
            return self.term(value) if translated else value
        if isinstance(value, list | tuple):
            return ", ".join(str(self._field(v, translated=translated)) for v in value)
        if isinstance(value, Said):
            return value.told(self)
        return value


def _catalogue_of(edition: str, language: str) -> gettext.NullTranslations:
    return gettext.translation(edition, LOCALE, [language])


@functools.lru_cache(maxsize=MOST)
def _words_of(language: str, edition: str) -> Words:
    return Words(language, edition if edition.isidentifier() else "")


@functools.lru_cache(maxsize=MOST)
def words(language: str) -> Words:
    """The words of a language tag such as `pt-BR`, `pt_BR.UTF-8` or `en`; English if unknown."""
    wanted = language.replace("-", "_").split(".")[0].lower()
    for known in LANGUAGES:
        if known.lower() == wanted:
            return Words(known)
    for known in LANGUAGES:
        if known.split("_")[0].lower() == wanted.split("_")[0]:
            return Words(known)
    return Words("en")
