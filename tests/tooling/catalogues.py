"""The message catalogues: extract, update, compile and check them.

    python -m tests.tooling.catalogues update    bring every catalogue up to date with the code
    python -m tests.tooling.catalogues check     say what is missing, stale or not compiled

Messages are what the code marks: `N_`, `NN_`, `say`, `count` and the message of a refusal. Terms,
marked with `T_`, are kept apart by the context "term"; what is marked with `G_` is there for both
genders.
"""

import ast
import gettext
import os
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("events", "projections", "server", "client")
DOMAIN = "cronica"
Places = dict[str, tuple[int, ...]]
MESSAGES: Places = {
    "N_": (1,),
    "NN_": (1, 2),
    "say": (1,),
    "count": (1, 2),
    "Refusal": (2,),
    "Illegal": (2,),
    "Unreadable": (2,),
    "Invalid": (2,),
}
TERMS: Places = {"T_": (1,)}
GENDERED: Places = {"G_": (1,)}
KINDS: tuple[tuple[Places, str | None], ...] = (
    (MESSAGES, None),
    (TERMS, "term"),
    (GENDERED, "feminine"),
    (GENDERED, "masculine"),
)
FIELD = re.compile(r"{(\w*)")


def extract(root: Path) -> Catalog:
    """Everything that the rooms under `root` mark, as a catalogue without a language."""
    found = Catalog(project="cronica", copyright_holder="cronica contributors", charset="utf-8")
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            for name, texts in calls(path.read_text("utf-8")):
                for keywords, context in KINDS:
                    places = keywords.get(name, ())
                    marked = tuple(texts[place] for place in places if texts.get(place))
                    if places and len(marked) == len(places):
                        found.add(marked if len(marked) > 1 else marked[0], context=context)
    return found


def calls(source: str) -> Iterator[tuple[str, dict[int, str]]]:
    """Every call in a module: the function's last name, and its texts by place (from 1).

    Read from the syntax tree, which sees calls inside f-strings in every version of Python.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            texts = {
                place: argument.value
                for place, argument in enumerate(node.args, 1)
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            }
            yield name, texts


def languages(root: Path) -> list[Path]:
    """The catalogues there are, one source per language."""
    return sorted((root / "projections" / "locale").glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def load(path: Path) -> Catalog:
    """One language's catalogue as it stands on disk."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, abort_invalid=True)


def keys(catalogue: Catalog) -> dict[tuple[str | None, str], Message]:
    """The messages of a catalogue by context and first form, without its header."""
    return {
        (message.context, message.id if isinstance(message.id, str) else message.id[0]): message
        for message in catalogue
        if message.id
    }


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue as gettext reads it."""
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def entries(binary: bytes) -> dict[object, str]:
    """What a compiled catalogue says, its header apart."""
    read = gettext.GNUTranslations(BytesIO(binary))
    return {key: text for key, text in vars(read)["_catalog"].items() if key}


def complaints(message: Message) -> list[str]:
    """What is wrong with one translated message."""
    sources = [message.id] if isinstance(message.id, str) else list(message.id)
    texts = [message.string] if isinstance(message.string, str) else list(message.string or [])
    if not texts or not all(texts):
        return ["is not translated"]
    if message.fuzzy:
        return ["is marked as a guess (fuzzy)"]
    known = {field for source in sources for field in FIELD.findall(source)}
    used = {field for text in texts for field in FIELD.findall(text)}
    return [f"names the unknown field {{{field}}}" for field in sorted(used - known)]


def check(root: Path) -> list[str]:
    """Everything wrong with the catalogues under `root`, one line each."""
    wanted = keys(extract(root))
    paths = languages(root)
    wrong = ["no language has a catalogue"] if wanted and not paths else []
    for path in paths:
        language = path.parent.parent.name
        catalogue = load(path)
        have = keys(catalogue)
        for key in wanted.keys() - have.keys():
            wrong.append(f"{language}: {key[1]!r} is missing")
        for key in have.keys() - wanted.keys():
            wrong.append(f"{language}: {key[1]!r} is no longer said")
        for key in have.keys() & wanted.keys():
            wrong += [f"{language}: {key[1]!r} {what}" for what in complaints(have[key])]
        binary = path.with_suffix(".mo")
        if not binary.exists() or entries(binary.read_bytes()) != entries(compiled(catalogue)):
            wrong.append(f"{language}: {binary.name} is not compiled from {path.name}")
    return sorted(wrong)


def update(root: Path) -> None:
    """Bring the catalogues under `root` up to date: new messages empty, old translations kept."""
    template = extract(root)
    for path in languages(root):
        catalogue = load(path)
        template.creation_date = catalogue.creation_date
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        buffer = BytesIO()
        write_po(buffer, catalogue, width=100, no_location=True, sort_output=True)
        replace(path, buffer.getvalue())
        replace(path.with_suffix(".mo"), compiled(catalogue))


def replace(path: Path, content: bytes) -> None:
    """Write a file whole, or not at all: others may be reading it, or updating it as well."""
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    new.write_bytes(content)
    new.replace(path)


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Run this module's command line."""
    if arguments not in (["check"], ["update"]):
        sys.stderr.write(__doc__ or "")
        return 2
    if arguments == ["update"]:
        update(root)
    wrong = check(root)
    for line in wrong:
        sys.stderr.write(f"catalogues: {line}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
