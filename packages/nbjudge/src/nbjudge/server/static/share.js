/* A person's share of the manual grading, as "2/4", or "" for everything. It stays in this browser. */
"use strict";

const nbjudgeShare = (() => {
  const KEY = "nbjudge-share";

  function read() {
    const share = localStorage.getItem(KEY) || "";
    return /^[1-9]\d?\/[1-9]\d?$/.test(share) ? share : "";
  }

  function write(share) {
    localStorage.setItem(KEY, share);
  }

  return { read, write };
})();
