"use strict";
// Sorts and searches the tables. The page is complete without it: it adds its own controls.
(() => {
  // Jupyter shows the page at the address of a server, which may have another port than the one that the links have.
  const { formgrader } = document.body.dataset;
  const [, server] = /^(https?:.*?)\/(?:files|view)\//.exec(location.href) ?? [];
  if (formgrader && server) {
    for (const link of document.querySelectorAll("a[href^=http]")) {
      link.href = link.href.replace(formgrader, `${server}/formgrader`);
    }
  }

  const tables = [...document.querySelectorAll("table.sortable")];

  const key = (row, column) => {
    const cell = row.cells[column];
    const text = (cell.dataset.sort ?? cell.textContent).trim();
    const number = Number.parseFloat(text);
    return { text, number };
  };

  const sort = (table, heading, column) => {
    const down = heading.getAttribute("aria-sort") === "ascending";
    for (const other of heading.parentNode.cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    const body = table.tBodies[0];
    const numeric = heading.classList.contains("number") || body.rows[0]?.cells[column].dataset.sort !== undefined;
    const keyed = [...body.rows].map((row) => ({ row, ...key(row, column) }));
    keyed.sort((a, b) => {
      if (!numeric) return (down ? -1 : 1) * a.text.localeCompare(b.text, undefined, { numeric: true });
      // What has no number comes last, whichever way.
      if (Number.isNaN(a.number) || Number.isNaN(b.number)) return Number.isNaN(a.number) - Number.isNaN(b.number);
      return (down ? -1 : 1) * (a.number - b.number);
    });
    body.append(...keyed.map(({ row }) => row));
  };

  for (const table of tables) {
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...[...heading.childNodes].filter((node) => node.nodeName !== "SMALL"));
      heading.prepend(button);
      button.addEventListener("click", () => sort(table, heading, column));
    });
  }

  if (tables.length === 0) return;
  const box = document.createElement("search");
  box.className = "search";
  const label = document.createElement("label");
  label.textContent = "Search the tables";
  label.htmlFor = "search";
  const input = document.createElement("input");
  input.type = "search";
  input.id = "search";
  const found = document.createElement("span");
  found.className = "quiet";
  found.setAttribute("role", "status");
  box.append(label, input, found);
  document.querySelector("main").before(box);

  const rows = tables.flatMap((table) => [...table.tBodies[0].rows]);
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
      if (!row.hidden) shown += 1;
    }
    // What the search has left empty only stands in the way.
    for (const table of tables) {
      const empty = wanted !== "" && [...table.tBodies[0].rows].every((row) => row.hidden);
      let part = table.closest(".wide");
      part.hidden = empty;
      while (part.previousElementSibling && part.tagName !== "H3" && part.previousElementSibling.matches("h3, p, .key")) {
        part = part.previousElementSibling;
        part.hidden = empty;
      }
    }
    for (const section of document.querySelectorAll("main > section")) {
      section.hidden = wanted !== "" && section.querySelector("table.sortable tbody tr:not([hidden])") === null;
    }
    found.textContent = wanted ? `${shown} of ${rows.length} rows` : "";
  });
})();
