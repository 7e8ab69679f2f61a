"use strict";
// Draws panels. The script of a page says with `use(id, value)` what happens when an element is used.

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick" || name === "onchange") element[name] = value;
    else if (value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
};

const draw = {
  title: (node) => make("h2", {}, node.text),
  heading: (node) => make("h3", {}, node.text),
  text: (node) => make("p", { class: "text" }, node.text),
  notice: (node) => make("p", { class: "notice", role: "alert" }, node.text),
  button: (node) => make("button", { type: "button", "data-id": node.id, onclick: () => use(node.id) }, node.text),
  row: (node) => {
    const title = make("div", { class: "title" }, node.text);
    for (const mark of node.marks) title.append(make("span", { class: "mark" }, mark));
    const row = make("div", { class: "row", "data-row": node.id }, title);
    if (node.detail) row.append(make("div", { class: "detail" }, node.detail));
    for (const tap of node.taps) {
      row.append(make("button", { type: "button", "data-id": tap.id, "aria-label": tap.hint, onclick: () => use(tap.id) }, tap.label));
    }
    return row;
  },
  field: (node) => labelled(node, make("input", {
    type: "text", value: node.value, "data-id": node.id, onchange: (event) => use(node.id, event.target.value) })),
  secret: (node) => labelled(node, make("input", {
    type: "password", autocomplete: "off", "data-id": node.id, onchange: (event) => use(node.id, event.target.value) })),
  range: (node) => labelled(node, make("input", {
    type: "range", min: 0, max: 1, step: 0.001, value: node.value, "data-id": node.id,
    onchange: (event) => use(node.id, event.target.value) })),
  choice: (node) => {
    const select = make("select", { "data-id": node.id, onchange: (event) => use(node.id, event.target.value) });
    for (const option of node.options) select.append(make("option", { value: option.value }, option.label));
    select.value = node.value;
    return labelled(node, select);
  },
};

const labelled = (node, control) => make("label", {}, node.text, control);

// Shows the nodes in `place`. An element stays as long as its node is the same, so that an open menu or a half-typed word is left alone.
const fill = (place, panel, heading) => {
  const nodes = heading ? [{ kind: "title", id: "title", text: panel.title }, ...panel.nodes] : panel.nodes;
  nodes.forEach((node, index) => {
    const json = JSON.stringify(node);
    const old = place.children[index];
    if (old && old.node === json) return;
    const fresh = draw[node.kind](node);
    fresh.node = json;
    if (!old) { place.append(fresh); return; }
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    old.replaceWith(fresh);
    if (!focused) return;
    const again = [...fresh.querySelectorAll("[data-id]"), fresh].find((element) => element.dataset.id === focused.dataset.id);
    if (again) again.focus({ preventScroll: true });
  });
  while (place.children.length > nodes.length) place.lastElementChild.remove();
};
