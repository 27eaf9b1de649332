// After Next or Back the new scene begins at its title: on a phone the buttons are far below it.
const HEAD = ".st-key-story h1";

function isSeen(title) {
  const { top, bottom } = title.getBoundingClientRect();
  const header = document.querySelector("[data-testid=stHeader]")?.getBoundingClientRect().bottom ?? 0;
  return top >= header && bottom <= window.innerHeight;
}

export default function ({ data }) {
  const before = window.aelrScene;
  window.aelrScene = data.scene;
  if (before === undefined || before === data.scene) return;
  setTimeout(() => { // after the scene is drawn
    const title = document.querySelector(HEAD);
    if (title && !isSeen(title)) title.scrollIntoView({ block: "start" });
  }, 100);
}
