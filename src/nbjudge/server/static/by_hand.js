/* formgrader's page of a submission: straight to the write-up, and on to the next student. */
"use strict";

(() => {
  /* formgrader waits for MathJax, which comes from the network, before it listens to the keyboard. */
  if (typeof MathJax === "undefined") {
    const ready = { Interest: (listener) => listener("End") };
    window.MathJax = { Hub: { Startup: { signal: ready } } };
  }

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

  function nextToGrade() {
    formgrader.save(() => {
      window.location = `${base_url}/submissions/${submission_id}/next_to_grade`;
    });
  }

  $(window).on("load", () => {
    formgrader.keyboard_manager.register({
      handler: nextToGrade,
      keybinding: "control-enter",
      help: "Save, and go on to the next submission that waits for a person",
    });
    $("<button/>", { type: "button", class: "btn btn-primary nbjudge-keys",
      text: "Save, next to grade (Ctrl+Enter)" }).on("click", nextToGrade).appendTo("body");
  });
})();
