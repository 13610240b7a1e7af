/* formgrader's list of a notebook's submissions: who needs a person, by name, and why. */
"use strict";

(() => {
  let attention = {};

  const drawn = SubmittedNotebookUI.prototype.render;
  SubmittedNotebookUI.prototype.render = function () {
    drawn.call(this);
    const reasons = attention[this.model.get("student")];
    if (reasons) {
      this.showName();
      this.$name.append($("<div/>").addClass("nbjudge-reasons").text(reasons.join("; ")));
    }
  };

  $(window).on("load", () => {
    const url = `${base_url}/formgrader/api/assignment/${assignment_id}/autograde`;
    // JupyterHub asks for the token in each request that is not a navigation, GET too.
    $.get({ url, headers: { "X-CSRFToken": getCookie("_xsrf") } }).done((answer) => {
      attention = answer.attention;
      views.forEach((view) => view.render());
    });
  });
})();
