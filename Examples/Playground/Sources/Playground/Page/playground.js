"use strict";
// Places the panels that the playground sends, and sends back the id of whatever is used. It knows no rule of any app.

const panels = new Map();
const open = { phone: null, tablet: null };
let socket = null;

const use = (id, value = "") => {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id, value }));
};

const apps = (device) => [...panels.values()].filter((panel) => panel.id.startsWith(device + "/") && !panel.id.endsWith("/kept"));

const drawDevice = (device) => {
  const section = document.getElementById(device);
  const all = apps(device);
  if (all.length === 0) return;
  open[device] = open[device] || all[0].id;
  const tabs = section.querySelector(".tabs");
  if (tabs.children.length !== all.length) {
    tabs.replaceChildren(...all.map((panel) => make("button", {
      type: "button", role: "tab", "data-tab": panel.id,
      onclick: () => { open[device] = panel.id; drawDevice(device); } }, panel.title)));
  }
  for (const tab of tabs.children) tab.setAttribute("aria-selected", String(tab.dataset.tab === open[device]));
  const screen = section.querySelector(".screen");
  screen.setAttribute("aria-label", panels.get(open[device]).title);
  fill(screen, panels.get(open[device]), false);
  fill(section.querySelector(".kept"), panels.get(device + "/kept"), true);
};

const show = (changed) => {
  for (const panel of changed) panels.set(panel.id, panel);
  const ids = changed.map((panel) => panel.id);
  for (const device of ["phone", "tablet"]) if (ids.some((id) => id.startsWith(device + "/"))) drawDevice(device);
  for (const id of ["switches", "server", "stories"]) {
    if (ids.includes(id)) fill(document.getElementById(id), panels.get(id), true);
  }
};

const connect = () => {
  socket = new WebSocket(`ws://${location.host}/socket`);
  const status = document.getElementById("connection");
  socket.onopen = () => { status.textContent = "Connected."; };
  socket.onmessage = (event) => show(JSON.parse(event.data));
  socket.onclose = () => {
    status.textContent = "The playground has ended. This page connects again when it is back.";
    setTimeout(connect, 2000);
  };
};

connect();
