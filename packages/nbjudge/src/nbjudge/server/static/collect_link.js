/* formgrader's list of assignments: a link to the page that collects a zip file. */
"use strict";

(() => {
  const drawn = AssignmentUI.prototype.render;
  AssignmentUI.prototype.render = function () {
    drawn.call(this);
    const name = this.model.get("name");
    if (this.model.get("release_path")) {
      this.$collect.append(" ", $("<a/>", {
        href: `${base_url}/formgrader/zip_collect/${encodeURIComponent(name)}`,
        text: "zip",
        "aria-label": `Collect a zip file: ${name}`,
      }));
    }
  };
})();
