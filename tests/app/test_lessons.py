"""The lessons by AppTest: its texts are whole, its lessons set everything and hide one curve."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from aelr_core import algorithms
from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.bounds import measured
from aelr_core.analysis.learning import View, series_of, target_of
from aelr_core.experiments import run
from pages.ui import data, visitor_run
from pages.ui.lessons import predict
from pages.ui.lessons.guess import ORDINALS, Guess, outcome
from pages.ui.lessons.plans import LESSONS, Lesson, lesson_of
from pages.ui.settings import DEFAULTS, Settings
from pages.ui.settings.table import THE_PAPERS
from pages.ui.settings.values import from_query
from pages.ui.shell import ONLY_HERE
from pages.ui.stored_runs import example_run

PAGE = "pages/story.py"
Open = Callable[..., AppTest]
Figure = Callable[[AppTest, str], dict[str, Any]]
LISTENS, REACHED = "server.address", "browser.serverAddress"
HERE = ("localhost", "127.0.0.1", "::1", "0.0.0.0")
SHIPPED = next(lesson for lesson in LESSONS if lesson.ships)


def words_of(app: AppTest) -> str:
    return "\n".join(block.value for block in app.main.markdown)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_a_lesson_s_link_sets_everything(lesson: Lesson) -> None:
    link = lesson.link()
    assert link.startswith("./?")
    query = parse_qs(link.partition("?")[2])
    settings, problems = from_query(query)
    assert settings == lesson.settings
    assert not problems
    assert query["predict"] == [lesson.hide]
    assert lesson.hide in algorithms.words()
    assert lesson_of(lesson.settings, lesson.hide) is lesson
    assert lesson_of(replace(lesson.settings, projector=True), lesson.hide) is lesson
    assert lesson_of(replace(lesson.settings, seed=5), lesson.hide) is None


def test_the_lessons_are_about_the_paper_alone() -> None:
    """What they say of the lowest curve would not be true beside ours."""
    assert {lesson.settings.origin for lesson in LESSONS} == {THE_PAPERS}
    assert example_run().spec == replace(SHIPPED.settings, origin=DEFAULTS.origin).spec()
    assert data.prior_facts(LESSONS[-1].settings).light == "green"  # which is its subject


def test_without_takes_one_curve_and_another_frame() -> None:
    now = visitor_run.OnScreen(example_run(), (0, 0), DEFAULTS)
    frames, words = set(), {ALGORITHMS[key].word for key in now.result.curves}
    for word in words:
        less = predict.without(now, word)
        left = {ALGORITHMS[key].word for key in less.result.curves}
        assert left == words - {word}
        assert less.spec == now.spec
        frames.add(less.frame)
    assert len(frames | {now.frame}) == len(words) + 1
    one = replace(now, result=replace(now.result, curves={"aerr": now.result.curves["aerr"]}))
    assert predict.without(one, "uniform") is one  # or nothing would be left to draw


def test_a_lesson_sets_every_control_and_hides_its_curve(
    open_app: Open, live_figure: Figure
) -> None:
    """That the button also leads to the explorer is seen in the browser only."""
    app = open_app(PAGE, dim="60", family="lasso")
    app.button(key=f"open_{SHIPPED.key}").click().run()
    assert app.session_state["_settings"] == SHIPPED.settings == Settings(origin=THE_PAPERS)
    app.switch_page("pages/explorer.py").run()
    assert not app.exception
    assert SHIPPED.question in words_of(app)
    lines = live_figure(app, "learning")["lines"]
    assert "ddaerr" not in lines
    assert "aerr" in lines
    # nothing else is there that would give it away
    assert not app.metric
    assert not app.main.expander
    assert [one.proto.id.rpartition("-")[2] for one in app.get("bidi_component")] == [
        "theme",
        "learning",
        "to",  # turned-to
        "ways",
    ]
    assert SHIPPED.answer not in words_of(app)
    assert app.button(key="reveal").disabled  # nothing is chosen for the student
    assert "guess" not in lines
    app.slider(key="guess_place").set_value(20_000).run()
    assert not app.button(key="reveal").disabled
    assert list(live_figure(app, "learning")["lines"]["guess"]["x"]) == [20_000]
    app.button(key="reveal").click().run()
    lines = live_figure(app, "learning")["lines"]
    assert list(lines["guess"]["x"]) == [20_000]
    assert "ddaerr" in lines
    assert SHIPPED.question not in words_of(app)
    assert SHIPPED.answer in words_of(app)
    app.button(key="close_answer").click().run()
    assert SHIPPED.answer not in words_of(app)
    assert "guess" not in live_figure(app, "learning")["lines"]


@pytest.mark.parametrize(
    "lesson",
    [SHIPPED, *(pytest.param(one, marks=pytest.mark.long) for one in LESSONS if not one.ships)],
    ids=lambda lesson: lesson.key,
)
def test_texts_have_the_numbers_of_their_run(lesson: Lesson) -> None:
    result = example_run() if lesson.ships else run(lesson.settings.spec())
    learners = {ALGORITHMS[key].word: curve for key, curve in result.curves.items()}
    said = f"{lesson.question} {lesson.answer}"
    words = {lesson.hide} if lesson.ships else {lesson.hide, "uniform", "known"}
    numbers = [f"{learners[word].mean[-1]:.2f}" for word in words]
    target = target_of(result, View())
    uniform, mine = (
        series_of(learners[word], View(), target).reach_x for word in ("uniform", lesson.hide)
    )
    if lesson.key in ("few", "phases"):
        rounded = -2 if lesson.key == "phases" else 0
        numbers += [f"{round(x or 0, rounded):,.0f}" for x in (uniform, mine)]
    if lesson.key == "promise":
        risks = measured(result, data.prior_facts(lesson.settings))
        numbers.append(f"{1 / risks['ddaerr'].share:,.0f} times")
    assert [number for number in numbers if number not in said] == []


@pytest.fixture
def _listening() -> Iterator[None]:
    before = {name: config.get_option(name) for name in (LISTENS, REACHED)}
    yield
    for name, value in before.items():
        config.set_option(name, value)


@pytest.mark.usefixtures("_listening")
def test_links_for_a_class_are_for_others_or_say_that_they_are_not(open_app: Open) -> None:
    app = open_app(PAGE)
    app.button(key="start_class").click().run()  # whoever starts one has to reach others
    for listens, visited, shown in (
        ("localhost", "http://localhost:8501/story", "http://localhost:8501/"),
        ("localhost", "https://lab.example.org/aelr/story", "https://lab.example.org/aelr/"),
        ("0.0.0.0", "http://192.168.7.5:8501/story", "http://192.168.7.5:8501/"),
        ("0.0.0.0", "http://localhost:8501/story", "http://[^/]+:8501/"),
        ("0.0.0.0", "http://0.0.0.0:8501/story", "http://(?!0)[^/]+:8501/"),
        ("localhost", "http://0.0.0.0:8501/story", "http://0.0.0.0:8501/"),
        (None, "http://[::1]/story", "http://[^/]+/"),
    ):
        config.set_option(LISTENS, listens)
        app.context = {"url": visited}
        app.run()
        cards = [one.value for one in app.main.subheader]
        links = [card.partition("?")[0] for card in cards if "?lesson=" in card]
        assert len(links) == len(LESSONS)
        assert all(re.fullmatch(shown, link) for link in links)
        only_here = any(host in links[0] for host in HERE)
        assert only_here == (listens == "localhost" and "example.org" not in visited)
        assert (ONLY_HERE in [one.value for one in app.caption]) == only_here


@pytest.mark.usefixtures("_listening")
@pytest.mark.parametrize("listens", ["0.0.0.0", "localhost"])
def test_links_for_a_class_have_the_address_that_is_set(open_app: Open, listens: str) -> None:
    """The server in a container cannot find out how others reach it."""
    config.set_option(LISTENS, listens)
    config.set_option(REACHED, "lab.example.org")
    for visited, shown in (
        ("http://localhost:8600/story", "http://lab.example.org:8600/"),
        ("http://192.168.7.5:8600/story", "http://192.168.7.5:8600/"),
    ):
        app = open_app(PAGE)
        app.context = {"url": visited}
        app.button(key="start_class").click()
        app.run()
        assert all(one.value.startswith(f"{shown}?lesson=") for one in app.main.subheader)
        assert ONLY_HERE not in [one.value for one in app.caption]


def test_a_short_link_opens_a_lesson_at_its_question(open_app: Open, live_figure: Figure) -> None:
    app = open_app(lesson=SHIPPED.key)
    assert app.session_state["_settings"] == SHIPPED.settings
    assert SHIPPED.question in words_of(app)
    assert "ddaerr" not in live_figure(app, "learning")["lines"]
    assert not app.warning


def test_an_unknown_lesson_gets_one_sentence(open_app: Open, live_figure: Figure) -> None:
    for asked in ("eleven", "<b>", "x" * 5_000):
        app = open_app(lesson=asked)
        (warning,) = app.warning
        assert warning.value.startswith("There is no lesson called")
        assert len(warning.value) < 200
        assert "ddaerr" in live_figure(app, "learning")["lines"]


def test_a_guess_is_laid_over_the_run_and_judged() -> None:
    result = example_run()
    curve, end = result.curves["ddaerr"], result.spec.examples * result.spec.budget
    last, target = float(curve.mean[-1]), float(result.curves["aerr"].mean.min())
    level = Guess("level", (last,))
    assert level.points(result, "ddaerr") == ((end, last),)
    assert f"{last:.2f}" in outcome("level", result, curve)
    place = Guess("place", (9_000.0,))
    assert place.points(result, "ddaerr") == ((9_000.0, target),)
    middle = Guess("nearer", (2.0,)).points(result, "two_phase_ddaerr")
    assert middle == ((end, pytest.approx((last + float(result.curves["aerr"].mean[-1])) / 2)),)
    for key, where in (("aerr", "nearer to Uniform"), ("ddaerr", "nearer to Chosen by size")):
        assert where in outcome("nearer", result, result.curves[key])
    ends = sorted(float(one.mean[-1]) for one in result.curves.values())
    order, mine = Guess("order", (3.0,)), ends.index(last)
    ((at, height),) = order.points(result, "ddaerr")
    others = [*ends[:mine], *ends[mine + 1 :]]
    assert at == end
    assert others[1] < height < others[2]
    assert f"{ORDINALS[mine]} of {len(ends)}" in outcome("order", result, curve)


def test_a_link_hides_a_curve_and_nonsense_hides_none(open_app: Open, live_figure: Figure) -> None:
    app = open_app(predict="two-phased")
    assert "two_phase_ddaerr" not in live_figure(app, "learning")["lines"]
    assert not {"pin", "share"} & {one.key for one in app.button}
    app = open_app(predict="everything")
    assert "two_phase_ddaerr" in live_figure(app, "learning")["lines"]
    assert not app.warning
