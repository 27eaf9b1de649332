"""Classes: what counts as a guess, how many are kept and for how long, and who may see them."""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.lessons import predict
from pages.ui.lessons.classes import ALPHABET, HOURS, LETTERS, MOST_CLASSES, MOST_GUESSES, Classes
from pages.ui.lessons.plans import LESSONS

Open = Callable[..., AppTest]
Figure = Callable[[AppTest, str], dict[str, Any]]
LIMITS = {"low": 0.0, "high": 10.0, "many": 1}
LESSON = next(lesson for lesson in LESSONS if lesson.ships)


def test_codes_are_random_and_can_be_read_from_a_projector() -> None:
    codes = {Classes().open().code for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == LETTERS and set(code) <= set(ALPHABET) for code in codes)
    assert not set("01ilo") & set(ALPHABET)


@pytest.mark.parametrize(
    "values", [[-0.1], [10.1], [math.nan], [math.inf], [], [1.0, 2.0]], ids=str
)
def test_forged_guesses_are_refused_in_a_sentence(values: list[float]) -> None:
    classes = Classes()
    one = classes.open()
    said = classes.tell(one.code, "few", "student", values, **LIMITS)
    assert said == "A guess must be 1 number(s) from 0 to 10."
    assert classes.guesses(one.code, "few") == ()


def test_a_student_has_one_guess_per_lesson_and_a_class_a_limited_number() -> None:
    classes = Classes()
    one, other = classes.open(), classes.open()

    def guess(student: int) -> str:
        return classes.tell(one.code, "few", str(student % 600), [student % 10], **LIMITS)

    with ThreadPoolExecutor(8) as pool:
        said = [*pool.map(guess, range(1200))]
    assert said.count("") == MOST_GUESSES == len(classes.guesses(one.code, "few"))
    assert classes.tell(one.code, "alike", "1", [3.0], **LIMITS) == ""
    assert classes.guesses(one.code, "alike") == ((3.0,),)
    assert classes.guesses(other.code, "few") == ()


def test_a_class_ends_after_its_time_and_when_its_lecturer_closes_it() -> None:
    now = [0.0]
    classes = Classes(clock=lambda: now[0])
    old, new = classes.open(), classes.open()
    assert [classes.lead(key) for key in ("", "é", "\ud800")] == [None] * 3
    assert classes.join(new.key) is None
    classes.close(new.code)  # what students know does not end it
    assert classes.join(new.code) is new
    classes.close(new.key)
    assert classes.join(new.code) is None
    now[0] = HOURS * 3600
    assert classes.join(old.code) is None
    assert classes.tell(old.code, "few", "1", [3.0], **LIMITS).startswith("There is no class")


def test_the_oldest_class_goes_when_there_are_too_many() -> None:
    classes = Classes()
    first, *others = (classes.open() for _ in range(MOST_CLASSES + 1))
    assert classes.join(first.code) is None
    assert all(classes.join(one.code) is one for one in others)


def lead_a_class(open_app: Open) -> tuple[AppTest, str]:
    """Start a class on the page Story, and return it at its second lesson, with its code."""
    story = open_app("pages/story.py")
    story.button(key="start_class").click().run()
    code = next(one.value for one in story.header if one.value.startswith("Class ")).split()[1]
    story.button(key=f"open_{LESSON.key}").click().run()
    return story.switch_page("pages/explorer.py").run(), code


def send(student: AppTest) -> None:
    """Guess, and send it."""
    student.slider(key="guess_place").set_value(5_000).run()
    student.button(key="reveal").click().run()


def guesses_drawn(app: AppTest, live_figure: Figure) -> list[float]:
    """Return the attributes of the guesses on the chart, without the gaps between them."""
    line = live_figure(app, "learning")["lines"].get("guess", {"x": []})
    return [float(x) for x in line["x"] if x is not None and math.isfinite(x)]


def test_guesses_of_a_class_come_to_its_lecturer_s_chart(
    open_app: Open, live_figure: Figure
) -> None:
    lecturer, code = lead_a_class(open_app)
    assert guesses_drawn(lecturer, live_figure) == []
    students = [open_app(**{"class": code}) for _ in range(3)]
    for n, student in enumerate(students):
        assert student.session_state["_settings"] == LESSON.settings
        student.slider(key="guess_place").set_value(5_000 * (n + 1)).run()
        assert guesses_drawn(student, live_figure) == [5_000 * (n + 1)]  # one's own alone
        assert not {"run", "pin"} & {one.key for one in student.button}
        assert student.button(key="reveal").label == "Send my guess"
        student.button(key="reveal").click().run()
        assert guesses_drawn(student, live_figure) == [5_000 * (n + 1)]
        assert "ddaerr" not in live_figure(student, "learning")["lines"]  # the lecturer shows it
    lecturer.run()
    assert sorted(guesses_drawn(lecturer, live_figure)) == [5_000, 10_000, 15_000]
    lecturer.button(key="reveal").click().run()
    assert "3 guesses is 10,000 tests" in "".join(one.value for one in lecturer.markdown)
    assert len(guesses_drawn(lecturer, live_figure)) == 3
    assert "ddaerr" in live_figure(students[0].run(), "learning")["lines"]
    assert "You said 5,000" in "".join(one.value for one in students[0].markdown)
    late = open_app(**{"class": code})
    assert late.button(key="reveal").label == "Show it"
    assert guesses_drawn(open_app(lesson=LESSON.key), live_figure) != [5_000, 10_000, 15_000]


def test_a_guess_beyond_its_control_is_none(open_app: Open, live_figure: Figure) -> None:
    lecturer, code = lead_a_class(open_app)
    student = open_app(**{"class": code})
    student.slider(key="guess_place").set_value(10**9).run()
    assert not student.exception
    lecturer.run()
    assert guesses_drawn(lecturer, live_figure) == []
    assert student.button(key="reveal").disabled


def test_before_the_first_lesson_students_see_one_line(open_app: Open) -> None:
    story = open_app("pages/story.py")
    story.button(key="start_class").click().run()
    code = next(one.value for one in story.header if one.value.startswith("Class ")).split()[1]
    student = open_app(**{"class": code})
    (line,) = student.main.markdown
    assert line.value.startswith(f"Class **{code}**: ")
    assert not student.main.caption
    assert not student.title


def test_the_lecturer_s_address_of_the_story_leads_the_class_again(open_app: Open) -> None:
    story = open_app("pages/story.py")
    story.button(key="start_class").click().run()
    again = open_app("pages/story.py")
    again.query_params["lead"] = story.query_params["lead"]
    again.run().button(key="end_class").click().run()
    assert "start_class" in [one.key for one in again.button]
    assert not again.warning
    again.query_params["lead"] = story.query_params["lead"]
    assert ["There is no class" in one.value for one in again.run().warning] == [True]


@pytest.mark.parametrize("many", [1, 2])
def test_one_guess_is_no_middle(open_app: Open, many: int) -> None:
    lecturer, code = lead_a_class(open_app)
    for _ in range(many):
        send(open_app(**{"class": code}))
    lecturer.button(key="reveal").click().run()
    said = "".join(one.value for one in lecturer.markdown)
    assert ("The only guess is 5,000" in said) == (many == 1)
    assert ("The middle of 2 guesses is 5,000" in said) == (many == 2)


@pytest.mark.parametrize(
    "query", [{"class": "nosuchcl"}, {"lead": "nothing"}, {"class": ""}], ids=str
)
def test_a_class_that_is_not_there_gets_a_sentence(open_app: Open, query: dict[str, str]) -> None:
    app = open_app(**query)
    assert ["There is no class" in one.value for one in app.warning] == [True]


def test_a_reload_leads_the_class_again(open_app: Open, live_figure: Figure) -> None:
    lecturer, code = lead_a_class(open_app)
    key = str(lecturer.query_params["lead"])
    student = open_app(**{"class": code})
    send(student)
    again = open_app(lead=key)
    assert again.session_state["_settings"] == LESSON.settings
    assert len(guesses_drawn(again, live_figure)) == 1


def test_show_it_pressed_twice_keeps_the_first_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    state: dict[str, Any] = {"guess_place": 5_000}
    monkeypatch.setattr(predict.st, "session_state", state)
    monkeypatch.setattr(predict.st, "query_params", {})
    predict.hide(LESSON.hide)
    predict.answer(LESSON.settings)
    first = predict.answered(LESSON.settings)
    predict.answer(LESSON.settings)
    assert first is not None
    assert predict.answered(LESSON.settings) is first
