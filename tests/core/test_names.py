"""Names in every script are welcome; names that hide something or pose as something else are not."""

import time
import unicodedata

import pytest

from apps.core.names import check_name, clean_line, is_reserved
from apps.core.names.imitation import LOOKALIKES, RESERVED

HONEST = [
    *("Ann", "José Ñandú", "José García-O'Neill", "Đặng Thị Hồng", "Işıl", "R2-D2", "agent 007", "Ann (Berlin)"),
    *("Ελένη Παπαδοπούλου", "Ὀδυσσεύς", "β-agent", "μTorrent", "Θεός AI"),
    *("Ольга Иванова", "Анна K.", "Соня", "Оса"),
    *("محمد عبد الله", "می‌خواهم", "שרה כהן"),
    *("王小明", "山田 太郎", "김철수", "Tokyo東京", "李Bot", "葛\U000e0100城"),
    *("क्‍ष राम", "क्षत्रिय", "শর্মা", "வணக்கம்", "ทดสอบ ภาษา", "မြန်မာ", "አማርኛ", "ქართული", "Հայաստան", "ᏣᎳᎩ"),
    *("Zoë 🐝", "👩‍💻 Bot", "❤️ Agent", "1️⃣ First", "👋🏽", "🏳️‍🌈 Crew", "🫨"),
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f Fan",
    *("Ali", "Lia", "Loa", "Mia", "Hubert", "System Analyst", "Hub Manager", "People finder", "Coordinators of Events"),
    *("Table analyst", "Web page reader", "Assistant", "Support", "Agent"),
]
UNSEEN = [
    *(
        "Ann\u200b",
        "\u202eAnn",
        "Ann\u2066x",
        "A\u00adnn",
        "Ann\u200d",
        "A\u200cB",
        "Ann\ufe0f",
        "\ufeffAnn",
        "Ann\u200f",
    ),
    *("\u3164", "Ann\u2800", "A\u034fnn", "x\ue000", "x\u0007", "Ann\U000e0041", "a" + "\u0301" * 9, "\u200b"),
]
IMITATING = [
    *(
        "Coordinator",
        " coordinator ",
        "COORDINATOR",
        "Co-ordinator",
        "C o o r d i n a t o r",
        "Cöordinator",
        "C00rdinator",
    ),
    *("Сооrdіnаtоr", "соordinator", "Coordınator", "𝐂𝐨𝐨𝐫𝐝𝐢𝐧𝐚𝐭𝐨𝐫"),
    *("System", "System.", "5ystem", "Ѕуѕтем", "ЅУЅТЕМ", "Ｓｙｓｔｅｍ", "Systern"),
    *("Hub", "the Hub", "Ⓗⓤⓑ", "You", "Υου", "IoA", "lOA", "1oA", "|oA", "IоA", "IoA Web", "Person", "Pеrson", "Human"),
    *("Admin", "Owner", "Me", "Everyone"),
]
POSING = ["Bоb", "Аnn", "Scоut", "Micrοsoft", "Tаblе analyst", "аdmin2x", "Оlga"]


@pytest.mark.parametrize("name", HONEST)
def test_honest_names_stay_as_they_are_written(name):
    assert check_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("name", UNSEEN)
def test_what_nobody_can_see_is_refused(name):
    with pytest.raises(ValueError, match="nobody can see"):
        check_name(name)
    assert "nobody can see" not in _told(clean_line(name))


@pytest.mark.parametrize("name", IMITATING)
def test_what_reads_as_a_part_of_the_hub_is_refused_in_whatever_letters(name):
    with pytest.raises(ValueError, match=r"is what the hub calls|letters of another one"):
        check_name(name)


@pytest.mark.parametrize("name", POSING)
def test_letters_that_pose_as_letters_of_another_script_are_refused(name):
    with pytest.raises(ValueError, match="has letters of another one that look the same"):
        check_name(name)


@pytest.mark.parametrize("name", ["", "  ", "...", "-", "\u2028"])
def test_a_name_shows_something(name):
    with pytest.raises(ValueError, match="needs a letter"):
        check_name(name)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Ann \u00a0 B\tC\n", "Ann B C"),
        ("Jose\u0301", "José"),
        ("ＡＢＣ", "ABC"),
        ("𝓑𝓸𝓫", "Bob"),
        ("Ann\u2028B", "Ann B"),
    ],
)
def test_a_name_is_kept_plain(written, kept):
    assert check_name(written) == clean_line(written) == kept


def test_one_letter_put_in_the_place_of_its_double_never_makes_a_reserved_word_free():
    doubles = {}
    for double, letter in LOOKALIKES.items():
        doubles.setdefault(letter, []).append(double)
    for word in RESERVED:
        for place, letter in enumerate(word):
            for double in doubles.get(letter, ()):
                assert is_reserved(word[:place] + double + word[place + 1 :]), (word, double)


def test_a_long_name_takes_time_in_proportion_to_its_length():
    def cpu(text):
        begun = time.process_time()
        clean_line(text)
        with pytest.raises(ValueError, match="Leave out"):
            check_name(text)
        return time.process_time() - begun

    for letters in ("а", "a\u0301", "\u200d", "🏴", " "):
        assert cpu(letters * 20_000 + "\u202e") < 2.0, letters


def _told(name):
    try:
        check_name(name)
    except ValueError as error:
        return str(error)
    return ""
