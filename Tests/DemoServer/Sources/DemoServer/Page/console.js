"use strict";
// Asks for the panels twice a second, and sends the id of whatever is used.

const place = (panel) => {
  let section = document.getElementById(panel.id);
  if (!section) {
    section = make("section", { id: panel.id, "aria-label": panel.title });
    if (panel.id === "requests") section.className = "wide";
    document.querySelector("main").append(section);
  }
  return section;
};

const show = async () => {
  const status = document.getElementById("connection");
  try {
    const answer = await fetch("/panels");
    for (const panel of await answer.json()) fill(place(panel), panel, true);
    status.textContent = "Connected.";
  } catch {
    status.textContent = "The demo server has ended. This page connects again when it is back.";
  }
};

const use = async (id, value = "") => {
  await fetch("/use", { method: "POST", body: JSON.stringify({ id, value }) }).catch(() => {});
  await show();
};

show();
setInterval(show, 500);
