// The curves of a run that was computed before grow once more, from their own points. A click on the
// chart or Escape ends it, and so does a new picture; who wants no motion sees none.
const REPLAY_SECONDS = 1.6;

// A trace as far as x; a closed outline stays one, since its points are left out on both sides.
function upTo(trace, full, x) {
  if (!full.x?.length) return trace;
  const there = [...full.x.keys()].filter((i) => full.x[i] <= x);
  return { ...trace, x: there.map((i) => full.x[i]), y: there.map((i) => full.y[i]) };
}

// The axes are those of the whole picture, and names stay where its curves end.
function still(layout, full) {
  const axes = ["xaxis", "yaxis"].map((name) => [
    name,
    { ...layout[name], range: [...full[name].range], autorange: false },
  ]);
  const names = Object.keys(layout).filter((name) => /^legend\d*$/.test(name));
  const legends = names.map((name) => [name, { ...layout[name], y: full[name].y }]);
  const label = {
    text: "replay: click to skip",
    showarrow: false,
    xref: "paper",
    yref: "paper",
    x: 0.5,
    y: 1,
    yanchor: "top",
  };
  const annotations = [...(layout.annotations ?? []), label];
  return { ...layout, ...Object.fromEntries([...axes, ...legends]), annotations };
}

async function growAgain(Plotly, chart, whole) {
  const { element } = chart;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const traces = element._fullData.map(({ x, y }) => ({ x, y }));
  const last = Math.max(...traces.flatMap(({ x }) => [...(x ?? [])]).filter(Number.isFinite));
  const layout = still(whole.layout, element._fullLayout);
  const ended = new AbortController();
  const skip = (event) => (event.key ?? "Escape") === "Escape" && ended.abort();
  element.addEventListener("pointerdown", skip, { signal: ended.signal, capture: true });
  document.addEventListener("keydown", skip, { signal: ended.signal });
  const { named } = chart;
  chart.named = false;
  const began = performance.now();
  element.dataset.replay = "growing";
  let share = 0;
  while (share < 1 && !ended.signal.aborted && !chart.next) {
    const data = whole.data.map((trace, i) => upTo(trace, traces[i], share * last));
    await Plotly.react(element, { ...whole, data, layout });
    await new Promise(requestAnimationFrame);
    share = (performance.now() - began) / 1000 / REPLAY_SECONDS;
  }
  ended.abort();
  delete element.dataset.replay;
  chart.named = named;
  await Plotly.react(element, whole);
}
