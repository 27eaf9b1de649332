"""The table of an experiment's settings: complete, and used by the spec and the command line."""

from dataclasses import fields

import pytest

from aelr_core.cli.run import add_arguments
from aelr_core.cli.terminal import Parser
from aelr_core.datasets import Option
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.fields import FIELDS


def test_every_field_of_a_spec_has_a_row() -> None:
    assert {*FIELDS} == {field.name for field in fields(ExperimentSpec)} - {"options"}


@pytest.mark.parametrize("name", FIELDS)
def test_a_row_says_what_a_reader_needs(name: str) -> None:
    row = FIELDS[name]
    assert row.name == name
    assert row.label[0].isupper()
    assert row.help.endswith(".")
    assert len(row.choice_labels) in (0, len(row.choices))
    assert all(str(choice) in row.explained for choice in row.choices if row.choice_labels)


# the mode is a value of its own, and the step is not set
@pytest.mark.parametrize("name", [name for name in FIELDS if name not in ("mode", "step")])
def test_a_default_passes_its_own_check(name: str) -> None:
    assert FIELDS[name].check(getattr(ExperimentSpec, name)) == getattr(ExperimentSpec, name)


def test_the_command_line_takes_every_field() -> None:
    parser = Parser(prog="test")
    add_arguments(parser)
    printed = parser.format_help()
    for name, row in FIELDS.items():
        assert f"--{name.replace('_', '-')}" in printed
        if name != "data":
            assert all(str(choice) in printed for choice in row.choices)


RULE = Option("step", "Step", "rule", choices=("quick", "cv"), choice_labels=("3 folds", "10"))


@pytest.mark.parametrize(("text", "value"), [("quick", "quick"), ("0.5", 0.5), ("1e-3", 1e-3)])
def test_a_rule_is_a_word_or_a_number(text: str, value: object) -> None:
    assert RULE.parse(text) == value


@pytest.mark.parametrize("text", ["fast", "-1", "nan", "inf", "0", "true"])
def test_a_rule_refuses_the_rest(text: str) -> None:
    with pytest.raises(ValueError, match=r"^step must be .*number > 0, but it is"):
        RULE.parse(text)


def test_several_choices_are_written_with_commas() -> None:
    row = FIELDS["algorithms"]
    assert row.parse("aerr, ddaerr,") == ("aerr", "ddaerr")
    assert row.parse("") == ()
    with pytest.raises(ValueError, match=r"^each of algorithms must be one of .*'sgd'\.$"):
        row.parse("aerr,sgd")
    with pytest.raises(ValueError, match=r"^algorithms must be a sequence"):
        row.check("aerr")


def test_an_option_can_offer_fewer_choices() -> None:
    row = RULE.offering("cv")
    assert (row.choices, row.choice_labels) == (("cv",), ("10",))
    assert row.explained.endswith("cv: 10.")
    assert FIELDS["algorithms"].offering("aerr").choice_labels == ()
