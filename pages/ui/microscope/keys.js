// The arrow keys and the space bar press the microscope's buttons, unless a widget uses them.
const BUTTONS = { ArrowLeft: "micro_back", ArrowRight: "micro_step", " ": "micro_play" };

function onKey(event) {
  const button = document.querySelector(`.st-key-${BUTTONS[event.key]} button`);
  const own = event.target.closest?.("input, textarea, select, button, a, [role=slider], [role=radio]");
  if (!button || own || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault(); // the space bar would scroll the page
  button.click();
}

export default function () {
  if (window.aelrKeys) return; // one listener, however often the page is drawn
  window.aelrKeys = true;
  document.addEventListener("keydown", onKey);
}
