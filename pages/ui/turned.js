// What was turned to begins at its top: on a phone the buttons that turn are far below it. A scene of
// the story begins at its title, a lesson at the top of the page.
const HEAD = ".st-key-story h1";

function isSeen(title) {
  const { top, bottom } = title.getBoundingClientRect();
  const header = document.querySelector("[data-testid=stHeader]")?.getBoundingClientRect().bottom ?? 0;
  return top >= header && bottom <= window.innerHeight;
}

export default function ({ data }) {
  const before = window.aelrTurned;
  window.aelrTurned = data.to;
  if (before === undefined || before === data.to) return;
  setTimeout(() => { // after it is drawn
    const title = document.querySelector(HEAD);
    if (!title) document.querySelector("[data-testid=stMain]").scrollTo(0, 0);
    else if (!isSeen(title)) title.scrollIntoView({ block: "start" });
  }, 100);
}
