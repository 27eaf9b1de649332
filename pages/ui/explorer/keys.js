// On a wall the arrow keys go from picture to picture; before the first one is the top of the page.
const HEADER = 80; // pixels, which the menu covers

function onKey(event) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const own = event.target.closest?.("input, textarea, [role=slider], [role=radio], .js-plotly-plot");
  const pictures = [...document.querySelectorAll('.st-key-explorer [class*="st-key-panel-"]')];
  if (!by || own || !pictures.length || !document.querySelector(".st-key-wall")) return;
  event.preventDefault();
  const here = pictures.findLastIndex((one) => one.getBoundingClientRect().top <= HEADER + 5);
  const next = Math.min(here + by, pictures.length - 1);
  if (next < 0) return document.querySelector('[data-testid="stMain"]').scrollTo(0, 0);
  pictures[next].style.scrollMarginTop = `${HEADER}px`;
  pictures[next].scrollIntoView({ block: "start" });
}

export default function () {
  if (window.aelrWall) return; // one listener, however often the page is drawn
  window.aelrWall = true;
  document.addEventListener("keydown", onKey);
}
