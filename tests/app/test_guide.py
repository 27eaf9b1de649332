"""The guide by AppTest: its texts are whole, its lessons set everything and hide one curve."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from aelr_core import algorithms
from aelr_core.algorithms import ALGORITHMS
from aelr_core.experiments import run, summary
from aelr_core.theory import LIKELY_NOTE
from pages.ui import data, visitor_run
from pages.ui.example_run import example_run
from pages.ui.lessons import predict, words
from pages.ui.lessons.guess import ORDINALS, Guess
from pages.ui.lessons.plans import LESSONS, Lesson, lesson_of
from pages.ui.numerals import fewer
from pages.ui.settings import DEFAULTS, Settings
from pages.ui.settings.link import from_query, to_query
from pages.ui.settings.sidebar_rows import THE_PAPERS
from pages.ui.shell import ONLY_HERE

PAGE = "pages/guide.py"
Open = Callable[..., AppTest]
Figure = Callable[[AppTest, str], dict[str, Any]]
SHIPPED = next(lesson for lesson in LESSONS if lesson.ships)
CHAPTERS = (
    "purpose",
    "lessons",
    "predict",
    "problem",
    "pictures",
    "glossary",
    "misprints",
    "references",
)


def words_of(app: AppTest) -> str:
    return "\n".join(block.value for block in app.main.markdown)


def test_all_chapters_are_there(open_app: Open) -> None:
    app = open_app(PAGE)
    anchors = [heading.proto.anchor for heading in app.subheader]
    assert app.header[0].value == "Behind the story"
    assert anchors == [
        "lessons",
        "problem",
        "algorithms",
        "pictures",
        "glossary",
        "misprints",
        "references",
    ]
    text = words_of(app)
    for part in ("*d* = 100", "the half norm", "arXiv:1410.6382", "@inproceedings"):
        assert part in text


def test_every_algorithm_has_a_line(open_app: Open) -> None:
    lines = words.algorithms().splitlines()
    assert len(lines) == len(ALGORITHMS)
    for line, entry in zip(lines, ALGORITHMS.values(), strict=True):
        assert line.startswith(f"- **{entry.label}** ({entry.family}")
        assert ("this project" in line) == (entry.origin == "this project")
        assert entry.knows in line
        assert not entry.budgeted or words.formula(entry.q) in line
        assert not entry.budgeted or entry.joint or words.formula(entry.p) in line
        assert all(stated.source in line for stated in entry.bounds[:1])
    assert words.algorithms() in words_of(open_app(PAGE))


def test_the_note_on_equation_15_is_the_core_s() -> None:
    text = words.chapter("misprints")
    assert "**Equation 15**" in text
    assert LIKELY_NOTE[1:] in text
    assert "{" not in re.sub(r"\$[^$]*\$", "", text)


@pytest.mark.parametrize("name", CHAPTERS)
def test_the_texts_are_whole(name: str) -> None:
    """Every formula is closed: KaTeX shows an open one as red text."""
    text = words.chapter(name)
    assert text.count("$") % 2 == 0
    assert text.count("**") % 2 == 0


def test_every_picture_of_the_explorer_is_explained() -> None:
    text = words.chapter("pictures")
    for title in ("Learning curves", "Sampling distribution", "Improvement ratio", "Bounds and"):
        assert f"**{title}" in text
    for page in (
        "Explorer",
        "Ratios",
        "Sampling",
        "Bounds",
        "Microscope",
        "Paper, Your data",
        "Beyond",
    ):
        assert f"\n###### {page}\n" in text


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_a_lesson_s_link_sets_everything(lesson: Lesson) -> None:
    for predict_first in (True, False):
        link = lesson.link(predict_first=predict_first)
        assert link.startswith("./?") or link == "./?"
        query = parse_qs(link.partition("?")[2])
        settings, problems = from_query(query)
        assert settings == lesson.settings
        assert not problems
        assert ("predict" in query) == predict_first
    assert lesson.hide in algorithms.words()
    assert lesson_of(lesson.settings, lesson.hide) is lesson
    assert lesson_of(replace(lesson.settings, projector=True), lesson.hide) is lesson
    assert lesson_of(replace(lesson.settings, seed=5), lesson.hide) is None


def test_the_numbers_of_the_lesson_that_ships_are_those_of_its_run() -> None:
    result = example_run()
    assert result.spec == replace(SHIPPED.settings, origin=DEFAULTS.origin).spec()
    assert f"{result.curves['aerr'].mean[-1]:.2f}" in SHIPPED.question
    assert f"{result.curves['ddaerr'].mean[-1]:.2f}" in SHIPPED.see
    rows = {row.algorithm: row for row in summary(result)}
    assert str(rows["aerr"].reach) in SHIPPED.question
    assert f"{rows['ddaerr'].reach}, {fewer(1 / rows['ddaerr'].gain)}" in SHIPPED.see


def test_how_the_first_lesson_goes_on_is_true() -> None:
    first, ends = LESSONS[0], {}
    for alpha in (-0.5, -1.0, -2.0):
        result = run(replace(first.settings, alpha=alpha, algorithms=("aerr", "ddaerr")).spec())
        ends[alpha] = [f"{result.curves[key].mean[-1]:.2f}" for key in ("aerr", "ddaerr")]
    blind, knowing = ends[-0.5]
    assert blind == knowing
    said = " ".join(first.further.split())
    assert f"both end at {blind}" in said
    for pair in (ends[-1.0], ends[-2.0]):
        assert " against ".join(pair) in said


def test_the_light_of_the_last_lesson_is_green(open_app: Open) -> None:
    last = LESSONS[-1].settings
    assert "green" in LESSONS[-1].see
    query = {name: str(text) for name, text in to_query(last).items()}
    app = open_app(**query)
    assert app.session_state["_settings"] == last
    assert data.prior_facts(last).light == "green"
    assert app.metric[-1].value == "4 of 4"


def test_the_lessons_are_about_the_paper_alone() -> None:
    """What they say of the lowest curve would not be true beside ours."""
    assert {lesson.settings.origin for lesson in LESSONS} == {THE_PAPERS}
    assert [lesson.key for lesson in LESSONS if lesson.ships] == ["few"]


def test_without_takes_one_curve_and_another_frame() -> None:
    now = visitor_run.OnScreen(example_run(), (0, 0), DEFAULTS)
    frames = set()
    for word in algorithms.words():
        less = predict.without(now, word)
        left = {ALGORITHMS[key].word for key in less.result.curves}
        assert left == {*algorithms.words()} - {word}
        assert less.spec == now.spec
        frames.add(less.frame)
    assert len(frames | {now.frame}) == len(algorithms.words()) + 1
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
        "ways",
    ]
    assert SHIPPED.see not in words_of(app)
    app.slider(key="guess_place_0").set_value(20_000).run()
    assert list(live_figure(app, "learning")["lines"]["guess"]["x"]) == [20_000]
    app.button(key="reveal").click().run()
    lines = live_figure(app, "learning")["lines"]
    assert list(lines["guess"]["x"]) == [20_000]
    assert "ddaerr" in lines
    assert "Chosen by size (DDAERR) |" in words_of(app)
    assert SHIPPED.question not in words_of(app)
    assert "You said 20,000 attributes; it takes" in words_of(app)
    assert SHIPPED.see in words_of(app)
    app.button(key="close_answer").click().run()
    assert SHIPPED.see not in words_of(app)
    assert "guess" not in live_figure(app, "learning")["lines"]


@pytest.mark.parametrize(
    ("listens", "visited", "shown"),
    [
        ("localhost", "http://localhost:8501/guide", "http://localhost:8501/"),
        ("localhost", "https://lab.example.org/aelr/guide", "https://lab.example.org/aelr/"),
        ("0.0.0.0", "http://192.168.7.5:8501/guide", "http://192.168.7.5:8501/"),
        ("0.0.0.0", "http://localhost:8501/guide", "http://[^/]+:8501/"),
        ("0.0.0.0", "http://0.0.0.0:8501/guide", "http://(?!0)[^/]+:8501/"),
        ("localhost", "http://0.0.0.0:8501/guide", "http://0.0.0.0:8501/"),
        (None, "http://[::1]/guide", "http://[^/]+/"),
    ],
)
def test_links_for_a_class_are_for_others_or_say_that_they_are_not(
    open_app: Open, listens: str | None, visited: str, shown: str
) -> None:
    before = config.get_option("server.address")
    config.set_option("server.address", listens)
    try:
        app = open_app()
        app.context = {"url": visited}
        app.switch_page(PAGE).run()
    finally:
        config.set_option("server.address", before)
    links = [*re.findall(r"Link for the class\]\(([^?]*)\?", words_of(app))]
    links += [one.value.partition("?")[0] for one in app.main.text if "?lesson=" in one.value]
    assert len(links) == 2 * len(LESSONS)
    assert all(re.fullmatch(shown, link) for link in links)
    only_here = any(host in links[0] for host in ("localhost", "127.0.0.1", "::1", "0.0.0.0"))
    assert only_here == (listens == "localhost" and "example.org" not in visited)
    assert (ONLY_HERE in [one.value for one in app.caption]) == only_here


def test_a_short_link_opens_a_lesson_at_its_question(open_app: Open, live_figure: Figure) -> None:
    app = open_app(lesson=SHIPPED.key)
    assert app.session_state["_settings"] == SHIPPED.settings
    assert SHIPPED.question in words_of(app)
    assert "ddaerr" not in live_figure(app, "learning")["lines"]
    assert not open_app(lesson="eleven").warning


def test_a_guess_is_laid_over_the_run_and_judged() -> None:
    result = example_run()
    curve, end = result.curves["ddaerr"], result.spec.examples * result.spec.budget
    last, target = float(curve.mean[-1]), float(result.curves["aerr"].mean[-1])
    level = Guess("level", (last,))
    assert level.points(result, "ddaerr") == ((end, last),)
    assert f"it ends at {last:.2f}, 0.00 away" in level.verdict(result, curve)
    place = Guess("place", (9_000.0,))
    assert place.points(result, "ddaerr") == ((9_000.0, target),)
    assert "You said 9,000 attributes; it takes 1" in place.verdict(result, curve)
    drawn = Guess("curve", (0.9, 0.5, last + 0.3))
    assert [x for x, _ in drawn.points(result, "ddaerr")] == [0.2 * end, 0.5 * end, end]
    assert "You drew 0.90, 0.50," in drawn.verdict(result, curve)
    ends = sorted(float(one.mean[-1]) for one in result.curves.values())
    order, mine = Guess("order", (3.0,)), ends.index(last)
    ((at, height),) = order.points(result, "ddaerr")
    others = [*ends[:mine], *ends[mine + 1 :]]
    assert at == end
    assert others[1] < height < others[2]
    ended = f"it ends {ORDINALS[mine]} of {len(ends)}"
    assert f"You said third; {ended}" in order.verdict(result, curve)
    worse = replace(curve, relative_loss=curve.relative_loss + 9.0)
    assert "never gets there" in place.verdict(result, worse)


def test_lessons_ask_for_a_level_an_order_and_a_curve() -> None:
    assert {"level", "order", "curve"} <= {lesson.guess for lesson in LESSONS}


def test_a_teacher_s_card_has_the_link_the_minutes_and_what_to_say(open_app: Open) -> None:
    app = open_app(PAGE)
    for lesson in LESSONS:
        assert [t.value for t in app.text].count(f"/?lesson={lesson.key}") == 1
        assert words.card(lesson) in words_of(app)
        assert f"{lesson.minutes} minutes" in words.card(lesson)
        assert lesson.say in words.card(lesson)


def test_a_lesson_can_be_opened_with_everything_to_be_seen(
    open_app: Open, live_figure: Figure
) -> None:
    app = open_app(PAGE)
    app.toggle(key="predict_first").set_value(False).run()
    assert "predict=" not in words_of(app)
    app.button(key=f"open_{SHIPPED.key}").click().run()
    app.switch_page("pages/explorer.py").run()
    assert "ddaerr" in live_figure(app, "learning")["lines"]


def test_a_link_hides_a_curve_and_nonsense_hides_none(open_app: Open, live_figure: Figure) -> None:
    app = open_app(predict="two-phased")
    assert "two_phase_ddaerr" not in live_figure(app, "learning")["lines"]
    assert "Where will the curve of Sizes learnt first (Two-Phased DDAERR) end?" in words_of(app)
    app.button(key="pin").click().run()
    assert not any("two_phase" in uid for uid in live_figure(app, "learning")["lines"])
    app = open_app(predict="everything")
    assert "two_phase_ddaerr" in live_figure(app, "learning")["lines"]
    assert not app.warning
