"use strict";
const all = (selector) => [...document.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);
const filter = byId("filter");
const cases = all(".case");

function press(buttons, pressed) {
  buttons.forEach((button) => button.setAttribute("aria-pressed", String(button === pressed)));
}

function show() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const status = document.querySelector('[data-status][aria-pressed="true"]').dataset.status;
  let shown = 0;
  for (const element of cases) {
    const name = element.dataset.name.toLowerCase();
    const matches = words.every((word) => name.includes(word)) && (!status || element.dataset.status === status);
    element.hidden = !matches;
    shown += matches ? 1 : 0;
  }
  all(".suite").forEach((suite) => { suite.hidden = !suite.querySelector(".case:not([hidden])"); });
  byId("empty").hidden = shown > 0;
  byId("shown").textContent = `${shown} of ${cases.length} shown`;
}

const statuses = all("button[data-status]");
statuses.forEach((button) => button.addEventListener("click", () => { press(statuses, button); show(); }));
const views = all("button[data-view]");
views.forEach((button) => button.addEventListener("click", () => {
  press(views, button);
  byId("main").classList.toggle("split", button.dataset.view === "split");
  byId("main").classList.toggle("stacked", button.dataset.view === "stacked");
}));

byId("fold").addEventListener("click", () => {
  const open = all("details.case").some((element) => element.open);
  all("details.case").forEach((element) => { element.open = !open; });
  byId("fold").textContent = open ? "Unfold all" : "Fold all";
});

function theme(name) {
  document.documentElement.dataset.theme = name;
}
const dark = matchMedia("(prefers-color-scheme: dark)");
theme(dark.matches ? "dark" : "light");
dark.addEventListener("change", () => theme(dark.matches ? "dark" : "light"));
byId("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));

filter.addEventListener("input", show);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== filter) {
    event.preventDefault();
    filter.focus();
  } else if (event.key === "Escape" && document.activeElement === filter) {
    filter.value = "";
    show();
  }
});

function reveal() {
  const target = byId(decodeURIComponent(location.hash.slice(1)));
  if (!target || !target.classList.contains("case")) return;
  if (target.hidden) {
    filter.value = "";
    press(statuses, statuses[0]);
    show();
  }
  target.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", reveal);
show();
reveal();
