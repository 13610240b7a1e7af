/* What a screen reader needs and nbgrader's pages lack: a language, lists whose items are items, and
   a name for links and headings that only have an icon. */
"use strict";

(() => {
  document.documentElement.lang = "en";
  document.querySelectorAll(".nav > li[role=presentation]").forEach((item) =>
    item.removeAttribute("role"));
  /* These are buttons that fold a text, and no tabs. */
  for (const part of document.querySelectorAll(".panel-group, .panel-group [role^=tab]")) {
    part.removeAttribute("role");
    part.removeAttribute("aria-multiselectable");
  }
  /* The breadcrumbs are a list in a list, without an item between them. */
  document.querySelectorAll("ul.nav > ul.breadcrumb").forEach((list) =>
    list.parentNode.setAttribute("role", "none"));

  function label() {
    for (const heading of document.querySelectorAll("thead th")) {
      if (!heading.textContent.trim()) {
        $(heading).append($("<span/>", { class: "sr-only", text: "Show" }));
      }
    }
    for (const link of document.querySelectorAll("#main-table td > a:not([aria-label])")) {
      if (!link.textContent.trim()) {
        const cell = link.parentNode;
        const [first] = cell.parentNode.cells;
        const heading = cell.closest("table").tHead.rows[0].cells[cell.cellIndex];
        link.setAttribute("aria-label",
          `${heading.textContent.trim()}: ${first.textContent.trim()}`);
      }
    }
  }

  const table = document.getElementById("main-table");
  if (table) {
    /* nbgrader draws the rows once it has them, and again. */
    new MutationObserver(label).observe(table, { childList: true, subtree: true });
    label();
  }
})();
