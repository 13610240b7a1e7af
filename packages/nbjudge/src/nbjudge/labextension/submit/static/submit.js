/* The button Submit, and the panel Submissions, in JupyterLab and Jupyter Notebook, for
   nbjudge.server.submit. A prebuilt extension, as validate.js is one, and loaded like it. */
"use strict";

(() => {
  const BUTTON = "nbjudge-submit";
  const COMMAND = "nbjudge:submit";
  const KEYS = "Alt Shift S";
  const AFTER = "nbjudge-validate";  // the button that this one is next to
  const DUE = "nbjudge-due";
  const PANEL = "nbjudge-submissions";
  const LIST = "nbgrader:open-assignment-list", FORMGRADER = "nbgrader:open-formgrader";
  const SECONDS = 1.5;  // between two looks at an attempt that is under way
  const SECONDS_LATER = 20;  // the same where no watch runs: somebody may grade it

  let shared;

  /* A module of JupyterLab's own, of which there is one version. */
  async function load(name) {
    const [version] = Object.values(shared[name]);
    return (await version.get())();
  }

  async function makePlugins() {
    const [{ Dialog, ICommandPalette, InputDialog, showDialog }, { ServerConnection }, { PageConfig, URLExt }, { Widget }, { INotebookTracker }] =
      await Promise.all(
        ["@jupyterlab/apputils", "@jupyterlab/services", "@jupyterlab/coreutils",
          "@lumino/widgets", "@jupyterlab/notebook"].map(load));

    async function ask(route, body) {
      const settings = ServerConnection.makeSettings();
      const request = { method: "POST", body: JSON.stringify(body) };
      const url = URLExt.join(settings.baseUrl, "nbjudge", route);
      const answer = await ServerConnection.makeRequest(url, request, settings);
      if (!answer.ok) {
        throw new Error(`The server answered ${answer.status}.`);
      }
      const said = await answer.json();
      if (!said.success) {
        throw new Error(said.value);
      }
      return said;
    }

    /* The panel at the right: what has become of what was submitted, for one folder at a time. */
    class SubmissionsPanel {
      constructor(app, onStatus) {
        this.app = app;
        this.onStatus = onStatus;
        this.body = element("div", "nbjudge-submissions-body");
        this.now = element("p", "nbjudge-now");
        this.now.setAttribute("role", "status");  // a screen reader says what changes here
        this.rest = element("div");
        this.body.append(this.now, this.rest);
        this.widget = new Widget({ node: this.body });
        this.widget.id = PANEL;
        this.widget.title.label = "Submissions";
        this.widget.title.caption = "Your submissions and their status";
        this.body.setAttribute("role", "region");
        this.body.setAttribute("aria-label", "Submissions");
        this.looks = 0;
      }

      /* Put it into the sidebar, the first time that there is something to submit to. */
      add() {
        if (!this.widget.isAttached) {
          this.app.shell.add(this.widget, "right", { rank: 50 });
        }
      }

      show(asked, status) {
        this.add();
        if (status.lacking || this.asked !== asked) {
          const { lacking = [], noted = [] } = status;
          this.found = { lacking, noted };
        }
        this.asked = asked;
        this.onStatus(asked, status);
        this.say(now(status));
        this.fill(status);
        clearTimeout(this.timer);
        if (isOpen(status)) {
          const seconds = status.watch ? SECONDS : SECONDS_LATER;
          this.timer = setTimeout(() => this.look(asked, false), seconds * 1000);
        }
      }

      say(sentence) {
        if (this.now.textContent !== sentence) {
          this.now.textContent = sentence;
        }
      }

      /* Ask for the status, and whether the folder is as it should be, which takes longer. */
      async look(asked, look = true) {
        try {
          const status = await ask("submissions", { ...asked, look });
          if (this.asked === asked) {
            this.show(asked, status);
          }
        } catch (error) {
          this.say(`The status is not available: ${error.message}`);
        }
      }

      fill(status) {
        const state = JSON.stringify([status, this.found]);
        if (state === this.filled) {
          return;  // so that the focus and what is folded stay as they are
        }
        this.filled = state;
        const names = (which) =>
          new Set([...this.rest.querySelectorAll(which)].map((each) => each.dataset.name));
        // A page can come before the points: what was empty is not known yet.
        const [known, open] = [names("details:has(li)"), names("details[open]")];
        const focus = document.activeElement?.dataset?.name;
        this.rest.replaceChildren();
        const { lacking, noted } = this.found;
        this.rest.append(...lacking.map((each) => element("p", "nbjudge-lacking", each)));
        this.rest.append(...noted.map((each) => element("p", "nbjudge-noted", each)));
        if (status.watch?.stopped) {
          this.rest.append(element("p", "nbjudge-lacking",
            "Grading is paused. Your submissions are stored."));
        }
        if (status.progress.some((each) => each.shown !== null)) {
          const list = element("ul", "nbjudge-validated");
          list.append(...status.progress.map((each) => element("li", "", validated(each))));
          this.rest.append(element("h3", "", "Last validation"), list);
        }
        this.rest.append(element("h3", "",
          `Your attempts at ${status.assignment}, ${status.course}`));
        if (status.due) {
          this.rest.append(element("p", "nbjudge-due", dueOn(status.due)));
        }
        if (!status.attempts.length) {
          this.rest.append(element("p", "", "None yet."));
        }
        const list = element("ol", "nbjudge-attempts");
        status.attempts.forEach((attempt, number) => {
          const latest = number === 0;
          const item = element("li", "nbjudge-attempt");
          item.append(element("h4", "", when(attempt.time)));
          item.append(element("p", "nbjudge-outcome", outcome(attempt, status.watch)));
          if (lateness(attempt)) {
            item.append(element("p", "nbjudge-late", lateness(attempt)));
          }
          for (const notebook of notebooksOf(attempt)) {
            const part = this.notebook(attempt, notebook);
            const { name } = part.dataset;
            // What is new of the latest attempt is shown at once; the rest stays as it is.
            part.open = known.has(name)
              ? open.has(name)
              : latest && part.querySelector("li") !== null;
            item.append(part);
          }
          list.append(item);
        });
        this.rest.append(list);
        const again = element("button", "jp-mod-styled", "Refresh");
        again.dataset.name = "again";
        again.onclick = () => this.look(this.asked);
        this.rest.append(again);
        this.rest.querySelector(`button[data-name="${CSS.escape(focus ?? "")}"]`)?.focus();
      }

      notebook(attempt, notebook) {
        const part = element("details", "nbjudge-part");
        part.dataset.name = `${attempt.time} ${notebook.name}`;
        const missing = grouped(notebook.parts.filter((each) => each.outcome !== "passed"));
        const points = notebook.points === null ? "" : `: ${pointsOf(notebook)}`;
        part.append(element("summary", "", `${notebook.name}${points}`));
        const list = element("ul", "nbjudge-missing");
        for (const each of missing) {
          const item = element("li", `nbjudge-is-${each.outcome}`);
          const name = element("p", "nbjudge-check");
          name.append(element("code", "", each.name), each.aspect ? ` ${each.aspect} ` : " ");
          const word = WITHOUT_POINTS[each.outcome]
            ?? `${WORDS[each.outcome] ?? each.outcome}, ${number(each.points)} of ${number(each.possible)}`;
          name.append(element("strong", "", word));
          item.append(name, ...each.messages.map((why) => element("p", "nbjudge-why", why)));
          list.append(item);
        }
        if (missing.length) {
          part.append(list);
        }
        if (notebook.page) {
          const button = element("button", "nbjudge-open jp-mod-styled", "View feedback");
          button.dataset.name = `page ${part.dataset.name}`;
          button.setAttribute("aria-label", `View feedback on ${notebook.name}, ${when(attempt.time)}`);
          button.onclick = () => this.open(attempt.time, notebook.name);
          part.append(button);
        }
        return part;
      }

      async open(time, name, asked = this.asked) {
        try {
          const status = await ask("fetch-pages", asked);
          this.show(asked, status);
          const attempt = status.attempts.find((each) => each.time === time);
          const path = attempt?.pages[name]?.path;
          if (!path) {
            throw new Error("It no longer exists.");
          }
          const how = { path, factory: "HTML Viewer" };
          const viewer = await this.app.commands.execute("docmanager:open", how);
          // JupyterLab gives the frame no name, which a screen reader would say.
          const frame = viewer.node.querySelector("iframe");
          frame.title = `Feedback on ${name}`;
          // It shows the page without a referrer, and Jupyter's server refuses a link without one.
          const follow = () => {
            frame.contentDocument.onclick = (event) => {
              const link = event.target.closest("nav a");
              if (link) {
                event.preventDefault();
                const file = decodeURIComponent(link.getAttribute("href"));
                this.open(time, file.replace(/\.html$/, ""), asked);
              }
            };
          };
          frame.onload = follow;
          follow();
        } catch (error) {
          this.say(`The page cannot be shown: ${error.message}`);
        }
      }
    }

    /* ---- words ---------------------------------------------------------------------------- */

    const WORDS = { unwritten: "not written" };
    const WITHOUT_POINTS = {
      waiting: "needs manual grading",
      later: "counted after the due date",
    };

    /* The checks of a function that is not written, as one. */
    function grouped(parts) {
      const groups = [];
      for (const part of parts) {
        const first = part.outcome === "unwritten"
          && groups.find((each) => each.outcome === "unwritten" && each.name === part.name);
        if (first) {
          first.aspect = "";
          first.points += part.points;
          first.possible += part.possible;
          first.messages = [...new Set([...first.messages, ...part.messages])];
        } else {
          groups.push({ ...part });
        }
      }
      return groups;
    }

    /* The last result of Validate for a notebook. */
    function validated({ name, passed, shown }) {
      const result = `${passed} of ${shown} shown ${shown === 1 ? "check passes" : "checks pass"}`;
      return `${name}: ${shown === null ? "not validated yet" : result}`;
    }

    /* What the watch knows of an attempt's notebooks; without it, which pages there are. */
    function notebooksOf(attempt) {
      const known = (attempt.status?.notebooks ?? []).map((each) => ({
        ...each, page: attempt.pages[each.name]?.is,
      }));
      const names = new Set(known.map((each) => each.name));
      const others = Object.entries(attempt.pages)
        .filter(([name, page]) => page.is && !names.has(name))
        .map(([name]) => ({ name, points: null, parts: [], page: true }));
      return [...known, ...others];
    }

    /* Whether more is to come of the latest attempt. */
    function isOpen(status) {
      const [attempt] = status.attempts;
      return Boolean(attempt) && (attempt.status
        ? ["waiting", "grading"].includes(attempt.status.state)
        : !hasPage(attempt));
    }

    function hasPage(attempt) {
      return Object.values(attempt.pages).some((page) => page.is);
    }

    function now(status) {
      const [attempt] = status.attempts;
      if (!attempt) {
        return "Nothing submitted yet.";
      }
      const late = lateness(attempt);
      return `Submitted at ${clock(attempt.time)}. ${outcome(attempt, status.watch)} ${late}`.trim();
    }

    function outcome(attempt, watch) {
      const status = attempt.status;
      if (!status) {
        if (hasPage(attempt)) {
          return "Your feedback is ready.";
        }
        return watch ? "It will be graded in a moment." : "It will be graded later.";
      }
      const reason = status.reason ? ` ${status.reason.replace(/[^.!?]$/, "$&.")}` : "";
      switch (status.state) {
        case "waiting": {
          const turn = status.queue_position === 1 ? "It is next." : `Place ${status.queue_position} in the queue.`;
          const place = status.queue_position ? turn : "It is waiting.";
          // In steps, because a screen reader says each change.
          const time = status.seconds ? ` About ${5 * Math.ceil(status.seconds / 5)} s.` : "";
          const from = status.not_before ? ` It will be graded at ${clock(status.not_before)}.` : "";
          return `${place}${time}${from}${reason}`;
        }
        case "grading":
          return status.points === null
            ? "It is being graded."
            : `${pointsOf(status)}. The feedback page follows.${reason}`;
        case "replaced":
          return "It was not graded, because you submitted again.";
        case "refused":
          return `It is not graded.${reason}`;
        default: {
          const newer = status.superseded_at ? " A newer attempt counts." : "";
          return `${pointsOf(status)}.${newer}${reason}`;
        }
      }
    }

    function dueOn(due) {
      return `${parse(due) < new Date() ? "Was due" : "Due"} on ${when(due)}.`;
    }

    /* How late an attempt is, by the kernel's time, to the minute; "" if it is not. */
    function lateness({ status }) {
      const minutes = status?.due ? Math.ceil((parse(status.submitted_at) - parse(status.due)) / 60000) : 0;
      const parts = [[Math.floor(minutes / 1440), "d"], [Math.floor(minutes / 60) % 24, "h"],
        [minutes % 60, "min"]];
      const text = parts.filter(([value]) => value).map((part) => part.join(" ")).join(" ");
      return minutes > 0 ? `Late by ${text}.` : "";
    }

    function pointsOf({ points, possible, pending_points: waiting, later_points: later }) {
      const parts = [`${number(points)} of ${number(possible)} points`];
      if (waiting || later) {
        parts[0] += " so far";
      }
      if (waiting) {
        parts.push(`${number(waiting)} ${waiting === 1 ? "needs" : "need"} manual grading`);
      }
      if (later) {
        parts.push(`${number(later)} ${later === 1 ? "is" : "are"} counted after the due date`);
      }
      return parts.join(", ");
    }

    function number(value) {
      return String(Math.round((value ?? 0) * 100) / 100);
    }

    /* A time as the exchange writes it, such as 2026-11-22 14:03:05.123456 UTC, as a Date. */
    function parse(text) {
      const iso = text.replace(/ UTC$/, "Z").replace(/(\.\d{3})\d+/, "$1").replace(" ", "T");
      const date = new Date(iso);
      return Number.isNaN(date.getTime()) ? null : date;
    }

    function clock(text) {
      const date = parse(text);
      const today = date?.toDateString() === new Date().toDateString();
      return today
        ? date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
        : when(text);
    }

    function when(text) {
      const date = parse(text);
      return date
        ? date.toLocaleString([], { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" })
        : text;
    }

    function element(tag, classes = "", text = "") {
      const node = document.createElement(tag);
      node.className = classes;
      node.textContent = text;
      return node;
    }

    /* ---- the button ----------------------------------------------------------------------- */

    function isAssignment(panel) {
      const cells = panel.content.model?.sharedModel.cells ?? [];
      return [...cells].some((cell) => cell.getMetadata("nbgrader"));
    }

    const folder = (path) => path.split("/").slice(0, -1).join("/");

    /* Says which assignment it is, and that the folder is checked first: nbgrader's list of
       assignments has a button of the same name, which submits without a look. */
    function caption(panel) {
      const assignment = folder(panel?.context.localPath ?? "").split("/").pop();
      return `Submit all notebooks of ${assignment || "this folder"}, as often as you like. ` +
        "You are warned first if one is missing or cannot be graded.";
    }

    function activate(app, tracker, palette) {
      const style = element("style", "", STYLE);
      document.head.append(style);
      const buttons = new WeakMap();  // by panel
      const dueSigns = new Map();  // next to each button, by its panel
      const submissions = new SubmissionsPanel(app, (asked, { due }) => {
        for (const [panel, sign] of dueSigns) {
          if (folder(panel.context.localPath) === folder(asked.path)) {
            sign.node.textContent = due ? `due ${when(due)}` : "";
            sign.node.title = due ? dueOn(due) : "";
            sign.setHidden(!due);
          }
        }
      });
      const courses = new Map();  // by folder: those that it may go to

      /* What is open of the folder goes along as it is on the screen. */
      async function saveAll(path) {
        const panels = [];
        tracker.forEach((each) => panels.push(each));
        const dirty = panels.filter((each) =>
          each.context.model.dirty && folder(each.context.localPath) === folder(path));
        await Promise.all(dirty.map((each) => each.context.save()));
      }

      async function choose(path) {
        const names = courses.get(folder(path));
        if (names.length === 1) {
          return names[0];
        }
        const { value } = await InputDialog.getItem({
          title: "Which course is it for?", items: names,
        });
        return value;
      }

      /* Whether to submit a folder that lacks something. */
      async function confirmed(lacking) {
        const title = "Submit as it is?";
        const body = new Widget({ node: element("div", "nbjudge-before") });
        body.node.append(...lacking.map((each) => element("p", "", each)));
        const buttons = [Dialog.cancelButton(), Dialog.okButton({ label: "Submit anyway" })];
        const dialog = new Dialog({ title, body, buttons });
        dialog.node.setAttribute("aria-label", title);
        return (await dialog.launch()).button.accept;
      }

      /* After the due date, ask before an attempt is late for good. */
      async function isMeant({ due }) {
        if (!due || parse(due) > new Date()) {
          return true;
        }
        const { button } = await showDialog({
          title: "Submit late?",
          body: `${dueOn(due)} What you submit now counts as late.`,
          buttons: [Dialog.cancelButton(), Dialog.okButton({ label: "Submit late" })],
        });
        return button.accept;
      }

      async function submit(panel, button) {
        if (button.ariaDisabled === "true") {
          return;
        }
        const path = panel.context.localPath;
        button.ariaDisabled = true;  // `disabled` would lose the focus
        button.textContent = "Submitting…";
        submissions.add();
        app.shell.activateById(PANEL);
        try {
          const course = await choose(path);
          if (course) {
            submissions.say("Submitting…");
            await saveAll(path);
            const asked = { path, course };
            const before = await ask("submissions", { ...asked, look: true });
            submissions.show(asked, before);
            const complete = !before.lacking?.length || await confirmed(before.lacking);
            if (complete && await isMeant(before)) {
              submissions.say("Submitting…");
              submissions.show(asked, await ask("submit", asked));
            }
          }
        } catch (error) {
          submissions.say(error.message);
        } finally {
          button.ariaDisabled = false;
          button.textContent = "Submit";
        }
      }

      /* Show what was submitted of a folder: of several courses the one with the newest attempt. */
      async function showOf(path) {
        const all = await Promise.all(courses.get(folder(path)).map(async (course) => {
          const asked = { path, course };
          return { asked, status: await ask("submissions", { ...asked, look: true }) };
        }));
        const time = ({ status }) => status.attempts[0]?.time ?? "";
        const { asked, status } = all.reduce((one, other) => time(other) > time(one) ? other : one);
        submissions.show(asked, status);
      }

      /* Whether there is an exchange that takes this notebook's folder; what was submitted. */
      async function offer(panel, widget) {
        const path = panel.context.localPath;
        const status = await ask("submissions", { path });
        courses.set(folder(path), status.courses);
        widget.setHidden(!status.courses.length);
        if (status.courses.length && panel === tracker.currentWidget) {
          await showOf(path);
        }
      }

      function createNew(panel) {
        const button = element("button", `${BUTTON} jp-ToolbarButtonComponent`, "Submit");
        button.title = `${caption(panel)} (${KEYS.replaceAll(" ", "+")})`;
        button.onclick = () => submit(panel, button);
        const widget = new Widget({ node: element("div", "jp-ToolbarButton nbjudge-submit-item") });
        buttons.set(panel, { widget, button });
        widget.node.append(button);
        // An item of its own: where the toolbar is too narrow, this one gives way before the button.
        const due = new Widget({ node: element("span", "nbjudge-due-sign") });
        due.hide();
        dueSigns.set(panel, due);
        panel.disposed.connect(() => dueSigns.delete(panel));
        widget.hide();
        const names = [...panel.toolbar.names()];
        const other = names.indexOf(AFTER);
        const place = (other < 0 ? names.indexOf("save") : other) + 1;
        panel.toolbar.insertItem(place, BUTTON, widget);
        panel.toolbar.insertItem(place + 1, DUE, due);
        panel.context.ready.then(() => {
          if (isAssignment(panel)) {
            offer(panel, widget).catch(console.warn);
          }
        });
        return widget;
      }

      // validate.js says so, and its result stands in the panel.
      document.addEventListener("nbjudge-validated", () => {
        if (submissions.asked) {
          submissions.look(submissions.asked);
        }
      });
      app.docRegistry.addWidgetExtension("Notebook", { createNew });
      app.commands.addCommand(COMMAND, {
        label: "Submit",
        caption: () => caption(tracker.currentWidget),
        isEnabled: () => buttons.get(tracker.currentWidget)?.widget.isHidden === false,
        execute: () => buttons.get(tracker.currentWidget).button.click(),
      });
      app.commands.addKeyBinding({ command: COMMAND, keys: [KEYS], selector: ".jp-Notebook" });
      palette?.addItem({ command: COMMAND, category: "Assignment" });
      // A student who opens JupyterLab sees nbgrader's list of assignments, and no empty Launcher.
      app.restored.then(() => {
        const only = [...app.shell.widgets("main")].every((each) => each.id.startsWith("launcher"));
        const named = PageConfig.getOption("treePath");  // the file that the address names
        const student = app.commands.hasCommand(LIST) && !app.commands.hasCommand(FORMGRADER);
        if (only && student && !named) {
          return app.commands.execute(LIST);
        }
      }).catch(console.warn);
      tracker.currentChanged.connect((_, panel) => {
        const path = panel?.context.localPath;
        const found = courses.get(folder(path ?? "")) ?? [];
        if (found.length && folder(path) !== folder(submissions.asked?.path ?? "")) {
          showOf(path).catch(console.warn);
        }
      });
    }

    return [{
      id: "nbjudge-submit:button",
      description: "Adds a Submit button and a panel with the status of submissions.",
      autoStart: true,
      requires: [INotebookTracker],
      optional: [ICommandPalette],
      activate,
    }];
  }

  const STYLE = `
    .nbjudge-submit-item .nbjudge-submit { background: none; border: 0; padding: 0 6px;
      height: 24px; color: var(--jp-ui-font-color1); font-size: var(--jp-ui-font-size1);
      border-radius: var(--jp-border-radius); cursor: pointer; }
    .nbjudge-submit:hover { background: var(--jp-layout-color2); }
    .nbjudge-submissions-body { padding: 12px; overflow: auto; color: var(--jp-ui-font-color1);
      background: var(--jp-layout-color1); font-size: var(--jp-ui-font-size1); min-width: 240px; }
    .nbjudge-now { font-size: var(--jp-ui-font-size2); font-weight: 600; margin: 0 0 12px; }
    .nbjudge-submissions-body h3, .nbjudge-submissions-body h4 { margin: 12px 0 4px; }
    .nbjudge-lacking { border-left: 4px solid var(--jp-warn-color1); padding-left: 8px; }
    .nbjudge-validated { list-style: none; margin: 0; padding: 0; overflow-wrap: anywhere; }
    .nbjudge-attempts { list-style: none; margin: 0; padding: 0; }
    .nbjudge-attempt { border-top: 1px solid var(--jp-border-color2); padding: 0 0 8px; }
    .nbjudge-due-sign { color: var(--jp-ui-font-color2); font-size: var(--jp-ui-font-size1);
      padding: 0 6px; align-self: center; white-space: nowrap; }
    .nbjudge-late { border-left: 4px solid var(--jp-warn-color1); margin: 0 0 4px;
      padding-left: 8px; }
    .nbjudge-outcome { margin: 0 0 4px; }
    .nbjudge-part summary { cursor: pointer; overflow-wrap: anywhere; padding: 2px 0; }
    .nbjudge-missing { list-style: none; margin: 4px 0; padding: 0; }
    .nbjudge-missing li { border-left: 4px solid var(--jp-error-color1); padding: 0 0 0 8px;
      margin: 0 0 8px; }
    .nbjudge-missing .nbjudge-is-waiting, .nbjudge-missing .nbjudge-is-unwritten { border-color: var(--jp-border-color1); }
    .nbjudge-missing p { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
    .nbjudge-why { color: var(--jp-ui-font-color1); }
    .nbjudge-open { margin: 4px 0 8px; }
  `;

  globalThis._JUPYTERLAB = globalThis._JUPYTERLAB || {};
  globalThis._JUPYTERLAB["nbjudge-submit"] = {
    init(scope) {
      shared = scope;
    },
    async get() {
      const plugins = await makePlugins();
      return () => ({ __esModule: true, default: plugins });
    },
  };
})();
