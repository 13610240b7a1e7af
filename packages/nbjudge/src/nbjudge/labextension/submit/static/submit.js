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
  const GO_TO_CELL = "nbjudge:go-to-cell";  // of validate.js
  const SECONDS = 1.5;  // between two looks at an attempt that is under way
  const SECONDS_LATER = 20;  // the same where no watch runs: somebody may grade it

  /** @type {Lab.Scope} */
  let shared;

  /** @param {string} path */
  const folder = (path) => path.split("/").slice(0, -1).join("/");

  /** A time as the student's browser writes it. With `short`, one of today has no date.
   * @param {string} iso
   */
  function timeText(iso, short = false, today = new Date()) {
    const date = new Date(iso.replace(/(\.\d{3})\d+/, "$1"));
    /** @type {Intl.DateTimeFormatOptions} */
    const clock = { hour: "2-digit", minute: "2-digit" };
    return short && date.toDateString() === today.toDateString()
      ? date.toLocaleTimeString([], clock)
      : date.toLocaleString([], { day: "numeric", month: "long", ...clock });
  }

  /** @param {string} due @param {boolean} isOver */
  const dueOn = (due, isOver) => `${isOver ? "Was due" : "Due"} on ${timeText(due)}.`;

  /** Write the times in an element, which the server gives in UTC, in the student's time zone.
   * @param {Element} element
   */
  function writeTimes(element) {
    for (const time of element.querySelectorAll("time")) {
      time.textContent = timeText(time.dateTime, time.dataset.format === "short");
    }
  }

  /** @param {unknown} error */
  const messageOf = (error) => error instanceof Error ? error.message : String(error);

  /** A module of JupyterLab's own, of which there is one version.
   * @template {keyof Lab.Modules} Name
   * @param {Name} name
   */
  async function load(name) {
    const [version] = Object.values(shared[name]);
    return (await version.get())();
  }

  async function makePlugins() {
    const { Dialog, ICommandPalette, InputDialog, showDialog } = await load("@jupyterlab/apputils");
    const { ServerConnection } = await load("@jupyterlab/services");
    const { PageConfig, URLExt } = await load("@jupyterlab/coreutils");
    const { Widget } = await load("@lumino/widgets");
    const { INotebookTracker } = await load("@jupyterlab/notebook");

    /**
     * @param {string} route
     * @param {Lab.Asked & { look?: boolean }} body
     * @returns {Promise<Lab.Status>}
     */
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
      /**
       * @param {Lab.App} app
       * @param {(asked: Lab.Asked, status: Lab.Status) => void} onStatus
       */
      constructor(app, onStatus) {
        /** @type {Lab.Asked | null} */
        this.asked = null;
        this.notes = "";
        this.line = "";
        this.filled = "";
        /** @type {number | undefined} */
        this.timer = undefined;
        this.app = app;
        this.onStatus = onStatus;
        this.body = element("div", "nbjudge-submissions-body");
        this.now = element("p", "nbjudge-now");
        this.now.setAttribute("role", "status");  // a screen reader says what changes here
        this.rest = element("div");
        this.rest.addEventListener("click", (event) => this.clicked(event));
        this.body.append(this.now, this.rest);
        this.widget = new Widget({ node: this.body });
        this.widget.id = PANEL;
        this.widget.title.label = "Submissions";
        this.widget.title.caption = "Your submissions and their status";
        this.body.setAttribute("role", "region");
        this.body.setAttribute("aria-label", "Submissions");
      }

      /* Put it into the sidebar, the first time that there is something to submit to. */
      add() {
        if (!this.widget.isAttached) {
          this.app.shell.add(this.widget, "right", { rank: 50 });
        }
      }

      /** @param {Lab.Asked} asked @param {Lab.Status} status */
      show(asked, status) {
        this.add();
        if (this.asked !== asked) {
          this.notes = "";
        }
        this.notes = status.notes ?? this.notes;
        this.asked = asked;
        this.onStatus(asked, status);
        if (this.line !== status.now) {
          this.line = status.now;
          this.now.innerHTML = status.now;
          writeTimes(this.now);
        }
        this.fill(this.notes + status.html);
        clearTimeout(this.timer);
        if (status.is_open) {
          const seconds = status.watched ? SECONDS : SECONDS_LATER;
          this.timer = window.setTimeout(() => this.look(asked, false), seconds * 1000);
        }
      }

      /** @param {string} sentence */
      say(sentence) {
        this.line = "";
        this.now.textContent = sentence;
      }

      /** Ask for the status, and whether the folder is as it should be, which takes longer.
       * @param {Lab.Asked} asked
       */
      async look(asked, look = true) {
        try {
          const status = await ask("submissions", { ...asked, look });
          if (this.asked === asked) {
            this.show(asked, status);
          }
        } catch (error) {
          this.say(`The status is not available: ${messageOf(error)}`);
        }
      }

      /** Show what the server has rendered; the focus and what is folded stay as they are.
       * @param {string} html
       */
      fill(html) {
        if (html === this.filled) {
          return;
        }
        this.filled = html;
        /** @param {string} which @returns {Set<string | undefined>} */
        const names = (which) =>
          new Set([...this.details(which)].map((part) => part.dataset.name));
        // A page can come before the points: what was empty is not known yet.
        const known = names(":has(.nbjudge-result)");
        const open = names("[open]");
        const { activeElement } = document;
        const focus = activeElement instanceof HTMLElement ? activeElement.dataset.name ?? "" : "";
        this.rest.innerHTML = html;
        writeTimes(this.rest);
        for (const part of this.details()) {
          const { name } = part.dataset;
          part.open = known.has(name) ? open.has(name) : "unfold" in part.dataset;
        }
        const same = `button[data-name="${CSS.escape(focus)}"]`;
        /** @type {HTMLElement | null} */ (this.rest.querySelector(same))?.focus();
      }

      /** @returns {NodeListOf<HTMLDetailsElement>} */
      details(which = "") {
        return this.rest.querySelectorAll(`details.nbjudge-part${which}`);
      }

      /** @param {MouseEvent} event */
      clicked(event) {
        const button = /** @type {Element} */ (event.target).closest("button");
        if (!button || !this.asked) {
          return;
        }
        const { page, time = "", gradeId } = button.dataset;
        if (page) {
          this.open(time, page, this.asked);
        } else if (gradeId) {
          /** @type {HTMLElement | null} */
          const part = button.closest("[data-notebook]");
          const file = `${part?.dataset.notebook}.ipynb`;
          const path = [folder(this.asked.path), file].filter(Boolean).join("/");
          this.app.commands.execute(GO_TO_CELL, { path, gradeId });
        } else if ("refresh" in button.dataset) {
          this.look(this.asked);
        }
      }

      /** @param {string} time @param {string} name @param {Lab.Asked} asked */
      async open(time, name, asked) {
        try {
          const status = await ask("fetch-pages", asked);
          this.show(asked, status);
          const path = status.pages[time]?.[name];
          if (!path) {
            throw new Error("It no longer exists.");
          }
          const how = { path, factory: "HTML Viewer" };
          const viewer = await this.app.commands.execute("docmanager:open", how);
          // JupyterLab gives the frame no name, which a screen reader would say.
          /** @type {HTMLIFrameElement} */
          const frame = viewer.node.querySelector("iframe");
          frame.title = `Feedback on ${name}`;
          // It shows the page without a referrer, and Jupyter's server refuses a link without one.
          const follow = () => {
            if (!frame.contentDocument) {
              return;
            }
            if (document.body.dataset.jpThemeLight === "false") {
              darken(frame.contentDocument);
            }
            frame.contentDocument.onclick = (event) => {
              const link = /** @type {Element} */ (event.target).closest("nav a");
              if (link) {
                event.preventDefault();
                const file = decodeURIComponent(link.getAttribute("href") ?? "");
                this.open(time, file.replace(/\.html$/, ""), asked);
              }
            };
          };
          frame.onload = follow;
          follow();
        } catch (error) {
          this.say(`The page cannot be shown: ${messageOf(error)}`);
        }
      }
    }

    /** Show a page of feedback as in the dark: by itself it follows the system, not the theme.
     * @param {Document} page
     */
    function darken(page) {
      page.documentElement.dataset.jpThemeLight = "false";  // for the result's own style sheet
      for (const sheet of page.styleSheets) {
        for (const rule of sheet.cssRules) {
          const { media } = /** @type {CSSMediaRule} */ (rule);  // of other rules, undefined
          if (media?.mediaText.includes("prefers-color-scheme: dark")) {
            media.mediaText = "screen";
          }
        }
      }
    }

    /**
     * @template {keyof HTMLElementTagNameMap} Tag
     * @param {Tag} tag
     */
    function element(tag, classes = "", text = "") {
      const node = document.createElement(tag);
      node.className = classes;
      node.textContent = text;
      return node;
    }

    /* ---- the button ----------------------------------------------------------------------- */

    /** @param {Lab.Panel} panel */
    function isAssignment(panel) {
      const cells = panel.content.model?.sharedModel.cells ?? [];
      return [...cells].some((cell) => cell.getMetadata("nbgrader"));
    }

    /** Says which assignment it is, and that the folder is checked first: nbgrader's list of
     * assignments has a button of the same name, which submits without a look.
     * @param {Lab.Panel | null} panel
     */
    function caption(panel) {
      const assignment = folder(panel?.context.localPath ?? "").split("/").pop();
      return `Submit all notebooks of ${assignment || "this folder"}, as often as you like. ` +
        "You are warned first if one is missing or cannot be graded.";
    }

    /** @param {Lab.App} app @param {Lab.Tracker} tracker @param {Lab.Palette} palette */
    function activate(app, tracker, palette) {
      const style = element("style", "", STYLE);
      document.head.append(style);
      /** @type {WeakMap<Lab.Panel, { widget: Lab.Widget, button: HTMLButtonElement }>} */
      const buttons = new WeakMap();
      /** @type {Map<Lab.Panel, Lab.Widget>} */
      const dueSigns = new Map();  // next to each button
      const submissions = new SubmissionsPanel(app, (asked, { due, is_over }) => {
        for (const [panel, sign] of dueSigns) {
          if (folder(panel.context.localPath) === folder(asked.path)) {
            sign.node.textContent = due ? `due ${timeText(due)}` : "";
            sign.node.title = due ? dueOn(due, is_over) : "";
            sign.setHidden(!due);
          }
        }
      });
      /** @type {Map<string, string[]>} */
      const courses = new Map();  // by folder: those that it may go to

      /** What is open of the folder goes along as it is on the screen.
       * @param {string} path
       */
      async function saveAll(path) {
        const dirty = tracker.filter((panel) =>
          panel.context.model.dirty && folder(panel.context.localPath) === folder(path));
        await Promise.all(dirty.map((panel) => panel.context.save()));
      }

      /** @param {string} path */
      async function choose(path) {
        const names = courses.get(folder(path)) ?? [];
        if (names.length === 1) {
          return names[0];
        }
        const { value } = await InputDialog.getItem({
          title: "Which course is it for?", items: names,
        });
        return value;
      }

      /** Whether to submit a folder that lacks something.
       * @param {string[]} lacking
       */
      async function confirmed(lacking) {
        const title = "Submit as it is?";
        const body = new Widget({ node: element("div", "nbjudge-before") });
        body.node.append(...lacking.map((sentence) => element("p", "", sentence)));
        const buttons = [Dialog.cancelButton(), Dialog.okButton({ label: "Submit anyway" })];
        const dialog = new Dialog({ title, body, buttons });
        dialog.node.setAttribute("aria-label", title);
        return (await dialog.launch()).button.accept;
      }

      /** After the due date, ask before an attempt is late for good.
       * @param {Lab.Status} status
       */
      async function isMeant({ due, is_over }) {
        if (!due || !is_over) {
          return true;
        }
        const { button } = await showDialog({
          title: "Submit late?",
          body: `${dueOn(due, is_over)} What you submit now counts as late.`,
          buttons: [Dialog.cancelButton(), Dialog.okButton({ label: "Submit late" })],
        });
        return button.accept;
      }

      /** @param {Lab.Panel} panel @param {HTMLButtonElement} button */
      async function submit(panel, button) {
        if (button.ariaDisabled === "true") {
          return;
        }
        const path = panel.context.localPath;
        button.ariaDisabled = "true";  // `disabled` would lose the focus
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
          submissions.say(messageOf(error));
        } finally {
          button.ariaDisabled = "false";
          button.textContent = "Submit";
        }
      }

      /** Show what was submitted of a folder: of several courses the one with the newest attempt.
       * @param {string} path
       */
      async function showOf(path) {
        const all = await Promise.all((courses.get(folder(path)) ?? []).map(async (course) => {
          const asked = { path, course };
          return { asked, status: await ask("submissions", { ...asked, look: true }) };
        }));
        const { asked, status } = all.reduce(
          (one, other) => other.status.latest > one.status.latest ? other : one);
        submissions.show(asked, status);
      }

      /** Whether there is an exchange that takes this notebook's folder; what was submitted.
       * @param {Lab.Panel} panel
       * @param {Lab.Widget} widget
       */
      async function offer(panel, widget) {
        const path = panel.context.localPath;
        const status = await ask("submissions", { path });
        courses.set(folder(path), status.courses);
        widget.setHidden(!status.courses.length);
        if (status.courses.length && panel === tracker.currentWidget) {
          await showOf(path);
        }
      }

      /** @param {Lab.Panel} panel */
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
      const current = () => tracker.currentWidget && buttons.get(tracker.currentWidget);
      app.commands.addCommand(COMMAND, {
        label: "Submit",
        caption: () => caption(tracker.currentWidget),
        isEnabled: () => current()?.widget.isHidden === false,
        execute: () => current()?.button.click(),
      });
      app.commands.addKeyBinding({ command: COMMAND, keys: [KEYS], selector: ".jp-Notebook" });
      palette?.addItem({ command: COMMAND, category: "Assignment" });
      // A student who opens JupyterLab sees nbgrader's list of assignments, and no empty Launcher.
      app.restored.then(() => {
        const only = [...app.shell.widgets("main")].every(({ id }) => id.startsWith("launcher"));
        const named = PageConfig.getOption("treePath");  // the file that the address names
        const student = app.commands.hasCommand(LIST) && !app.commands.hasCommand(FORMGRADER);
        if (only && student && !named) {
          return app.commands.execute(LIST);
        }
      }).catch(console.warn);
      tracker.currentChanged.connect((_, panel) => {
        const path = panel?.context.localPath ?? "";
        const { asked } = submissions;
        if (!courses.get(folder(path))?.length) {
          return;
        }
        if (folder(path) !== folder(asked?.path ?? "")) {
          showOf(path).catch(console.warn);
        } else if (asked && asked.path !== path) {
          submissions.asked = { ...asked, path };  // so that this notebook comes first
          submissions.look(submissions.asked, false);
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
    .nbjudge-submissions-body .nbjudge-notebooks { list-style: none; margin: 0; padding: 0;
      overflow-wrap: anywhere; }
    .nbjudge-attempts { list-style: none; margin: 0; padding: 0; }
    .nbjudge-attempt { border-top: 1px solid var(--jp-border-color2); padding: 0 0 8px; }
    .nbjudge-due-sign { color: var(--jp-ui-font-color2); font-size: var(--jp-ui-font-size1);
      padding: 0 6px; align-self: center; white-space: nowrap; }
    .nbjudge-late { border-left: 4px solid var(--jp-warn-color1); margin: 0 0 4px;
      padding-left: 8px; }
    .nbjudge-outcome { margin: 0 0 4px; }
    .nbjudge-part > summary { cursor: pointer; overflow-wrap: anywhere; min-height: 24px; }
    .nbjudge-open { margin: 4px 0 8px; }
  `;

  globalThis._JUPYTERLAB = globalThis._JUPYTERLAB || {};
  globalThis._JUPYTERLAB["nbjudge-submit"] = {
    pure: { dueOn, folder, timeText },  // for tests
    /** @param {Lab.Scope} scope */
    init(scope) {
      shared = scope;
    },
    async get() {
      const plugins = await makePlugins();
      return () => ({ __esModule: true, default: plugins });
    },
  };
})();
