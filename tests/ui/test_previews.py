"""One preview of each thing that was made: a chart in two forms is drawn once, and not again below the conclusion."""

import pytest

from apps.web.rendering.files import FileView, split_twins


def file(name, media_type):
    return FileView(name, f"/files/{name}", f"/files/{name}/", 10, media_type, "Contour")


PNG, SVG = file("revenue.png", "image/png"), file("Revenue.svg", "image/svg+xml")
TABLE, OTHER = file("revenue.csv", "text/csv"), file("costs.png", "image/png")


@pytest.mark.parametrize("files", [[PNG, SVG, TABLE, OTHER], [SVG, PNG, TABLE, OTHER]])
def test_of_a_chart_in_two_forms_the_one_that_follows_the_theme_is_drawn(files):
    kept, twins = split_twins(files)
    assert kept == [one for one in files if one is not PNG]
    assert twins == [PNG]


def test_a_chart_that_stands_in_the_words_is_drawn_there_alone():
    assert split_twins([PNG, TABLE], [SVG]) == ([TABLE], [PNG])


def test_a_picture_with_a_name_of_its_own_is_drawn():
    assert split_twins([PNG, OTHER]) == ([PNG, OTHER], [])


def test_files_of_one_name_that_are_no_pictures_are_all_shown():
    assert split_twins([TABLE, file("revenue.json", "application/json")])[1] == []
