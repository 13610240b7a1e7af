/* What Sphinx's pages lack for the keyboard and for screen readers. */
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  // Code or a table that scrolls sideways can be scrolled by keys only if it can have the focus.
  for (const block of document.querySelectorAll("pre, .table-wrapper")) {
    if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
  }
  // The captions of the side bar are headings without a level.
  for (const caption of document.querySelectorAll("[role=heading]:not([aria-level])")) {
    caption.setAttribute("aria-level", "2");
  }
});
