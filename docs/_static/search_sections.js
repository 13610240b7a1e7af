/* Search results lead to the section in which the words stand: Sphinx leads to the top of the page. */
"use strict";

(() => {
  const words = (text) => text.toLowerCase().match(/\w+/g) || [];
  const stems = (text) => words(text).map((word) => new Stemmer().stemWord(word));

  /* The innermost section that holds all words, the first of them in the page, if there is one. */
  function sectionOf(page, wanted) {
    const holds = (section) => {
      const there = new Set(stems(section.textContent));
      return wanted.every((stem) => there.has(stem));
    };
    let found = null;
    for (let inside = [...page.querySelectorAll("article section[id]")]; inside.length;) {
      const next = inside.find(holds);
      if (!next) break;
      found = next;
      inside = [...next.querySelectorAll("section[id]")];
    }
    return found;
  }

  async function lead(item, wanted) {
    const link = item.querySelector("a");
    if (!link || link.hash) return;  // a hit in a heading has its place
    // A page that was opened from disk cannot be fetched; its link stays as it is.
    const answer = await fetch(link.href).catch(() => null);
    if (!answer || !answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const section = sectionOf(page, wanted);
    if (!section || section.parentElement.closest("section") === null) return;
    const heading = section.querySelector("h1, h2, h3, h4").cloneNode(true);
    heading.querySelectorAll(".headerlink").forEach((mark) => mark.remove());
    link.hash = section.id;
    link.textContent += ` \u203a ${heading.textContent}`;
  }

  document.addEventListener("DOMContentLoaded", () => {
    const results = document.querySelector("#search-results");
    const wanted = stems(new URLSearchParams(location.search).get("q") || "");
    if (!results || !wanted.length) return;
    new MutationObserver((changes) => {
      for (const change of changes) {
        for (const added of change.addedNodes) {
          if (added.tagName === "LI") lead(added, wanted);
        }
      }
    }).observe(results, { childList: true, subtree: true });
  });
})();
