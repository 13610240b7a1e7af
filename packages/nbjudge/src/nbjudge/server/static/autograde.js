/* formgrader's table of submissions: what needs attention, and one button for all. */
"use strict";

(() => {
  const address = () => `${base_url}/formgrader/api/assignment/${assignment_id}/autograde`;
  let attention = {};
  let notes = {};

  /* nbgrader draws a row; what needs attention is said in it. */
  const drawn = SubmissionUI.prototype.render;
  SubmissionUI.prototype.render = function () {
    drawn.call(this);
    const student = this.model.get("student");
    if (attention[student]) {
      this.$status.append($("<span/>").addClass("label label-danger nbjudge-attention")
        .text("needs attention"));
    }
    const said = [...attention[student] || [], ...notes[student] || []].join("; ");
    if (said) {
      this.$status.append($("<div/>").addClass("nbjudge-reasons").text(said));
    }
  };

  SubmissionUI.prototype.autograde_success = function (response) {
    const answer = JSON.parse(response);
    const student = this.model.get("student");
    if (answer.success && answer.attention.length) {
      attention[student] = answer.attention;
      createLogModal("success-modal", "Graded, but needs attention",
        `The submission of '${student}' was graded but needs attention:`, answer.log);
    } else if (answer.success) {
      delete attention[student];
      createLogModal("success-modal", "Graded", `The submission of '${student}' was graded.`);
    } else {
      createModal("error-modal", "Not graded", $("<div/>")
        .append($("<p/>").text("Nothing was changed. The reason:"))
        .append($("<pre/>").text(answer.error)));
    }
    this.model.fetch();
  };

  function say(text) {
    $("#nbjudge-progress").text(text);
  }

  function showBar(answer) {
    $("#nbjudge-bar").prop("hidden", !answer.running)
      .attr({ value: answer.graded, max: answer.submitted || 1 });
  }

  let asked = false;  // this page has asked for a run, and waits for its answer
  let outcome = "";  // what the last run came to
  let watch = null;
  let drawnAt = "";  // the line of progress at which the table was last drawn

  /* One request for the whole table: with 300 students a request for each row takes minutes.
     nbgrader's list lacks a student whose grade is stored while the list is being read. Removed
     from the collection, that student would come back as another model, which no row shows. */
  function draw() {
    return models.fetch({ remove: false }).done(() => {
      addMissingRows();
      views.forEach((view) => view.render());
    });
  }

  /* The list that nbgrader has made its rows from may lack a student for the same reason. */
  function addMissingRows() {
    if (!models.loaded) {
      return;
    }
    const table = $("#main-table").parent().DataTable();
    const shown = views.map((view) => view.model);
    for (const model of models.without(...shown)) {
      const row = insertRow($("<tbody/>"));
      views.push(new SubmissionUI({ model, el: row }));
      table.row.add(row).draw();
    }
  }

  function look() {
    // JupyterHub asks for the token in each request that is not a navigation, GET too.
    const headers = { "X-CSRFToken": getCookie("_xsrf") };
    return $.get({ url: address(), headers }).done((answer) => {
      attention = answer.attention;
      notes = answer.notes;
      $("#nbjudge-cancel").prop("hidden", !answer.running);
      showBar(answer);
      $("#nbjudge-all").prop("disabled", answer.running || asked);
      if (answer.running) {
        say(`Grading: ${answer.said || `${answer.graded} of ${answer.submitted} so far`}`);
        if (answer.said !== drawnAt) {
          drawnAt = answer.said;
          draw();
        }
      }
      if (answer.running || asked) {
        watch = watch || setInterval(look, 1000);  // whoever has started it
      } else {
        say(outcome || (answer.said && `Last run: ${answer.said}`));
        if (watch) {
          clearInterval(watch);
          watch = null;
          draw();
        }
      }
    });
  }

  function gradeAll() {
    asked = true;
    outcome = "";
    say("Grading…");
    look();
    $.post(address(), { force: $("#nbjudge-force").prop("checked") })
      .done((answer) => {
        if (answer.success || answer.cancelled) {
          outcome = answer.said.split("\n").pop();
        } else {
          createModal("error-modal", "Not graded", $("<pre/>").text(answer.said));
        }
      })
      .fail(() => {
        outcome = "The server did not answer. The grades so far are stored.";
      })
      .always(() => {
        asked = false;
        say(outcome);
        look();
      });
  }

  function cancel() {
    say("Stopping the run…");
    $.post(`${address()}/cancel`);
  }

  $(window).on("load", () => {
    $("#nbjudge-all").on("click", gradeAll);
    $("#nbjudge-cancel").on("click", cancel);
    look().done(() => views.forEach((view) => view.render()));
  });
})();
