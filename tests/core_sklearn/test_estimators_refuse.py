"""What the estimators refuse, each in one sentence."""

import numpy as np
import pytest

from aelr_core.estimators import AttributeEfficientLasso, AttributeEfficientRidge

both = pytest.mark.parametrize("estimator", [AttributeEfficientRidge, AttributeEfficientLasso])


def problem() -> tuple[np.ndarray, np.ndarray]:
    X = np.random.default_rng(0).normal(size=(10, 3))
    return X, X @ [1.0, -1.0, 0.0]


@both
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"budget": 1}, "budget must be a whole number >= 2"),
        ({"budget": 2.5}, "budget must be a whole number >= 2"),
        ({"sampling": "optimal"}, "sampling must be one of 'adaptive', 'joint', 'two_phase'"),
        ({"sampling": "known"}, "moments must be given with sampling='known' or sampling='joint'"),
        ({"sampling": "joint"}, "moments must be given with sampling='known' or sampling='joint'"),
        ({"moments": [1, 1, 1]}, "moments must be given with sampling='known' or"),
        ({"sampling": "known", "moments": [1, 1]}, "moments must hold 3 numbers"),
        ({"sampling": "joint", "moments": [0, 0, 0]}, "moments must hold a number > 0"),
        ({"sampling": "joint", "moments": [1, -1, 1]}, "moments must be >= 0 everywhere"),
        ({"sampling": "joint", "moments": [1, 0, 1]}, "moments must be > 0 for every attribute"),
        ({"norm_bound": 0}, "norm_bound must be a finite number from 1e-60 to 1e.60"),
        ({"norm_bound": "cv"}, "norm_bound must be a finite number from 1e-60 to 1e.60"),
        ({"norm_bound": None}, "norm_bound must be a finite number from 1e-60 to 1e.60"),
        ({"step": -1.0}, "step must be a finite number from 1e-60 to 1e.60"),
        ({"step": "cv"}, "step must be one of 'auto', 'theory'"),
        ({"step": "theory"}, "step must be 'auto' or a number > 0 for Adaptive JAE"),
        ({"length": "long"}, "length must be one of 'plain', 'measured'"),
        ({"guarded": 2}, "guarded must be one of True, False"),
        ({"mode": "practice"}, "mode must be one of 'experiments', 'theory'"),
        ({"mode": "theory"}, "mode must be 'experiments' for Adaptive JAE"),
        ({"fit_intercept": "yes"}, "fit_intercept must be one of True, False"),
        ({"shuffle": 2}, "shuffle must be one of True, False"),
        ({"random_state": -1}, "random_state must be a whole number >= 0"),
    ],
)
def test_bad_options(estimator: type, options: dict[str, object], sentence: str) -> None:
    model = estimator(**options)
    for learn in (model.fit, getattr(model, "partial_fit", model.fit)):
        with pytest.raises(ValueError, match=f"^{sentence}") as refusal:
            learn(*problem())
        assert str(refusal.value).endswith(".")
        assert str(refusal.value).count("\n") == 0


@both
@pytest.mark.parametrize("sampling", ["two_phase", "uniform", "known"])
def test_the_paper_s_algorithms_have_no_streams(estimator: type, sampling: str) -> None:
    model = estimator(sampling=sampling)
    assert not hasattr(model, "partial_fit")
    with pytest.raises(AttributeError) as refusal:
        model.partial_fit(*problem())
    assert str(refusal.value.__cause__) == (
        f"partial_fit needs sampling='adaptive' or sampling='joint', but it is {sampling!r}."
    )


@both
def test_another_number_of_attributes(estimator: type) -> None:
    X, y = problem()
    model = estimator().partial_fit(X, y)
    with pytest.raises(ValueError, match=r"X has 2 features, but .* is expecting 3"):
        model.partial_fit(X[:, :2], y)


@both
@pytest.mark.parametrize("begin", ["fit", "partial_fit"])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("budget", 3),
        ("moments", [1, 1, 2]),
        ("fit_intercept", False),
        ("norm_bound", 1.0),
        ("step", 0.1),
        ("length", "plain"),
        ("guarded", False),
        ("random_state", 1),
        ("sampling", "adaptive"),
    ],
)
def test_a_stream_keeps_its_parameters(
    estimator: type, begin: str, name: str, value: object
) -> None:
    X, y = problem()
    usual = {"budget": 2, "sampling": "joint", "moments": [1, 1, 1], "random_state": 0}
    model = estimator(**usual)
    getattr(model, begin)(X, y)
    before, old = model.coef_.copy(), model.get_params()[name]
    model.set_params(**{name: value})
    with pytest.raises(ValueError, match=f"^{name} must stay as it was when learning began") as no:
        model.partial_fit(X, y)
    assert str(no.value).endswith(".")
    assert (model.coef_ == before).all()
    model.set_params(**{name: np.array(old) if name == "moments" else old}).partial_fit(X, y)
    assert model.n_examples_seen_ == 2 * len(y)
    if name != "sampling":  # the moments are for "joint"
        assert model.set_params(**{name: value}).fit(X, y).n_examples_seen_ == len(y)


@both
@pytest.mark.parametrize("scale", [1e-61, 1e61, 1e300])
def test_extremes(estimator: type, scale: float) -> None:
    X, y = np.eye(3), np.ones(3)
    with pytest.raises(ValueError, match=r"^X must be scaled"):
        estimator().fit(X * scale, y)
    with pytest.raises(ValueError, match=r"^y must be scaled"):
        estimator().fit(X, y * scale)
