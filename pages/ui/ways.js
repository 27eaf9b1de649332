// The first stop of the Tab key leads past the sidebar and the menu: to Run, or to the page. When
// Stop takes the place of Run, or Run that of Stop, it takes the focus too. And after a link within
// a page, to a figure or a chapter, Back leads to where the link was: a browser does that for
// windows, but here a part of the window scrolls.
const RUN = ":is(.st-key-run, .st-key-stop):not([data-retained]) button";
const FIRST = ":is(a, button, input, summary, [tabindex='0'])";
const SKIP = `position: fixed; z-index: 9999999; top: 0.5rem; left: 0.5rem; padding: 0.5rem 1rem;
  border-radius: 0.4rem; background: #1658B3; color: #FFFFFF;`;
const AWAY = "position: fixed; top: -10rem;";

const seen = (element) => element.getClientRects().length > 0;
const run = () => [...document.querySelectorAll(RUN)].find(seen);

function skipLink() {
  const link = document.createElement("a");
  link.href = "#";
  link.style.cssText = AWAY;
  link.addEventListener("focus", () => {
    link.textContent = run() ? `Skip to ${run().textContent}` : "Skip to the page";
    link.style.cssText = SKIP;
  });
  link.addEventListener("blur", () => (link.style.cssText = AWAY));
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const main = [...document.querySelectorAll(`[data-testid=stMain] ${FIRST}`)];
    (run() ?? main.find(seen))?.focus();
  });
  link.textContent = "Skip to the page";
  document.body.prepend(link);
}

function keepFocus() {
  let held = false;
  document.addEventListener("focusin", ({ target }) => (held = target.matches(RUN)));
  document.addEventListener("pointerdown", ({ target }) => (held &&= Boolean(target.closest(RUN))));
  new MutationObserver(() => {
    const now = document.activeElement;
    const lost = !now || now === document.body || now.closest("[data-retained]");
    if (held && lost) run()?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ["data-retained"] });
}

function leadBack() {
  const main = () => document.querySelector("[data-testid=stMain]");
  const left = new Map(); // by address, how far its page was scrolled
  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("a[href^='#']")) left.set(location.href, main().scrollTop);
  }, true);
  window.addEventListener("popstate", () => {
    const top = left.get(location.href);
    if (top !== undefined) setTimeout(() => main().scrollTo(0, top)); // after the browser's own
  });
}

export default function () {
  if (window.aelrWays) return; // once, however often the page is drawn
  window.aelrWays = true;
  skipLink();
  keepFocus();
  leadBack();
}
