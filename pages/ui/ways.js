// The first stop of the Tab key leads past the sidebar and the menu: to Run, or to the page. When
// Stop takes the place of Run, or Run that of Stop, it takes the focus too. And after a link within
// a page, to a figure or a chapter, Back leads to where the link was: a browser does that for
// windows, but here a part of the window scrolls. On a phone the menu closes when a page of it is
// chosen, and when a run begins. On a projector the arrow keys go from picture to picture, and the first one is as high as
// what stands above it leaves; where the keys have another meaning (scenes, steps), they keep it.
const RUN = ":is(.st-key-run_here, .st-key-stop_here, .st-key-run, .st-key-stop):not([data-retained]) button";
const FIRST = ":is(a, button, input, summary, [tabindex='0'])";
const SKIP = `position: fixed; z-index: 9999999; top: 0.5rem; left: 0.5rem; padding: 0.5rem 1rem;
  border-radius: 0.4rem; background: #1658B3; color: #FFFFFF;`;
const AWAY = "position: fixed; top: -10rem;";

const seen = (element) => element.checkVisibility({ visibilityProperty: true });
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
  const pass = () => {
    const now = document.activeElement;
    const lost = !now || now === document.body || now.closest("[data-retained]");
    if (held && lost) run()?.focus({ preventScroll: true });
  };
  document.addEventListener("focusout", () => setTimeout(pass)); // the sidebar's Run only hides
  const watched = { childList: true, subtree: true, attributeFilter: ["data-retained"] };
  new MutationObserver(pass).observe(document.body, watched);
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

// Where the window is narrow, the menu is in the sidebar, which lies on the page. On a
// projector every page begins with the sidebar folded away.
function closeMenu() {
  document.addEventListener("click", ({ target }) => {
    const narrow = target.closest?.("[data-testid=stSidebarNavLink], .st-key-run_here button")
      && innerWidth <= 768;
    const top = target.closest?.("[data-testid=stTopNavLink]") && isProjected();
    if (!narrow && !top) return;
    document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click();
  });
}

const PICTURES = "[data-testid=stMain] [class*='st-key-panel-']:has(.aelr-chart-place)";
const OWN = "input, textarea, [role=slider], [role=radio], .js-plotly-plot";
const TURNED = ".st-key-story, .st-key-micro_t";

const root = document.documentElement;
const style = (name) => getComputedStyle(root).getPropertyValue(name);
const isProjected = () => Boolean(style("--aelr-projector"));

function fillProjector() {
  const main = () => document.querySelector("[data-testid=stMain]");
  const menu = () => parseFloat(style("--aelr-menu")) * parseFloat(style("font-size"));
  const all = () => [...document.querySelectorAll(PICTURES)].filter(seen);
  const projected = () => (isProjected() ? all() : []);

  const leaveRoom = () => {
    const [first] = projected();
    if (!first) return;
    if (!first.dataset.first) {
      for (const one of document.querySelectorAll("[data-first]")) delete one.dataset.first;
      first.dataset.first = "yes";
    }
    const above = Math.round(first.getBoundingClientRect().top + main().scrollTop);
    // far down on a page, it has to be scrolled to anyway
    const left = above < 0.6 * window.innerHeight ? above : menu();
    if (root.style.getPropertyValue("--aelr-above") !== `${left}px`) {
      root.style.setProperty("--aelr-above", `${left}px`);
    }
  };
  leaveRoom();
  window.addEventListener("resize", leaveRoom);
  const watched = { childList: true, subtree: true, characterData: true };
  new MutationObserver(leaveRoom).observe(document.body, watched);

  document.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || event.target.closest?.(OWN) || document.querySelector(TURNED)) return;
    const pictures = projected();
    if (!pictures.length) return;
    event.preventDefault();
    const top = menu() + 5;
    const current = pictures.findLastIndex((one) => one.getBoundingClientRect().top <= top);
    const next = Math.min(current + by, pictures.length - 1);
    for (const one of pictures) delete one.dataset.chosen;
    if (next < 0) return main().scrollTo(0, 0);
    pictures[next].dataset.chosen = "yes";
    pictures[next].style.scrollMarginTop = `${menu()}px`;
    pictures[next].scrollIntoView({ block: "start" });
  });
}

export default function () {
  if (window.aelrWays) return; // once, however often the page is drawn
  window.aelrWays = true;
  skipLink();
  keepFocus();
  leadBack();
  closeMenu();
  fillProjector();
}
