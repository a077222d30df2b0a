"use strict";
// Steps through the turns of a review: by buttons, by the list, by the graph and by keys.
const turns = [...document.querySelectorAll(".r-turn")];
const items = [...document.querySelectorAll("li button")];
const graph = document.querySelector(".r-graph");
const cursor = document.querySelector(".r-cursor");
let current = 0;

function show(turn) {
  current = Math.max(0, Math.min(turns.length - 1, turn));
  turns.forEach((element, index) => { element.hidden = index !== current; });
  for (const item of items) {
    const chosen = Number(item.dataset.turn) === current;
    item.setAttribute("aria-current", String(chosen));
    if (chosen) reveal(item);
  }
  cursor.setAttribute("x1", current);
  cursor.setAttribute("x2", current);
  history.replaceState(null, "", "#" + current);
}

// Scrolls the list, and not the page, which would take the board out of sight on a small screen.
function reveal(item) {
  const list = item.closest("ol"), top = item.offsetTop, bottom = top + item.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

for (const item of items) item.addEventListener("click", () => show(Number(item.dataset.turn)));
for (const button of document.querySelectorAll(".r-keys button")) {
  button.addEventListener("click", () => {
    const step = button.dataset.step;
    show(step === "first" ? 0 : step === "last" ? turns.length : current + Number(step));
  });
}
graph.addEventListener("click", event => {
  const box = graph.getBoundingClientRect();
  show(Math.round((event.clientX - box.left) / box.width * (turns.length - 1)));
});
document.addEventListener("keydown", event => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const steps = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: turns.length };
  if (event.key in steps) {
    event.preventDefault();
    show(steps[event.key]);
  }
});
show(Number(location.hash.slice(1)) || 0);
