/* formgrader's page that collects a class's zip file: choose, look, collect. */
"use strict";

$(() => {
  const address = `${base_url}/formgrader/api/assignment/${encodeURIComponent(assignment_id)}`
    + "/zip_collect";
  const LARGEST = 4e9;  // bytes, as in zip_uploads.py
  let token = "";

  function say(text) {
    $("#nbjudge-zip-state").text(text);
  }

  function sayError(text) {
    say("");
    $("#nbjudge-zip-error").text(text);
  }

  function busy(is_busy) {
    $("#nbjudge-zip, #nbjudge-zip-system, #nbjudge-zip-collect").prop("disabled", is_busy);
  }

  function begin(text) {
    busy(true);
    $("#nbjudge-zip-error").text("");
    say(text);
  }

  /* Names and reasons hold what students have written: only as text. */
  function row(...texts) {
    return $("<tr/>").append(texts.map((text) => $("<td/>").text(text)));
  }

  function remarks(student) {
    return [
      ...student.left_out,
      student.missing.length ? `without ${student.missing.join(", ")}` : "",
      student.replaces ? "replaces a submission" : "",
    ].filter(Boolean).join("; ");
  }

  function count(number, noun) {
    return `${number} ${noun}${number === 1 ? "" : "s"}`;
  }

  function showTable(table) {
    $("#nbjudge-zip-fit").text(`${table.fitting} of ${count(table.files, "file")} fit.`);
    $("#nbjudge-zip-replaced").text(table.replaced.length
      ? `The archive of an earlier download, ${table.replaced.join(", ")}, is replaced.` : "");
    $("#nbjudge-zip-students").empty().append(table.students.map((student) =>
      row(student.student, student.is_known ? student.name : "not in the gradebook",
        student.notebooks.join(", ") || "none", student.uploads.join(", "), remarks(student))));
    $("#nbjudge-zip-files").empty().append(table.left_out.map(([file, why]) => row(file, why)));
    $("#nbjudge-zip-left-out").prop("hidden", !table.left_out.length);
    $("#nbjudge-zip-collect").text(`Collect from ${count(table.students.length, "student")}`);
  }

  function showSystems(systems, chosen) {
    const names = systems.includes(chosen) ? systems : [chosen, ...systems];
    $("#nbjudge-zip-system").empty()
      .append(names.map((name) => $("<option/>").val(name).text(name))).val(chosen);
  }

  function show(reply) {
    token = reply.token || token;
    if (reply.error) {
      sayError(reply.error);
      $("#nbjudge-zip-collect").prop("disabled", true);
      return;
    }
    say("Nothing is collected yet. Look through the table, then press the button.");
    showSystems(reply.systems, reply.table.system);
    showTable(reply.table);
    $("#nbjudge-zip-found").prop("hidden", false);
  }

  function failed() {
    sayError("The server did not answer. Reload the page, and look at the submissions.");
  }

  function upload() {
    const [file] = $("#nbjudge-zip")[0].files;
    if (!file) {
      return;
    }
    $("#nbjudge-zip-found").prop("hidden", true);
    if (file.size > LARGEST) {
      sayError("The file is larger than 4 GB.");
      return;
    }
    begin(`Uploading ${file.name}…`);
    $.ajax({
      url: `${address}?name=${encodeURIComponent(file.name)}`,
      type: "POST",
      data: file,
      processData: false,
      contentType: "application/octet-stream",
      xhr: () => {
        const request = new XMLHttpRequest();
        request.upload.addEventListener("progress", (event) => {
          const percent = Math.floor((100 * event.loaded) / event.total);
          say(percent < 100 ? `Uploading ${file.name}: ${percent}%` : `Reading ${file.name}…`);
        });
        return request;
      },
    }).always(() => busy(false)).done(show).fail(failed);
  }

  function ask(what) {
    const body = { token, system: $("#nbjudge-zip-system").val() };
    return $.ajax({ url: `${address}/${what}`, type: "POST", data: JSON.stringify(body),
      contentType: "application/json" }).always(() => busy(false)).fail(failed);
  }

  function changeSystem() {
    begin("Reading the file again…");
    ask("table").done(show);
  }

  function collect() {
    begin("Collecting…");
    ask("confirm").done((reply) => {
      if (reply.error) {
        sayError(reply.error);
        return;
      }
      $("#nbjudge-zip-found").prop("hidden", true);
      $("#nbjudge-zip").val("");
      say("");
      $("#nbjudge-zip-state").append(document.createTextNode(`${reply.said.split(". ")[0]}. `),
        $("<a/>", { href: `${base_url}/formgrader/manage_submissions/`
          + encodeURIComponent(assignment_id), text: "Autograde them" }));
    });
  }

  $("#nbjudge-zip").on("change", upload);
  $("#nbjudge-zip-system").on("change", changeSystem);
  $("#nbjudge-zip-collect").on("click", collect);
});
