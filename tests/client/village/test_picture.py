"""The picture of a board in the documentation."""

from xml.etree import ElementTree

from docs import picture


def test_the_picture_is_drawn_from_its_record():
    drawn = picture.svg(picture.STEP)
    root = ElementTree.fromstring(drawn)
    text = "".join(root.itertext()).replace("\xa0", " ")
    assert "Village: Big Box" in text
    assert "every trip: 2 time + 1 wagon" in text
    assert picture.PICTURE.read_text("utf-8").startswith("<svg ")
