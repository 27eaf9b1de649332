"""A visitor's own table: what it can gain, what to measure how often, a check, and a model."""

from functools import partial

import streamlit as st

from aelr_core.analysis.your_table import FEWEST_ROWS
from aelr_core.datasets import DatasetError
from aelr_core.letters import FAMILIES
from pages.ui import appearance
from pages.ui.figures.your_data import shopping_picture
from pages.ui.prose import in_markdown, text
from pages.ui.settings import sidebar
from pages.ui.shell import go, require_shell
from pages.ui.show import download, panel, side_by_side
from pages.ui.your_data import inbox, model, recommended, words
from pages.ui.your_data.controls import beside_the_list, choose_table, inlet
from pages.ui.your_data.numbers import DRAWS, as_csv, column_report, measuring_list, of_attributes

require_shell()

SHOWN = 20  # bars; the list below has all attributes
settings = sidebar.current()

st.title("Your own data", anchor=False)
st.markdown(text("your_data/purpose"))
inlet()
file = inbox.file()
if file is None:
    st.markdown(text("your_data/empty"))
    st.stop()

try:
    chosen = choose_table(file, settings)
    findings = inbox.findings_of(chosen)
except DatasetError as error:
    st.error(in_markdown(str(error)))
    st.button("Forget this table", key="table_forget", on_click=inbox.forget)
    st.stop()
family = chosen.family

left, right = st.columns([5, 1], vertical_alignment="center")
left.markdown(words.headline(findings))
right.button("Forget this table", key="table_forget", on_click=inbox.forget)
with st.container(horizontal=True):
    ridge, lasso = findings.known["ridge"], findings.known["lasso"]
    st.metric("Ridge ratio, $\\rho_\\text{ridge}$", f"{ridge.rho:.3g}", border=True)
    st.metric("Lasso ratio, $\\rho_\\text{lasso}$", f"{lasso.rho:.3g}", border=True)
    st.metric("Best k, $k^*$, ridge", ridge.k_star, border=True)
    st.metric("Best k, $k^*$, lasso", lasso.k_star, border=True)
    st.metric("Attributes, d", f"{findings.d:,}", border=True)

look = appearance.look(settings)
left, right = side_by_side(look) if look.projector else st.columns([2, 3])
with left, st.container(border=True, height="stretch"):
    st.markdown(f"{words.ratios(findings)} {words.second_thoughts(findings)}")
    if findings.gains not in (None, family):
        st.button(
            f"Switch to {findings.gains}",
            key="table_family",
            on_click=inbox.switch_family,
            args=(findings.gains,),
        )
    st.markdown(words.table(findings))
    st.caption(words.fine_print(findings))
    st.markdown("**Compare all algorithms** in the explorer, with the sidebar's budget:")
    with st.container(horizontal=True):
        for each in FAMILIES:
            if st.button(
                f"Run {each}",
                key=f"table_run_{each}",
                on_click=inbox.run,
                args=(inbox.to_run(chosen, each),),
            ):
                go("pages/explorer.py")
with right:
    first = findings.ranked(family)[:SHOWN]
    panel(
        f"Where the draws go, for {family}",
        shopping_picture(
            [findings.attributes[i] for i in first],
            findings.known[family].q[first],
            uniform=1 / findings.d,
            look=look,
        ),
        key="shopping",
        below=f"{words.bars_shown(len(first), findings.d, 'drawn')}{words.draws(findings, family)}",
    )

advice = recommended.recommended(findings, chosen)
to_run = recommended.to_run(chosen, advice)
ran = None
if findings.rows >= FEWEST_ROWS:
    st.header(f"Recommended: {words.named(advice.algorithm)}", anchor="recommended", divider="gray")
    recommended.draw(advice, to_run)
    ran = recommended.outcome_of(to_run, advice)
else:
    st.info(words.too_few(findings.rows))
if ran is not None:
    recommended.show(ran, advice, findings, appearance.look(settings))
    if (learnt := model.learnt(ran, advice.algorithm.key, to_run)) is not None:
        st.header("Take it along", anchor="model", divider="gray")
        model.show(learnt)

st.header(f"How often to measure, for {family}", anchor="list", divider="gray")
st.markdown(text("your_data/list_note"))
beside = beside_the_list(findings, ran, advice)
st.dataframe(
    measuring_list(findings, family, beside),
    hide_index=True,
    height=320,
    column_config={
        **of_attributes("draws", "uniform sampling", digits=1),
        "Share so far": st.column_config.ProgressColumn(
            format="percent", min_value=0.0, max_value=1.0, width=130
        ),
        "Second moment": st.column_config.NumberColumn(format="%.3g", width=118),
        "Learnt weight": st.column_config.NumberColumn(format="%.3g", width=104),
        "± over runs": st.column_config.NumberColumn(format="%.2g", width=90),
        "Price": st.column_config.NumberColumn(width=60),
        f"Cost of {DRAWS:,} draws": st.column_config.NumberColumn(
            "Cost", help=f"Cost of {DRAWS:,} draws.", format="%.2f", width=74
        ),
    },
    alt="Every attribute with its share of the draws, the most frequent first.",
)
download(
    "Download the list (CSV)",
    partial(as_csv, findings, family, beside),
    f"aelr-how-often-{family}.csv",
    key="table_download",
)

st.header("What happened to your columns", anchor="columns", divider="gray")
st.markdown("\n".join(f"- {in_markdown(step)}" for step in findings.steps))
st.dataframe(
    column_report(findings),
    hide_index=True,
    alt="Every column of the file: what it holds, and whether it was kept, encoded or left out.",
)
