/* formgrader's list of a notebook's submissions: which need attention for this notebook or as a
   whole, and why; and what grading has noted on it. A sentence can contain a student's own file name. It is shown with the names,
   and without them only what holds none. */
"use strict";

(() => {
  let attention = {};
  let anonymous = {};
  let notes = {};

  const drawn = SubmittedNotebookUI.prototype.render;
  SubmittedNotebookUI.prototype.render = function () {
    drawn.call(this);
    const student = this.model.get("student");
    const said = [...attention[student] || [], ...notes[student] || []].join("; ");
    const add = (when, text) =>
      this.$name.append($("<div/>").addClass(`nbjudge-reasons ${when}`).text(text));
    if (attention[student]) {
      const reasons = anonymous[student].join("; ");
      add("name-hidden", reasons
        ? `Needs attention. ${reasons[0].toUpperCase()}${reasons.slice(1)}. Show the name to read more.`
        : "Needs attention. Show the name to read why.");
    }
    if (said) {
      add("name-shown", said);
    }
  };

  $(window).on("load", () => {
    const url = `${base_url}/formgrader/api/assignment/${assignment_id}/autograde`;
    // JupyterHub asks for the token in each request that is not a navigation, GET too.
    const data = { notebook: notebook_id };
    $.get({ url, data, headers: { "X-CSRFToken": getCookie("_xsrf") } }).done((answer) => {
      attention = answer.attention;
      anonymous = answer.anonymous;
      notes = answer.notes;
      views.forEach((view) => view.render());
    });
  });
})();
