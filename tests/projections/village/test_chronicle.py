"""The village chronicle and the graves."""

from projections.village.state import Rest
from tests.projections.village.positions import died, given


def test_the_dead_rest_where_the_fact_says_in_order() -> None:
    chronicle = given(
        died("ana", "1a", "smithy", "crafts"),
        died("bruno", "1b", "stables", "crafts"),
        died("ana", "1b", "church-1", "grave"),
        died("clara", "1a", "farm", "beside"),
    ).chronicle

    assert chronicle.sections["crafts"] == [Rest("ana", "1a"), Rest("bruno", "1b")]
    assert chronicle.graves == [Rest("ana", "1b")]
    assert chronicle.beside == [Rest("clara", "1a")]
    assert [section for section, rests in chronicle.sections.items() if not rests] == [
        "farm", "council", "travel", "church",
    ]  # fmt: skip
