/* formgrader's list of a notebook's submissions: a share of the manual grading, and how far it is. */
"use strict";

$(() => {
  function boxes() {
    return [$("#nbjudge-part").val(), $("#nbjudge-parts").val()];
  }

  function show() {
    const share = nbjudgeShare.read();
    const query = share ? `?share=${share}` : "";
    const names = [assignment_id, notebook_id].map(encodeURIComponent).join("/");
    const url = `${base_url}/formgrader/api/notebook/${names}/share${query}`;
    $("#nbjudge-share-next").prop("hidden", true);
    // JupyterHub asks for the token in each request that is not a navigation, GET too.
    $.get({ url, headers: { "X-CSRFToken": getCookie("_xsrf") } }).done((answer) => {
      $("#nbjudge-share-progress").text(`${answer.done} of ${answer.total} graded.`);
      $("#nbjudge-share-next")
        .text(share ? "Grade the next of my share" : "Grade the next")
        .attr("href", `${base_url}/formgrader/submissions/${answer.next}/`)
        .prop("hidden", !answer.next);
    });
  }

  function change() {
    const [part, parts] = boxes().map(Number);
    const isEmpty = boxes().every((text) => text === "");
    const isShare = [part, parts].every((number) => Number.isInteger(number) && number >= 1)
      && part <= parts && parts <= 99;
    if (isEmpty || isShare) {
      nbjudgeShare.write(isShare ? `${part}/${parts}` : "");
      show();
    } else {
      $("#nbjudge-share-next").prop("hidden", true);
      $("#nbjudge-share-progress").text("Type your part and the number of parts, such as 2 of 4.");
    }
  }

  const [part, parts] = nbjudgeShare.read().split("/");
  $("#nbjudge-part").val(part);
  $("#nbjudge-parts").val(parts);
  $("#nbjudge-share").on("change", change).on("submit", (event) => event.preventDefault());
  show();
});
