/* The scripts of the two buttons, with stand-ins for JupyterLab's modules. */
"use strict";

const assert = require("node:assert/strict");
const path = require("node:path");
const { test } = require("node:test");

const EXTENSIONS = path.join(__dirname, "..", "..", "src", "nbjudge", "labextension");
require(path.join(EXTENSIONS, "static", "validate.js"));
require(path.join(EXTENSIONS, "submit", "static", "submit.js"));
const { nbjudge: validate, "nbjudge-submit": submit } = globalThis._JUPYTERLAB;

/* What JupyterLab shares, as an extension is given it. */
function scope(options = {}) {
  const modules = {
    "@jupyterlab/apputils": { ICommandPalette: "palette" },
    "@jupyterlab/coreutils": { PageConfig: { getOption: (name) => options[name] ?? "" } },
    "@jupyterlab/notebook": { INotebookTracker: "tracker" },
    "@jupyterlab/services": {},
    "@lumino/widgets": {},
  };
  const shared = ([name, module]) => [name, { "4.0.0": { get: async () => () => module } }];
  return Object.fromEntries(Object.entries(modules).map(shared));
}

async function plugins(container, options) {
  container.init(scope(options));
  return (await container.get("./extension"))().default;
}

test("Validate is offered only in a course that asks for it", async () => {
  assert.deepEqual(await plugins(validate), []);
  const [plugin] = await plugins(validate, { nbjudgeValidate: "true" });
  assert.equal(plugin.id, "nbjudge:validate");
  assert.deepEqual(plugin.requires, ["tracker"]);
});

test("Submit is always offered; the server says where there is an exchange", async () => {
  const [plugin] = await plugins(submit);
  assert.equal(plugin.id, "nbjudge-submit:button");
});

test("saves of a document wait for each other, also after one that failed", async () => {
  const steps = [];
  const ends = [];
  const context = {
    save: () => new Promise((resolve, reject) => {
      steps.push("begin");
      ends.push({ resolve, reject });
    }),
  };
  validate.pure.saveInTurn(context);
  const first = context.save();
  const second = context.save();
  await new Promise(setImmediate);
  assert.equal(steps.length, 1);
  ends[0].reject(new Error("no disk"));
  await assert.rejects(first, /no disk/);
  await new Promise(setImmediate);
  assert.equal(steps.length, 2);
  ends[1].resolve();
  await second;
});

test("a time of today has no date if it is short", () => {
  const { timeText } = submit.pure;
  const now = new Date();
  const iso = now.toISOString().replace("Z", "123Z");  // microseconds, as nbgrader writes them
  assert.ok(!timeText(iso, true, now).includes(String(now.getDate()).padStart(3)));
  assert.notEqual(timeText(iso, true, now), timeText(iso, false, now));
  const later = new Date(now.getTime() + 2 * 86_400_000);
  assert.equal(timeText(iso, true, later), timeText(iso, false, later));
});

test("a due date is said to be over or not", () => {
  const { dueOn } = submit.pure;
  assert.match(dueOn("2026-11-22T14:03:05.123456Z", true), /^Was due on .*\d.*\.$/);
  assert.match(dueOn("2026-11-22T14:03:05.123456Z", false), /^Due on /);
});

test("the folder of a notebook", () => {
  const { folder } = submit.pure;
  assert.equal(folder("a/b/1.ipynb"), "a/b");
  assert.equal(folder("1.ipynb"), "");
});
