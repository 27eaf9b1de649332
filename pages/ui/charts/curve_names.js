// Names at the ends of curves: every curve has a legend of its own, beside the place where the curve
// ends; a click still hides it, and a saved picture has it too.

const BESIDE = { orientation: "v", xanchor: "left", yanchor: "middle", bgcolor: "rgba(0,0,0,0)" };
const ROW = 1.4; // heights of a letter between two names
const NEAR = 1; // pixels by which a name may miss its place

// Give every named curve, and every named line, a legend of its own. `places` are those of the
// picture before, so that names do not jump while curves grow.
function nameAtEnds(data, layout, places) {
  const base = { ...layout.legend, ...BESIDE, x: 1.01 };
  const lines = layout.shapes ?? [];
  const named = [...data, ...lines].filter((one) => one.name && one.showlegend !== false
    && (one.type !== "line" || one.showlegend));
  const legends = {};
  named.forEach((one, n) => {
    one.legend = n ? `legend${n + 1}` : "legend";
    one.showlegend = true;
    if (one.legendgroup) legends[one.legendgroup] = one.legend;
    layout[one.legend] = { ...base, y: places?.[one.name] ?? 1 - (n + 0.5) / named.length };
  });
  for (const trace of data) trace.legend ??= legends[trace.legendgroup] ?? "legend";
  layout.showlegend = true;
}

// Where each name belongs: by its name, the pixels from the top of the picture.
function endsOf(chart) {
  const { xaxis, yaxis, shapes = [] } = chart._fullLayout;
  const seen = (p, axis) => p >= -NEAR && p <= axis._length + NEAR;
  const names = [];
  for (const trace of chart._fullData) {
    if (!trace.showlegend) continue;
    let end = null;
    for (let n = (trace.y?.length ?? 0) - 1; n >= 0 && end === null; n--) {
      const [x, y] = [xaxis.d2p(trace.x[n]), yaxis.d2p(trace.y[n])];
      if (Number.isFinite(y) && seen(x, xaxis)) end = y;
    }
    names.push({ name: trace.name, legend: trace.legend, at: end ?? yaxis._length });
  }
  for (const line of shapes) {
    if (line.showlegend) names.push({ name: line.name, legend: line.legend, at: yaxis.d2p(line.y0) });
  }
  return names;
}

// Keep names apart and inside the picture, each as near to its place as the others allow.
function apart(names, height, length) {
  names.sort((a, b) => a.at - b.at);
  const row = Math.min(height, length / Math.max(names.length, 1));
  let least = row / 2;
  for (const one of names) {
    one.at = Math.max(Math.min(one.at, length), least);
    least = one.at + row;
  }
  let most = length - row / 2;
  for (const one of names.toReversed()) {
    one.at = Math.min(one.at, most);
    most = one.at - row;
  }
  return names;
}

// The same in rows of letters of a size, in pixels.
const namesApart = (names, size, length) => apart(names, ROW * size, length);

// After every drawing: put the names where the curves now end. Returns the places, by name.
function settleNames(Plotly, chart) {
  const layout = chart._fullLayout;
  const length = layout.yaxis._length;
  const places = {};
  const moved = {};
  for (const { name, legend, at } of namesApart(endsOf(chart), layout.font.size, length)) {
    places[name] = 1 - at / length;
    if (Math.abs(layout[legend].y - places[name]) * length > NEAR) moved[`${legend}.y`] = places[name];
  }
  if (Object.keys(moved).length) Plotly.relayout(chart, moved);
  return places;
}
