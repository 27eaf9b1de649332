"""Every function of the theory accepts letters in their domains and refuses all others."""

from __future__ import annotations

import inspect
import pickle

import numpy as np
import pytest

from aelr_core import checks, exponentiated, letters, moments, norms, sampling, theory
from aelr_core.letters import LETTERS, RELATIONS, checked
from aelr_core.theory import planner

# A call that every function accepts; X is data, `bound` and `least` are the planner's.
GOOD = {
    "d": 6,
    "m": 100,
    "m1": 0,
    "k": 2,
    "k_x": 2,
    "draws": 3,
    "budget": 5,
    "B": 1.5,
    "M": [0.25, 0.5],
    "A": [0.25, 0.5],
    "q": [0.5, 0.5],
    "G2": 3.0,
    "H": 2.0,
    "epsilon": 0.25,
    "delta": 0.1,
    "eta": 0.1,
    "tau": 0.5,
    "s": 2.0,
    "w": [0.5, -0.25],
    "v": [3.0, -4.0],
    "theta": [0.5, -1.0],
    "u": [0.1, 0.9],
    "weights": [1.0, 3.0],
    "square_sums": [3.0, 0.0],
    "counts": [2, 0],
    "family": "ridge",
    "kind": "likely",
    "how": "even",
    "example_price": 1.0,
    "attribute_prices": 1.0,
    "X": [[0.5, 0.25], [0.1, 0.2]],
    "y": [1.0, -1.0],
    "bound": 4.0,
    "least": 1.0,
}
GOOD |= {"k_phi": 1, "K": 3, "a": 2.0, "b": 1.0, "pi": [0.5, 0.75], "x": [0.5, 0.25]}
GOOD |= {"sigma2": 1.0, "omega": [1.0, 2.0]}

# Domains of letters that differ from the table in a function.
EXCEPTIONS = {
    "assumptions": {
        "y": letters.ONE_VECTOR,
        "eta": letters.POSITIVE,
        "k": letters.COUNT,
        "m": letters.COUNT,
    },
    "attributes_needed": {"H": letters.NOT_NEGATIVES},
    "best_k": {"H": letters.NOT_NEGATIVE, "d": letters.TWO_OR_MORE},
    "epsilon_theory": {"d": letters.COUNT},
    "examples_needed": {"H": letters.NOT_NEGATIVES},
    "half_norm": {"M": letters.VECTORS},
    "order": {"M": letters.ONE_MOMENT_VECTOR, "tau": letters.POSITIVE},
    "predicted_saving": {"H": letters.NOT_NEGATIVES},
    "project_l2": {"B": letters.POSITIVE},
    "rho_lasso": {"M": letters.SOME_MOMENTS},
    "rho_ridge": {"M": letters.SOME_MOMENTS},
    "sampling_distribution": {"M": letters.SOME_MOMENTS},
    "theta_of": {"B": letters.POSITIVES, "w": letters.VECTORS},
    "two_phase_ddaelr_bound": {"epsilon": letters.UP_TO_ONE},
    "two_phase_ddaelr_regimes": {"H": letters.POSITIVES},
    "two_phase_ddaelr_step_size": {"epsilon": letters.UP_TO_ONE},
    "two_phase_ddaerr_known_half_norm_regimes": {"H": letters.POSITIVES},
    "two_phase_ddaerr_regimes": {"H": letters.POSITIVES},
    "uniform": {"d": letters.COUNT},
    "w_of": {"B": letters.POSITIVES},
}
JOINT = "ddaerr_second_moment", "jaerr_second_moment_limit", "jaerr_step_size", "jaelr_step_size"
EXCEPTIONS |= {name: {"M": letters.SOME_MOMENTS} for name in JOINT}

# Where a function's other arguments narrow the domain: what is at its edge then.
NARROWED = {
    ("assumptions", "q"): [[0.0, 1.0]],
    ("draw", "weights"): [[0.0, 5e-324]],
    ("order", "B"): [0.5 + 1e-9, 1e70],
    ("theta_of", "B"): [0.75],
}

DEEP: list[object] = []
for _ in range(5000):
    DEEP = [DEEP]
NEVER = {
    "None": None,
    "text": "abc",
    "nan": np.nan,
    "-infinity": -np.inf,
    "complex": 1j,
    "a NumPy complex": np.complex128(1),
    "complex array": np.array([1j, 0]),
    "empty": [],
    "empty array": np.zeros((2, 0)),
    "ragged": [[1, 2], [3]],
    "words": ["a", "b"],
    "mapping": {"a": 1},
    "deep": DEEP,
    "huge": 10**400,
    "too long to write": 10**5000,
}


# What else the functions take: data and the planner's own arguments.
NOT_LETTERS = {"X", "bound", "costs", "least", "omega", "reports", "wanted"}
# The engine's inner loops, which check nothing.
UNCHECKED = {"power_of_two_scaled", "shifted_sinh_cosh"}


# NumPy's integers. Where they are not made Python's, products such as 10 * 20 overflow.
DTYPES = (*(np.int8, np.int16, np.int32, np.int64), *(np.uint8, np.uint16, np.uint32, np.uint64))


def functions():
    """Return the public functions of the theory and of the modules below it, by name."""
    modules = (theory, planner, moments, sampling, norms, exponentiated)
    return {
        name: function
        for module in modules
        for name, function in vars(module).items()
        if inspect.isfunction(function) and function.__module__.startswith(module.__name__)
        if not name.startswith("_") and name not in UNCHECKED
    }


def parameters(function):
    return inspect.signature(function).parameters


CASES = [
    pytest.param(function, letter, id=f"{name}-{letter}")
    for name, function in functions().items()
    for letter in parameters(function)
    if letter in LETTERS and "wanted" not in parameters(function)
]


def call(function, **changed):
    return function(**{name: GOOD[name] for name in parameters(function)} | changed)


def domain_of(function, letter):
    return EXCEPTIONS.get(function.__name__, {}).get(letter, LETTERS[letter])


def outside(domain):
    """Yield values just outside a domain, as its limits say."""
    limits = domain.keywords
    if domain.func is checks.choice:
        yield from ("", "Ridge", 1, ["ridge"])
        return
    if domain.func in (checks.array, letters.not_all_zero):
        yield from (1.0, [np.nan, 1.0], [1.0, np.inf])
        if limits.get("ndim") == 1:
            yield [[1.0, 2.0]]
        if "at_least" in limits or domain.func is letters.not_all_zero:
            yield [1.0, -1e-300]
        if domain.func is letters.not_all_zero:
            yield [0.0, 0.0]
        return
    if domain.func is letters.norm_bound:
        yield from (0, -1, np.inf, 1e200, 1e-320, 1e-160, [1.0])
        return
    if "above" in limits:
        yield limits["above"]
    if "below" in limits:
        yield limits["below"]
    if "at_least" in limits:
        yield limits["at_least"] - 1
    if "at_most" in limits:
        yield np.nextafter(limits["at_most"], np.inf)
    if domain.func is checks.integer or limits.get("whole"):
        yield limits["at_least"] + 0.5
    if not limits.get("infinity"):
        yield np.inf
    if domain.func in (checks.integer, checks.number):
        yield [limits.get("at_least", 0.5)]


def edges(domain):
    """Yield values at the very edge of a domain, as far as float64 can square and divide them."""
    limits = domain.keywords
    if domain.func is checks.choice:
        yield from limits["allowed"]
    elif domain.func is checks.array:
        yield [0.0, 0.0] if limits.get("ndim") is None else [0.0, 1.0]
    elif domain.func is letters.not_all_zero:
        yield [0.0, 5e-324]
    elif domain.func is letters.norm_bound:
        yield from (1e-70, 1e70)  # the planner takes the fourth power
    else:
        if "above" in limits:
            yield limits["above"] + 1e-100
        if "below" in limits:
            yield np.nextafter(limits["below"], 0)
        if "at_least" in limits:
            yield limits["at_least"]
        if "at_most" in limits:
            yield limits["at_most"]
        if limits.get("infinity"):
            yield np.inf


def test_every_argument_of_the_theory_is_a_letter_with_a_domain():
    taken = {name for function in functions().values() for name in parameters(function)}
    assert taken - NOT_LETTERS == LETTERS.keys()


@pytest.mark.parametrize(("function", "letter"), CASES)
def test_a_letter_outside_its_domain_is_refused_with_a_sentence_that_names_it(function, letter):
    domain = domain_of(function, letter)
    never = dict(NEVER)
    plain = (function.__name__, letter) == ("inner_product_weights", "M")
    if plain or parameters(function)[letter].default is None:
        del never["None"]
    for value in [*never.values(), *outside(domain)]:
        with pytest.raises(ValueError) as caught:
            call(function, **{letter: value})
        sentence = str(caught.value)
        assert sentence.startswith(f"{letter} must "), sentence
        assert sentence.endswith("."), sentence
        assert ". " not in sentence, sentence
        assert "\n" not in sentence, sentence


@pytest.mark.parametrize(("function", "letter"), CASES)
def test_a_letter_at_the_edge_of_its_domain_is_accepted(function, letter):
    narrowed = NARROWED.get((function.__name__, letter))
    for value in narrowed or edges(domain_of(function, letter)):
        call(function, **{letter: value})


@pytest.mark.parametrize("function", functions().values(), ids=functions())
def test_integers_of_numpy_are_integers(function):
    whole = {name: GOOD[name] for name in parameters(function) if type(GOOD.get(name)) is int}
    if whole and "wanted" not in parameters(function):
        for dtype in DTYPES:
            given = {name: dtype(value) for name, value in whole.items()}
            assert repr(call(function, **given)) == repr(call(function))


def test_the_relations_between_letters_are_checked_wherever_both_are_taken():
    bad = {
        ("m", "m1"): ({"m": 10, "m1": [5, 9.5]}, "m1 must be at most m - 1"),
        ("M", "q"): ({"M": [1.0, 2.0], "q": [1.0]}, "q must have one entry per moment in M, (2,)"),
        ("w", "M"): ({"w": [1.0, 2.0], "M": [1.0]}, "M must have one entry per weight in w, (2,)"),
    }
    assert bad.keys() == RELATIONS.keys()
    for pair, (given, sentence) in bad.items():
        takes_both = [f for f in functions().values() if parameters(f).keys() >= set(pair)]
        assert takes_both
        for function in takes_both:
            with pytest.raises(ValueError) as caught:
                call(function, **given)
            assert str(caught.value).startswith(sentence)


@checked(k=letters.COUNT)
def share(M, k, *, d, eta=None, note="none"):
    """Return what it got."""
    return M, k, d, eta, note


def test_the_body_gets_converted_letters_and_the_rest_as_it_is():
    for got in (share([1, 2], 3, d=4, note=[]), share(k=3, d=4, note=[], M=[1, 2])):
        M, k, d, eta, note = got
        assert M.dtype == d.dtype == np.float64
        assert (M.tolist(), k, float(d), eta, note) == ([1.0, 2.0], 3, 4.0, None, [])
        assert type(k) is int
    assert share([1], 1, d=1, eta=0.5)[3] == 0.5
    given = np.array([1.0, 2.0])
    assert share(given, 1, d=1)[0] is given  # float64 is not copied


def test_a_checked_function_looks_like_itself():
    assert share.__doc__ == "Return what it got."
    assert list(inspect.signature(share).parameters) == ["M", "k", "d", "eta", "note"]
    for function in functions().values():
        assert pickle.loads(pickle.dumps(function)) is function
        assert inspect.getdoc(function)


def test_the_first_bad_letter_of_the_signature_is_the_one_that_is_named():
    with pytest.raises(ValueError, match=r"^M must"):
        share(d=-1, k=-1, M=-1)
    with pytest.raises(ValueError, match=r"^k must be a whole number >= 1, but it is 1\.5\.$"):
        share([1], 1.5, d=0)


@pytest.mark.parametrize(
    "arguments",
    [((), {}), (([1],), {"d": 1}), (([1], 1, 1), {}), (([1], 1), {"d": 1, "M": [1]})],
)
def test_a_wrong_call_is_pythons_own_type_error(arguments):
    given, named = arguments
    with pytest.raises(TypeError, match="share"):
        share(*given, **named)


def test_an_exception_for_a_letter_that_is_not_taken_is_a_mistake():
    with pytest.raises(TypeError, match="does not take k, q"):
        checked(k=letters.COUNT, q=letters.MOMENTS)(lambda m: m)
