// The pictures follow the slider of α while it is dragged. Streamlit sends a slider's value on
// release only, but its thumb tells it at every step. The numbers of all stops are here already
// (follow.py); they are drawn straight into the pictures' paths, which takes a millisecond where
// Plotly needs fifty. After the release the server's pictures take their place.
//
// React owns the words of the page, so no element of it is replaced: a card's text is changed in
// place, to what the server will say as well, and a caption is covered by an attribute's text.

const SLIDER = ".st-key-alpha input[type=range]";
const state = (window.aelrFollow ??= { stops: null, shown: null, moving: false, pressed: false });

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(plain).json();
}

function valueOf(slider) {
  return Number(slider.getAttribute("aria-valuetext").replace("−", "-"));
}

// The number of the slider's stop; -1 where it stands between two.
function stopOf(slider) {
  return state.stops.stops.findIndex((alpha) => Math.abs(alpha - valueOf(slider)) < 1e-6);
}

// Where numbers are in the picture, in pixels; a number without a place is at the lower end.
function scale(axis, down) {
  const [from, to] = axis.range;
  const log = axis.type === "log";
  return (value) => {
    const at = log ? Math.log10(value) : value;
    const share = value === null || !Number.isFinite(at) ? (log ? -1 : null) : (at - from) / (to - from);
    return share === null ? null : axis._length * (down ? 1 - share : share);
  };
}

function path(xs, ys, x, y) {
  const points = xs.map((value, n) => [x(value), y(ys[n])]).filter(([a, b]) => a !== null && b !== null);
  return points.length ? `M${points.map((one) => one.map((at) => at.toFixed(1)).join(",")).join("L")}` : "M0,0";
}

function cover(element, words) {
  if (!element) return;
  if (words === null) element.removeAttribute("data-says");
  else if (element.getAttribute("data-says") !== words) element.setAttribute("data-says", words);
}

function see(element, there) {
  const now = there ? "" : "hidden";
  if (element.style.visibility !== now) element.style.visibility = now;
}

// Draw one trace at a stop. A list of x for each stop moves points, one list for all a line.
function drawTrace(group, trace, stop, axes) {
  const [x, y] = axes;
  const xs = Array.isArray(trace.x[0]) ? trace.x[stop] : trace.x;
  if (trace.low) {
    const there = [...trace.high[stop], ...trace.low[stop].toReversed()];
    const outline = path([...xs, ...xs.toReversed()], there, x, y);
    for (const one of group.querySelectorAll("path.js-fill")) one.setAttribute("d", `${outline}Z`);
    return;
  }
  for (const line of group.querySelectorAll("path.js-line")) {
    line.setAttribute("d", path(xs, trace.y[stop], x, y));
  }
  group.querySelectorAll("path.point").forEach((point, n) => {
    const value = trace.y[stop][n];
    const there = n < xs.length && value !== undefined && value !== null;
    see(point, there);
    if (there) point.setAttribute("transform", `translate(${x(xs[n])},${y(value)})`);
  });
}

// The curves must stay inside: where they would leave the picture, or fill only a part of it, its
// y-axis moves once, and not with every stop. A visitor's own zoom stays.
function makeRoom(chart, picture, stop) {
  const { _fullLayout: layout } = chart;
  const axis = layout.yaxis;
  const zoomed = Object.keys(layout._preGUI ?? {}).some((name) => name.startsWith("yaxis"));
  if (axis.type !== "log" || zoomed || !picture.room) return;
  const levels = Object.values(picture.traces).flatMap((one) => (one.y ? one.y[stop] : []));
  const logs = levels.filter((value) => value > 0).map(Math.log10);
  const [low, high] = [Math.min(...logs), Math.max(...logs)];
  const [from, to] = axis.range;
  const fits = low >= from && high <= to;
  if (fits && high - low > 0.35 * (to - from)) return;
  const space = Math.max(high - low, 0.3);
  window.Plotly.relayout(chart, { "yaxis.range": [low - 0.25 * space, high + 0.12 * space] });
}

// Move the first horizontal line.
function moveLevel(chart, level, y) {
  const [line] = chart._fullLayout.shapes;
  const element = chart.querySelector('.shapelayer path[data-index="0"]');
  if (!element || level === undefined || level === null || line.xref !== "x domain") return;
  element.style.transform = `translateY(${y(level) - y(line.y0)}px)`;
}

// The names at the ends of curves (curve_names.js) go along; those of what is hidden are hidden too.
// `ends` has the pixels by uid.
function moveNames(key, picture, ends, level) {
  const { element: chart, named, apart } = window.aelrCharts.get(key);
  if (!named) return;
  const { _fullData: data, _fullLayout: layout } = chart;
  const names = data.filter((trace) => trace.showlegend)
    .map(({ uid, legend }) => ({ legend, at: ends[uid], kept: isKept(picture, uid) }));
  if (layout.shapes[0]?.showlegend) names.push({ legend: layout.shapes[0].legend, at: level });
  const place = ({ legend }) => (1 - layout[legend].y) * layout.yaxis._length;
  for (const one of names) {
    const group = chart.querySelector(`.infolayer > .${one.legend}`);
    one.before = place(one);
    if (one.at === undefined && one.kept) one.at = one.before;
    if (group) see(group, one.at !== undefined);
  }
  const there = names.filter((one) => one.at !== undefined);
  for (const { legend, at, before } of apart(there, layout.font.size, layout.yaxis._length)) {
    const group = chart.querySelector(`.infolayer > .${legend}`);
    const [, x, y] = /translate\(([-\d.]+),\s*([-\d.]+)\)/.exec(group?.getAttribute("transform")) ?? [];
    if (y !== undefined) group.style.transform = `translate(${x}px, ${Number(y) + at - before}px)`;
  }
}

// What stands behind the names, as long as they have no formulas: the server writes them again.
function writeNames(key, said) {
  const { element: chart, withSaving } = window.aelrCharts.get(key);
  for (const name of chart.querySelectorAll(".infolayer .traces")) {
    const text = name.querySelector("text");
    const uid = name.__data__?.[0]?.trace?.uid;
    if (text && uid) text.textContent = withSaving(text.textContent, said[uid] ?? "");
  }
}

const isKept = (picture, uid) => picture.keeps.some((start) => uid?.startsWith(start));

function drawPicture(key, stop) {
  const chart = window.aelrCharts?.get(key)?.element;
  const picture = state.stops.pictures[key];
  if (!chart?.isConnected || !chart._fullLayout?.yaxis) return;
  // curves that no stored run can replace are those of the stop before
  if (!picture) return void (chart.dataset.pale = "");
  makeRoom(chart, picture, stop);
  const { xaxis, yaxis } = chart._fullLayout;
  const axes = [scale(xaxis, false), scale(yaxis, true)];
  const ends = {};
  for (const group of chart.querySelectorAll(".scatterlayer .trace")) {
    const uid = [...group.classList].map((name) => /^trace(.+)$/.exec(name)?.[1]).find(Boolean);
    const trace = picture.traces[uid];
    see(group, trace || isKept(picture, uid));
    if (trace) drawTrace(group, trace, stop, axes);
    const last = trace?.y?.[stop].at(-1);
    if (last !== undefined && last !== null) ends[uid] = axes[1](last);
  }
  const level = picture.level[stop];
  moveNames(key, picture, ends, level ? axes[1](level) : undefined);
  if (picture.said) writeNames(key, picture.said[stop]);
  moveLevel(chart, level, axes[1]);
  for (const note of chart.querySelectorAll(".annotation")) see(note, false);
  cover(document.querySelector(`.st-key-picture-${key} [data-testid=stCaptionContainer]`), picture.captions[stop]);
  chart.dataset.moved = Number(chart.dataset.moved ?? 0) + 1;
}

function drawCards(stop) {
  document.querySelectorAll(".st-key-cards [data-testid=stMetricValue]").forEach((card, n) => {
    const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    for (const words of state.stops.cards[stop][n]) {
      const text = texts.nextNode();
      if (text && text.nodeValue !== words) text.nodeValue = words;
    }
  });
}

const KEYS = ["ratios", "sampling", "bounds", "learning"];

function clear(chart) {
  delete chart.dataset.pale;
  for (const one of chart.querySelectorAll("[style]")) {
    if (one.matches(".trace, .point, .shapelayer path, .annotation, .infolayer > g")) {
      one.style.visibility = one.style.transform = "";
    }
  }
}

// The server's pictures are on the screen, or will be drawn again.
function end(again) {
  state.moving = false;
  delete document.body.dataset.moving;
  for (const key of KEYS) {
    const chart = window.aelrCharts?.get(key);
    if (!chart) continue;
    clear(chart.element);
    cover(document.querySelector(`.st-key-picture-${key} [data-testid=stCaptionContainer]`), null);
    if (again) chart.again?.();
  }
}

let waiting = false;

function onStep() {
  if (!state.stops || waiting || !document.querySelector(".st-key-follow")) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    const slider = document.querySelector(SLIDER);
    // when a button or a link moves the slider, the server's numbers come with it
    if (!slider || !(state.pressed || slider === document.activeElement)) return;
    const stop = stopOf(slider);
    if (stop < 0) return;
    const back = Math.abs(valueOf(slider) - state.shown) < 1e-6;
    if (back && !state.moving) return;
    // styles are computed again for all that may depend on what is written, so only once
    if (!state.moving) document.body.dataset.moving = "";
    state.moving = true;
    drawCards(stop);
    if (back) return end(true);
    for (const key of KEYS) drawPicture(key, stop);
  });
}

function listen() {
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target.matches(SLIDER))) onStep();
  }).observe(document.body, { subtree: true, attributeFilter: ["aria-valuetext"] });
  const near = (event) => event.target.closest?.(".st-key-alpha");
  for (const kind of ["pointerover", "pointerdown", "focusin"]) {
    document.addEventListener(kind, (event) => near(event) && state.ask?.());
  }
  document.addEventListener("pointerdown", (event) => { state.pressed = Boolean(near(event)); }, true);
  for (const kind of ["pointerup", "pointercancel"]) {
    document.addEventListener(kind, () => { state.pressed = false; }, true);
  }
  // a picture that the server has drawn is the truth, unless the finger is elsewhere by now
  document.addEventListener("aelr-drawn", ({ target }) => {
    if (!state.moving) return;
    clear(target);
    if (state.pressed) onStep();
  });
}

export default function ({ data, setStateValue }) {
  if (!state.listening) {
    state.listening = true;
    listen();
  }
  if ("alpha" in data) {
    state.shown = data.alpha;
    if (!state.moving || state.pressed) return;
    const slider = document.querySelector(SLIDER);
    // an answer to an earlier key: the server will draw the slider's own place as well
    if (slider === document.activeElement && Math.abs(valueOf(slider) - data.alpha) > 1e-6) onStep();
    else end(false);
    return;
  }
  if (data.wish) {
    let asked = false;
    state.ask = () => {
      if (!asked) setStateValue("wanted", true);
      asked = true;
    };
  } else if (!data.stops) {
    state.stops = null;
  } else if (data.stops !== state.text) {
    state.text = data.stops;
    unpacked(data.stops).then((stops) => {
      state.stops = stops;
      onStep();
    });
  }
}
