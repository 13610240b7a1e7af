/* formgrader's list of a notebook's submissions: which need attention, and why; and what grading
   has noted. Names stay hidden until they are asked for. */
"use strict";

(() => {
  let attention = {};
  let notes = {};

  const drawn = SubmittedNotebookUI.prototype.render;
  SubmittedNotebookUI.prototype.render = function () {
    drawn.call(this);
    const student = this.model.get("student");
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
