// The arrow keys and the space bar press the microscope's buttons, unless a widget uses them.
const BUTTONS = { ArrowLeft: "micro_back", ArrowRight: "micro_step", " ": "micro_play" };

function onKey(event) {
  const button = document.querySelector(`.st-key-${BUTTONS[event.key]} button`);
  // a button that was clicked keeps the focus: the space bar is then its own, the arrows are not
  const fields = "input, textarea, select, [role=slider], [role=radio]";
  const own = event.target.closest?.(event.key === " " ? `${fields}, button, a` : fields);
  if (!button || own || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault(); // the space bar would scroll the page
  button.click();
}

export default function () {
  if (window.aelrKeys) return; // one listener, however often the page is drawn
  window.aelrKeys = true;
  document.addEventListener("keydown", onKey);
}
