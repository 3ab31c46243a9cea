# Shortcuts. None is needed: each line below can be typed as it stands.

python := if os() == "windows" { "python" } else { "python3" }
bootstrap := python + " bootstrap.py"
pins := "uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url"
compile := pins + " --custom-compile-command 'just lock, which is " + pins + "' --quiet"

# List the recipes
[private]
default:
    @just --list --unsorted

# Play a game in this terminal
play *arguments:
    {{ bootstrap }} play {{ arguments }}

# Serve games over HTTP
serve *arguments:
    {{ bootstrap }} serve {{ arguments }}

# Every check, then the tests (arguments go to pytest)
test *arguments:
    {{ bootstrap }} test {{ arguments }}

# The checks without the tests: ruff, mypy, import contracts, catalogues
check:
    {{ bootstrap }} check

# Format the code and repair what ruff can repair
fmt:
    {{ bootstrap }} dev ruff check --fix-only .
    {{ bootstrap }} dev ruff format .

# Extract the messages, update and compile the catalogues, then say what is untranslated
i18n:
    {{ bootstrap }} dev python -m tests.tooling.catalogues update

# Pin the newest versions that pyproject.toml allows (needs uv; --upgrade to move pins)
lock *arguments:
    {{ compile }} {{ arguments }} --output-file requirements/base.txt
    {{ compile }} {{ arguments }} --extra dev --extra bench --constraint requirements/base.txt --output-file requirements/dev.txt

# Measure, and compare with other software
bench *arguments:
    {{ bootstrap }} dev python -m benchmarks {{ arguments }}

# Count the positions that the rules reach from a start, to compare with known counts
perft *arguments:
    {{ bootstrap }} dev python -m benchmarks.perft {{ arguments }}

# Kill a real server hundreds of times while people play, and see whether anything is lost
crash *arguments:
    {{ bootstrap }} dev python -m tests.crash {{ arguments }}

# Send hostile requests and files for a long time
fuzz *arguments:
    {{ bootstrap }} dev python -m pytest tests/fuzz --hypothesis-profile=long -o faulthandler_timeout=0 {{ arguments }}

# Rebuild the SQL tables from the log
tables *arguments:
    {{ bootstrap }} tables {{ arguments }}
