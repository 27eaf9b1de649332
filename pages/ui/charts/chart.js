// One Plotly chart on one DOM node. New data goes into the same node (Plotly.react), so zoom and
// legend choices survive and nothing blinks. The node is kept by the chart's key and put into
// whatever place Streamlit gives: sometimes it removes an element and mounts it again, for example
// when a visitor changes a widget while a fragment runs, or comes back to a page.

// One load for all charts of a page, unless its frame has named the script. The second try, one
// folder up, is for links that end in a slash. A failed load is forgotten, so that the next update
// tries again.
async function plotly(file) {
  if (window.Plotly) return window.Plotly;
  window.aelrPlotly ??= load(new URL(`app/static/${file}`, document.baseURI))
    .catch(() => load(new URL(`../app/static/${file}`, document.baseURI)))
    .catch((error) => {
      window.aelrPlotly = undefined;
      throw error;
    });
  return window.aelrPlotly;
}

function load(url) {
  return new Promise((loaded, failed) => {
    const script = document.createElement("script");
    script.src = url.href;
    script.onload = () => (window.Plotly ? loaded(window.Plotly) : failed(new Error(url.href)));
    script.onerror = () => failed(new Error(url.href));
    document.head.append(script);
  });
}

// The theme in use, as Streamlit puts it into CSS variables.
function themeOf(element) {
  const style = getComputedStyle(element);
  const value = (name) => style.getPropertyValue(`--st-${name}`).trim();
  return {
    text: value("text-color"),
    font: value("font"),
    line: value("border-color-light"),
    background: value("background-color"),
    accent: value("primary-color"),
  };
}

// What a curve saves may stand behind its name: "Chosen by size 3.6×".
const withSaving = (name, said) => name.replace(/ (≥ )?[\d.,]+×( more)?$/, "") + (said && ` ${said}`);

// At the end of a curve stands what its algorithm does, "Chosen by size"; the acronym, "Chosen by
// size (DDAERR)", is under the pointer. Each name is in one line (``curve_names.js``).
function shortenNames(data) {
  for (const trace of data) {
    const [, does, more] = /^(.*) \([^()]*\)(.*)$/.exec(trace.name ?? "") ?? [];
    if (does === undefined) continue;
    if (trace.hovertemplate) trace.hovertemplate += `<extra>${withSaving(trace.name, "")}</extra>`;
    trace.name = does + more;
  }
}

// The title of an axis is in two lines where it would leave the chart or, below the curves, reach the
// chart's buttons, in the corner. Both widths are in pixels, a letter's in sizes of the type.
const BUTTONS = 70;
const LETTER = 0.45;

function breakTitle(axis, room) {
  const { text = "", font } = axis?.title ?? {};
  const long = text.length * LETTER * (font?.size ?? 12) > room;
  if (!long || /[<$]/.test(text)) return;
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const off = (index) => Math.abs(index - text.length / 2);
  const middle = spaces.sort((a, b) => off(a) - off(b))[0];
  if (middle) axis.title.text = `${text.slice(0, middle)}<br>${text.slice(middle + 1)}`;
}

// The figure in the theme's font, grid and background, unless it sets its own.
function dressed(json, theme, height, chart) {
  const { data, layout = {}, frames = [] } = JSON.parse(json);
  const beside = layout.meta?.legend === "beside";
  if (beside) shortenNames(data);
  // beside the curves of a phone they would take half of it: there they stand above, in two columns
  chart.named = beside && !matchMedia("(max-width: 640px)").matches;
  if (chart.named) nameAtEnds(data, layout, chart.places);
  const seen = {};
  for (const trace of data) {
    // A curve keeps its identity, and so its legend choice, when another one appears before it.
    // Letters and digits only: Plotly makes CSS selectors of it.
    const name = [trace.name, trace.legendgroup, trace.fill].join(" ");
    seen[name] = (seen[name] ?? 0) + 1;
    trace.uid ??= [...`${name} ${seen[name]}`].map((letter) => letter.codePointAt(0)).join("-");
  }
  const titles = [layout.xaxis, layout.yaxis].map((axis) => axis?.title?.text).join();
  // names at the ends of curves leave less room
  const room = chart.element.clientWidth - (chart.named ? 9 * (layout.font?.size ?? 12) : 0);
  breakTitle(layout.xaxis, room - 2 * BUTTONS);
  breakTitle(layout.yaxis, height - BUTTONS);
  for (const axis of ["xaxis", "yaxis"]) {
    layout[axis] = { gridcolor: theme.line, zerolinecolor: theme.line, ...layout[axis] };
  }
  const see_through = "rgba(0,0,0,0)";
  return {
    data,
    frames, // of a film; without any, Plotly forgets those of the figure before
    layout: {
      uirevision: titles, // zoom stays
      paper_bgcolor: theme.background, // a saved picture has it too
      plot_bgcolor: see_through,
      // a finger that moves over a chart scrolls the page
      dragmode: matchMedia("(hover: none)").matches ? false : "zoom",
      ...layout,
      autosize: true,
      height,
      font: { color: theme.text, family: theme.font, size: 12, ...layout.font },
      hoverlabel: {
        bgcolor: theme.background,
        bordercolor: theme.line,
        namelength: -1,
        ...layout.hoverlabel,
        font: { color: theme.text, family: theme.font, ...layout.hoverlabel?.font },
      },
      modebar: { bgcolor: theme.background, color: theme.text, activecolor: theme.accent },
    },
  };
}

// The box under the pointer stands to the right of it while the chart has room there, on a legend
// beside the curves if need be. Then it belongs to the left. Plotly draws it whenever the pointer
// moves, but reports only other points.
function keepOffLegend(element) {
  const layer = element.querySelector(".hoverlayer");
  new MutationObserver(() => {
    const box = layer.querySelector(".legend");
    const line = layer.querySelector(".spikeline");
    const legend = element.querySelector(".infolayer [class^=legend]");
    if (!box || !line || !legend) return;
    const [covering, covered] = [box, legend].map((one) => one.getBoundingClientRect());
    const beside = covered.left > line.getBoundingClientRect().right;
    if (!beside || covering.right <= covered.left) return;
    const [, x, y] = /translate\(([-\d.]+),\s*([-\d.]+)\)/.exec(box.getAttribute("transform")) ?? [];
    const at = Number(line.getAttribute("x1"));
    const left = at - covering.width - Math.max(0, x - at);
    if (left >= 0) box.setAttribute("transform", `translate(${left},${y})`);
  }).observe(layer, { childList: true, subtree: true, attributeFilter: ["transform"] });
}

// Plotly's own button saves a PNG; this one saves an SVG, which can be enlarged without loss. Call
// it once per chart: if its config held a new function, Plotly would build the chart again.
function withSvg(Plotly, config, name) {
  const svg = {
    name: "svg",
    title: "Download as SVG",
    icon: Plotly.Icons.disk,
    click: (chart) => Plotly.downloadImage(chart, { format: "svg", filename: name }),
  };
  const png = { format: "png", scale: 2, filename: name };
  return { ...JSON.parse(config), toImageButtonOptions: png, modeBarButtonsToAdd: [svg] };
}

// Charts that appear together are built one after the other, in the order of the page, and each is
// painted before the next is built.
const turns = (window.aelrTurns ??= { waiting: [], busy: false });

function turn(element) {
  return new Promise((go) => {
    turns.waiting.push({ element, go });
    if (!turns.busy) next();
  });
}

function next() {
  turns.busy = turns.waiting.length > 0;
  if (!turns.busy) return;
  requestAnimationFrame(() => setTimeout(() => {
    const before = (a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
    turns.waiting.sort((a, b) => (before(a.element, b.element) ? -1 : 1));
    turns.waiting.shift().go();
    next();
  }));
}

const charts = (window.aelrCharts ??= new Map());

function newChart() {
  const element = document.createElement("div");
  element.className = "aelr-chart";
  element.setAttribute("role", "figure");
  const chart = { element, frames: 0, next: null, drawing: false, apart: namesApart, withSaving };
  chart.again = () => {
    chart.next ??= chart.last;
    chart.drawn = null;
    return draw(chart);
  };
  let size = "";
  new ResizeObserver(() => {
    if (!element.clientWidth) return;
    const now = `${element.clientWidth} ${element.clientHeight}`;
    if (now !== size && chart.frames) {
      // a legend may have to move
      chart.again().then(() => window.Plotly.Plots.resize(element));
    }
    size = now;
  }).observe(element);
  return chart;
}

// A finger's tap is two clicks on a mark: Plotly's own, and that of the mouse the browser imitates.
const ONE_TAP = 500; // milliseconds

// Draw the newest frame until there is no newer one: a slow browser skips frames, never queues.
async function draw(chart) {
  if (chart.drawing) return;
  chart.drawing = true;
  try {
    while (chart.next) {
      const Plotly = await plotly(chart.next.file);
      if (!chart.frames) {
        await turn(chart.element);
        // legends are laid out once, in their font; those of formulas may still be on their way. A
        // font that cannot be fetched is no reason to draw nothing.
        await document.fonts.load(`1em ${themeOf(chart.element).font || "sans-serif"}`).catch(() => {});
      }
      const { figure, config, key, replay } = (chart.last = chart.next);
      chart.next = null;
      const height = chart.element.clientHeight || chart.last.height; // on a projector it fills a window
      const theme = themeOf(chart.element);
      const drawn = [figure, height, replay, ...Object.values(theme)].join("\n");
      if (drawn === chart.drawn) continue; // the page was run again, but not for this picture
      chart.drawn = drawn;
      chart.config ??= withSvg(Plotly, config, `aelr-${key}`);
      const whole = { ...dressed(figure, theme, height, chart), config: chart.config };
      await Plotly.react(chart.element, whole);
      if (!chart.frames) {
        chart.element.on("plotly_afterplot", () => {
          if (chart.named) chart.places = settleNames(Plotly, chart.element);
        });
        keepOffLegend(chart.element);
        let last = {};
        chart.element.on("plotly_click", ({ points }) => {
          const now = { mark: points[0]?.customdata ?? null, at: performance.now() };
          const again = `${now.mark}` === `${last.mark}` && now.at - last.at < ONE_TAP;
          if (!again) chart.click(now.mark);
          last = now;
        });
      }
      if (chart.named) chart.places = settleNames(Plotly, chart.element);
      chart.element.dataset.frames = ++chart.frames;
      if (replay && replay !== chart.replayed) {
        chart.replayed = replay;
        await growAgain(Plotly, chart, whole);
      }
      chart.element.dispatchEvent(new CustomEvent("aelr-drawn", { bubbles: true }));
    }
  } catch (error) {
    chart.next = chart.drawn = null;
    if (!chart.frames) chart.element.textContent = "This chart could not be drawn: reload the page.";
    console.error(error);
  } finally {
    chart.drawing = false;
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  if (!charts.has(data.key)) charts.set(data.key, newChart());
  const chart = charts.get(data.key);
  const place = parentElement.querySelector(".aelr-chart-place");
  if (chart.element.parentElement !== place) place.replaceChildren(chart.element);
  chart.element.style.height = `${data.height}px`;
  chart.element.setAttribute("aria-label", data.alt);
  chart.click = (mark) => {
    if (!data.clicks || !mark) return;
    setTriggerValue("clicked", mark);
    // what was chosen, if it is below the fold
    const chosen = document.querySelector(`.st-key-${data.leads}`);
    if (data.leads) chosen?.scrollIntoView({ behavior: "smooth", block: "nearest" });
  };
  chart.next = data;
  draw(chart);
}
