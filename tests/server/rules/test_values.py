"""What is wrong with a value is told in words for people, in every language."""

from typing import Annotated, Any, Literal

import msgspec
import pytest

from projections.words import Words
from server.rules.values import told


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """What may be given."""

    a: Annotated[str, msgspec.Meta(min_length=1, max_length=3)]
    b: bool = False
    c: Annotated[int, msgspec.Meta(ge=1, le=9)] | None = None
    d: str | list[str] = ""
    e: Literal["x", "y"] = "x"
    g: Annotated[str, msgspec.Meta(pattern="^g")] = "g"


@pytest.mark.parametrize(
    ("wrong", "sentence", "portuguese"),
    [
        ({}, "“a” is missing.", "Falta “a”."),
        ({"a": "aaaa"}, "“a” must not be longer than 3 characters.",
         "“a” não pode ter mais de 3 caracteres."),
        ({"a": ""}, "“a” must have 1 character or more.", "“a” precisa ter 1 caractere ou mais."),
        ({"a": 1}, "“a” must be a text.", "“a” precisa ser um texto."),
        ({"a": "a", "b": "maybe"}, "“b” must be true or false.",
         "“b” precisa ser true ou false."),
        ({"a": "a", "c": 0}, "“c” must be 1 or more.", "“c” precisa ser 1 ou mais."),
        ({"a": "a", "c": 10}, "“c” must be 9 or less.", "“c” precisa ser 9 ou menos."),
        ({"a": "a", "c": "x"}, "“c” must be a whole number.",
         "“c” precisa ser um número inteiro."),
        ({"a": "a", "d": [1]}, "“d[0]” must be a text.", "“d[0]” precisa ser um texto."),
        ({"a": "a", "d": 1}, "“d” must be a text or a list.",
         "“d” precisa ser um texto ou uma lista."),
        ({"a": "a", "e": "z"}, "“e” cannot be “z”.", "“e” não pode ser “z”."),
        ({"a": "a", "g": "x"}, "“g” must match ^g.", "“g” precisa corresponder a ^g."),
        ({"a": "a", "f": 1}, "There is no “f” here; there are: a, b, c, d, e, g.",
         "Não existe “f” aqui; existem: a, b, c, d, e, g."),
    ],
)  # fmt: skip
def test_it_names_what_is_wrong_and_what_would_be_right(
    wrong: Any, sentence: str, portuguese: str
) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(wrong, Given)
    said = told(error.value, Given.__struct_fields__)
    assert said is not None
    assert said.told(Words("en")) == sentence
    assert said.told(Words("pt_BR")) == portuguese


@pytest.mark.parametrize("body", [b"[1]", b"{", b"3"])
def test_what_is_no_object_at_all_is_left_as_it_was_found(body: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError) as error:
        msgspec.json.decode(body, type=Given)
    assert told(error.value, ()) is None
