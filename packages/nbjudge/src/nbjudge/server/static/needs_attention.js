/* formgrader's list of a notebook's submissions: who needs a person, by name, and why;
   and what grading has noted. */
"use strict";

(() => {
  let attention = {};
  let notes = {};

  const drawn = SubmittedNotebookUI.prototype.render;
  SubmittedNotebookUI.prototype.render = function () {
    drawn.call(this);
    const student = this.model.get("student");
    if (attention[student]) {
      this.showName();
    }
    const said = [...attention[student] || [], ...notes[student] || []].join("; ");
    if (said) {
      this.$name.append($("<div/>").addClass("nbjudge-reasons").text(said));
    }
  };

  $(window).on("load", () => {
    const url = `${base_url}/formgrader/api/assignment/${assignment_id}/autograde`;
    // JupyterHub asks for the token in each request that is not a navigation, GET too.
    $.get({ url, headers: { "X-CSRFToken": getCookie("_xsrf") } }).done((answer) => {
      attention = answer.attention;
      notes = answer.notes;
      views.forEach((view) => view.render());
    });
  });
})();
