"""The start page: what the moments of the data promise, before anything is run."""

import streamlit as st

from pages.ui import appearance, controls, words
from pages.ui.figures.budgets import budgets_picture
from pages.ui.figures.promises import bounds_picture
from pages.ui.figures.ratios import ratios_picture
from pages.ui.figures.sampling import sampling_picture
from pages.ui.overview import Overview, overview
from pages.ui.shell import require_shell
from pages.ui.show import panel
from pages.ui.state import Settings

require_shell()


@st.cache_data(max_entries=64, show_spinner=False)
def numbers(settings: Settings) -> Overview:
    """Return the overview, computed once for equal settings."""
    return overview(settings)


look = numbers(controls.current())
labels = words.labels(look.settings.family)
mode = appearance.mode()

st.subheader("See how few attributes you need", anchor=False)
with st.container(horizontal=True):
    for card in words.cards(look):
        st.metric(card.label, card.value, help=card.help, border=True)
st.markdown(words.sentence(look))

known, uniform, online = labels["known"], labels["uniform"], labels["online"]
first, second = st.columns(2), st.columns(2)

with first[0]:
    panel(
        "Where the draws go",
        sampling_picture(
            {
                known.key: (known.name, look.q_optimal),
                uniform.key: (uniform.name, look.q_uniform),
            },
            mode=mode,
        ),
        key="sampling",
        below=words.sampling(look),
    )
with first[1]:
    panel(
        "What the theorems promise",
        bounds_picture(
            look.promises.attributes,
            {key: (words.name(key), curve) for key, curve in look.promises.curves.items()},
            chosen=look.promises.chosen,
            trivial=look.promises.trivial,
            mode=mode,
        ),
        key="bounds",
        below=words.bounds(look),
    )
with second[0]:
    panel(
        "How much the decay of the moments gives",
        ratios_picture(
            look.alphas,
            {"ridge": look.rho_ridge_by_alpha, "lasso": look.rho_lasso_by_alpha},
            alpha=look.settings.alpha,
            here={"ridge": look.rho_ridge, "lasso": look.rho_lasso},
            family=look.settings.family,
            mode=mode,
        ),
        key="ratios",
        below=words.ratios(look),
    )
with second[1]:
    panel(
        "Which budget is cheapest",
        budgets_picture(
            look.budgets,
            {
                known.key: (known.name, look.cost_known),
                uniform.key: (uniform.name, look.cost_uniform),
            },
            full=(online.key, online.name),
            chosen=look.settings.budget,
            best=(known.key, look.best_budget, look.best_cost),
            mode=mode,
        ),
        key="budgets",
        below=words.budgets(look),
    )
