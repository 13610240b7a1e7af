/* formgrader's page of a submission: straight to the write-up, and on to the next student. */
"use strict";

(() => {
  /* formgrader waits for MathJax before it listens to the keyboard. Formulas are MathML here. */
  window.MathJax = { Hub: { Startup: { signal: { Interest: (listener) => listener("End") } } } };

  // JupyterHub asks for the token in each request that is not a navigation, GET too.
  const headers = { "X-CSRFToken": getCookie("_xsrf") };
  const others = `${base_url}/api/submitted_notebook/${submission_id}`;
  const share = nbjudgeShare.read();
  const ofShare = share ? `?share=${share}` : "";
  const next = `${base_url}/submissions/${submission_id}/next_to_grade${ofShare}`;
  // The state of the answers that this page shows; the server generated it with the page.
  const answerShown = document.currentScript.dataset.answer;
  let prepared = Promise.resolve();

  /* Points and comments are sent with what the page shows. The server refuses to overwrite what
     somebody else has saved meanwhile, and answers with it. */
  function refuseToOverwrite(kind, fields, boxOf) {
    const toJSON = kind.prototype.toJSON;
    kind.prototype.initialize = function () {
      const values = () => _.pick(this.attributes, fields);
      let saved = values();
      let underWay = 0;
      const done = () => {
        underWay -= 1;
        if (underWay === 0) {
          this.shown = saved;
        }
      };
      this.shown = saved;
      /* The next change may follow before the reply, and then comes after this one. */
      this.on("request", () => {
        underWay += 1;
        this.shown = values();
      });
      this.on("sync", () => {
        saved = values();
        done();
      });
      this.on("error", (model, reply) => {
        if (reply.status === 409) {
          this.set(reply.responseJSON.current);
          saved = values();
          sayRefused(boxOf(this), reply.responseJSON.message);
        }
        done();
      });
    };
    kind.prototype.toJSON = function (...options) {
      return { ...toJSON.apply(this, options), shown: this.shown, answer: answerShown };
    };
  }

  function sayRefused(box, message) {
    const cell = box.closest(".nbgrader_cell");
    cell.find(".nbjudge-refused").remove();
    $("<p/>", { class: "nbjudge-refused text-danger", role: "alert", text: message })
      .prependTo(cell);
  }

  refuseToOverwrite(Grade, ["manual_score", "extra_credit"],
    (grade) => $(document.getElementById(grade.get("name"))));
  refuseToOverwrite(Comment, ["manual_comment"],
    (comment) => $(document.getElementById(`${comment.get("name")}-comment`)));

  /* The first cell with points and a comment is what a person grades. */
  function firstByHand() {
    const boxes = $(".tabbable");
    const cells = $(".nbgrader_cell").filter((_, cell) =>
      $(cell).find("input.score").length && $(cell).find("textarea.comment").length);
    return boxes.index(cells.first().find("input.score"));
  }

  if (!/[?&]index=/.test(location.search)) {
    const index = firstByHand();
    if (index > 0) {
      history.replaceState(history.state, "", `?index=${index}`);
    }
  }

  /* From the score Tab leads to the comment; the extra credit of the cell comes after it. */
  function tabOrder() {
    return $(".tabbable").get().flatMap((box) => {
      const cell = $(box).closest(".nbgrader_cell");
      const comment = cell.find("textarea.comment")[0];
      if (comment && $(box).is(".extra-credit")) {
        return [];
      }
      return box === comment ? [box, ...cell.find(".extra-credit").get()] : [box];
    });
  }

  function goFrom(box, steps) {
    const boxes = tabOrder();
    const place = (boxes.indexOf(box) + steps + boxes.length) % boxes.length;
    $(boxes[place]).select().focus();
  }

  FormGrader.prototype.selectNextInput = function (event) {
    event.preventDefault();
    event.stopPropagation();
    goFrom(this.last_selected[0], 1);
  };

  FormGrader.prototype.selectPrevInput = function (event) {
    event.preventDefault();
    event.stopPropagation();
    goFrom(this.last_selected[0], -1);
  };

  /* A row of buttons for each item of the mark scheme; the score is their sum. */
  function scheme(group) {
    const rows = $(group).children().get();
    const score = $(document.getElementById($(group).data("cell")));
    const key = `nbjudge-${submission_id}-${$(group).data("cell")}`;
    const given = rows.map(() => null);

    function show() {
      rows.forEach((row, item) => $(row).find("button").each((_, button) => {
        const pressed = given[item] === Number(button.dataset.points);
        $(button).attr("aria-pressed", pressed).toggleClass("btn-primary", pressed);
      }));
    }

    function give(item, points) {
      given[item] = points;
      localStorage.setItem(key, JSON.stringify(given));
      show();
      score.val(given.reduce((sum, each) => sum + (each || 0), 0)).trigger("change");
    }

    /* Full points, half, none, and full again. */
    function turn(item) {
      const steps = $(rows[item]).find("button").get()
        .map((button) => Number(button.dataset.points)).reverse();
      give(item, steps[(steps.indexOf(given[item]) + 1) % steps.length]);
    }

    rows.forEach((row, item) => $(row).find("button").on("click", (event) =>
      give(item, Number(event.currentTarget.dataset.points))));
    /* What this browser remembers is shown where it still is the score. */
    const remembered = JSON.parse(localStorage.getItem(key) || "[]");
    const grade = formgrader.grades.findWhere({ name: $(group).data("cell") });
    const sum = remembered.reduce((total, each) => total + (each || 0), 0);
    if (grade && remembered.length === rows.length && grade.get("manual_score") === sum) {
      remembered.forEach((points, item) => { given[item] = points; });
      show();
    }
    return { score, turn, items: rows.length };
  }

  /* Comments that were given before in the same cell, the most frequent first. */
  function offerComments(found) {
    for (const [cell, comments] of Object.entries(found)) {
      const box = $(document.getElementById(`${cell}-comment`));
      const bank = $("<div/>", { class: "nbjudge-bank", role: "group",
        "aria-label": "Comments used before" });
      for (const comment of comments) {
        $("<button/>", { type: "button", class: "btn btn-default btn-sm", text: comment,
          title: "Add this comment" }).on("click", () => {
          const before = box.val().trim();
          if (!before.includes(comment)) {
            box.val(before ? `${before}\n\n${comment}` : comment).trigger("change");
          }
          box.focus();
        }).appendTo(bank);
      }
      box.parent().append(bank);
    }
  }

  /* Answers of others that are equal word for word get the same points and comment. Who grades
     should not see whose they are: the names are folded. */
  function offerEqual(found) {
    for (const [cell, rows] of Object.entries(found)) {
      const place = $("<div/>", { class: "nbjudge-equal" });
      const count = rows.length === 1 ? "1 other student" : `${rows.length} other students`;
      const waiting = $("<p/>").text(`Same answer, not graded yet, by ${count}.`);
      const said = $("<p/>", { role: "status" });
      const names = $("<details/>").append($("<summary/>").text("Show All Names"),
        $("<p/>").text(rows.map((row) => row.name).sort().join("; ")));
      const button = $("<button/>", { type: "button", class: "btn btn-default btn-sm",
        text: "Give them the same points and comment" });
      button.on("click", () => {
        button.prop("disabled", true);
        whenSaved(() => $.post({ url: `${others}/equal/${encodeURIComponent(cell)}${ofShare}`, headers,
          data: JSON.stringify(rows.map((row) => row.id)) })
          .done((answer) => {
            said.text(`${answer.graded} of ${rows.length} equal answers were graded.`);
            waiting.remove();
            button.remove();
            showLeft(answer.left);
          })
          .fail((answer) => {
            button.prop("disabled", false);
            said.addClass("text-danger").text(answer.status === 400
              ? "Give points to this answer first." : "The server did not answer.");
          }));
      });
      place.append(waiting, button, said, names);
      $(document.getElementById(`${cell}-comment`)).parent().append(place);
    }
  }

  function showLeft(left) {
    const [part, parts] = share.split("/");
    const of = share ? ` in share ${part} of ${parts}` : "";
    $(".nbjudge-left").text(left ? `${left} more to grade${of}` : `The last one to grade${of}`);
  }

  /* nbgrader's inputs have no labels, and its buttons do not say of what. */
  function nameInputs() {
    $(".nbgrader_cell").each((_, cell) => {
      const name = $(cell).find("input.score").attr("id");
      const names = { "input.score": "Points", "input.extra-credit": "Extra credit",
        ".mark-graded": "Resolve", ".full-credit": "Full credit", ".no-credit": "No credit" };
      for (const [selector, label] of Object.entries(names)) {
        $(cell).find(selector).attr("aria-label", `${label}: ${name}`);
      }
      const comment = $(cell).find("textarea.comment");
      comment.attr("aria-label", `Comment: ${(comment.attr("id") || "").replace(/-comment$/, "")}`);
    });
  }

  /* Once no request is under way any more. */
  function whenSaved(then) {
    if ($.active) {
      setTimeout(() => whenSaved(then), 50);
    } else {
      then();
    }
  }

  /* Once the grades are there. */
  function whenLoaded(then) {
    if (formgrader.grades && formgrader.grades.loaded) {
      then();
    } else {
      setTimeout(() => whenLoaded(then), 50);
    }
  }

  /* Resolve is for points of an answer that has changed since. Elsewhere nbgrader would show it
     while points are saved, and move what a press is just about to hit. */
  function removeNeedlessResolve() {
    $(".mark-graded").filter((_, button) => ["", "none"].includes(button.style.display)).remove();
  }

  $(window).on("load", () => whenLoaded(() => {
    removeNeedlessResolve();
    const schemes = $(".nbjudge-items").get().map(scheme);
    /* Alt and a digit give an item of the scheme beside which the person is. */
    document.addEventListener("keydown", (event) => {
      const item = Number(event.code.replace("Digit", "")) - 1;
      const cell = $(document.activeElement).closest(".nbgrader_cell");
      const here = schemes.find((each) => cell.length && $.contains(cell[0], each.score[0]))
        || schemes[0];
      if (event.altKey && here && item >= 0 && item < here.items) {
        event.preventDefault();
        here.turn(item);
      }
    });
    $.get({ url: `${others}/others${ofShare}`, headers }).done((answer) => {
      offerComments(answer.comments);
      offerEqual(answer.equal);
      showLeft(answer.left);
    });
    /* The page that comes next is made while this one is read. */
    prepared = fetch(next, { headers }).then((answer) => answer.text()).catch(() => {});
  }));

  function nextToGrade() {
    const button = $(".nbjudge-keys button");
    formgrader.save(() => {
      /* Called for each value that is saved. A second request for a page that is being made would
         abort the first one, and make the page twice. */
      if (!button.prop("disabled")) {
        button.prop("disabled", true);
        prepared.then(() => { window.location = next; });
      }
    });
  }

  $(window).on("load", () => {
    nameInputs();
    formgrader.keyboard_manager.register({
      handler: nextToGrade,
      keybinding: "control-enter",
      help: "Save, and go on to the next submission that needs manual grading",
    });
    $("<div/>", { class: "nbjudge-keys" }).append(
      $("<span/>", { class: "nbjudge-left", role: "status" }),
      $("<button/>", { type: "button", class: "btn btn-primary",
        text: "Save and go to the next (Ctrl+Enter)" }).on("click", nextToGrade),
    ).appendTo("body");
    /* A browser that goes back shows the page as it was left. */
    $(window).on("pageshow", () => $(".nbjudge-keys button").prop("disabled", false));
  });
})();
