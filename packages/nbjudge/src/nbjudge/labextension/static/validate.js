/* The button Validate in JupyterLab and Jupyter Notebook, for nbjudge.server.validate.

   A prebuilt extension: JupyterLab loads this file as a module container, gives it the modules that
   it shares (init), and asks it for "./extension" (get). It is small enough to be written as it is
   read, so that no JavaScript is built. */
"use strict";

(() => {
  const BUTTON = "nbjudge-validate";
  const COMMAND = "nbjudge:validate";
  const GO_TO_CELL = "nbjudge:go-to-cell";
  const KEYS = "Alt Shift V";
  const CAPTION = "Run the notebook from the top and show the results of its checks";
  const WARM_FOR = 300_000;  // milliseconds; the server ends its fork server after 15 minutes

  /** @type {Lab.Scope} */
  let shared;

  /** Let the saves of a document wait for each other. Of two at a time, such as the autosave and
   * that of a button, JupyterLab takes one for a change by somebody else and asks which to keep.
   * @param {Lab.Panel["context"]} context
   */
  function saveInTurn(context) {
    const save = context.save.bind(context);
    let last = Promise.resolve();
    context.save = () => {
      last = last.catch(() => {}).then(save);  // its own caller hears of a failure
      return last;
    };
  }

  /** A module of JupyterLab's own, of which there is one version.
   * @template {keyof Lab.Modules} Name
   * @param {Name} name
   */
  async function load(name) {
    const [version] = Object.values(shared[name]);
    return (await version.get())();
  }

  async function makePlugins() {
    const { Dialog, ICommandPalette, Notification } = await load("@jupyterlab/apputils");
    const { ServerConnection } = await load("@jupyterlab/services");
    const { PageConfig, URLExt } = await load("@jupyterlab/coreutils");
    const { Widget } = await load("@lumino/widgets");
    const { INotebookTracker } = await load("@jupyterlab/notebook");

    /**
     * @param {string} route
     * @param {object} body
     * @param {RequestInit} more
     */
    async function ask(route, body, more = {}) {
      const settings = ServerConnection.makeSettings();
      const request = { method: "POST", body: JSON.stringify(body), ...more };
      const url = URLExt.join(settings.baseUrl, route);
      const answer = await ServerConnection.makeRequest(url, request, settings);
      if (!answer.ok) {
        throw new Error(`The server answered ${answer.status}.`);
      }
      return answer.json();
    }

    /** Run the notebook that is open in a panel, and show its answer; `widget` holds the buttons.
     * @param {Lab.App} app
     * @param {Lab.Panel} panel
     * @param {Lab.Widget} widget
     */
    async function validate(app, panel, widget) {
      const [button, cancel] = /** @type {HTMLCollectionOf<HTMLElement>} */ (widget.node.children);
      if (button.ariaDisabled === "true") {
        return;
      }
      const path = panel.context.localPath;
      let answer;
      const ended = new AbortController();
      cancel.onclick = () => {
        ended.abort();
        // A proxy may keep the connection to the server open.
        ask("nbjudge/cancel", { path }).catch(console.warn);
      };
      showRunning(widget, true);
      try {
        await panel.context.save();
        ended.signal.throwIfAborted();
        answer = await ask("assignments/validate", { path }, { signal: ended.signal });
      } catch (reason) {
        const error = /** @type {Error} */ (reason);
        // Where the file has changed on the disk JupyterLab asks, and Cancel is an answer.
        const refused = error.name === "ModalCancelError" || error.message === "Cancel";
        const label = `The notebook could not be validated: ${error.message}`;
        const nbjudge = { title: label, label, html: "", next: null };
        answer = { nbjudge, cancelled: refused || ended.signal.aborted };
      } finally {
        showRunning(widget, false);
      }
      document.dispatchEvent(new Event("nbjudge-validated"));
      reloadStart(app);
      if (!answer.cancelled) {
        await showAnswer(app, panel, button, answer.nbjudge);
      }
    }

    /** The server has written the result into START.md.
     * @param {Lab.App} app
     */
    function reloadStart(app) {
      for (const widget of app.shell.widgets("main")) {
        const { context } = /** @type {Lab.AnyDocument} */ (widget);  // of other widgets, undefined
        if (context?.path === "START.md" && !context.model.dirty) {
          context.revert().catch(console.warn);
        }
      }
    }

    /** @type {WeakMap<Lab.Widget, number>} */
    const timers = new WeakMap();  // each counts the seconds of a run

    /** @param {Lab.Widget} widget @param {boolean} running */
    function showRunning(widget, running) {
      const [button, cancel, seconds] =
        /** @type {HTMLCollectionOf<HTMLElement>} */ (widget.node.children);
      clearInterval(timers.get(widget));
      seconds.textContent = "";
      if (running) {
        let past = 0;
        const timer = window.setInterval(() => {
          past += 1;
          seconds.textContent = past < 3 ? "" : `${past} s`;
        }, 1000);
        timers.set(widget, timer);
      }
      button.textContent = running ? "Validating…" : "Validate";
      button.ariaDisabled = String(running);  // `disabled` would lose the focus
      if (!running && document.activeElement === cancel) {
        button.focus();
      }
      cancel.hidden = !running;
      for (const bar of widget.node.querySelectorAll("progress")) {
        bar.hidden = !running;
      }
    }

    /** What Submit finds out about the file: that it has another name, or is as it was released.
     * @param {string} path
     */
    async function about(path) {
      const name = path.split("/").pop();
      try {
        const { lacking = [], noted = [] } = await ask("nbjudge/submissions", { path, look: true });
        const sentences = /** @type {string[]} */ ([...lacking, ...noted]);
        return sentences.filter((sentence) => ` ${sentence}`.includes(` ${name}`)).join(" ");
      } catch (error) {
        console.warn(error);
        return "";
      }
    }

    /** Show what the server has rendered in a dialog; its links lead to cells.
     * @param {Lab.App} app
     * @param {Lab.Panel} panel
     * @param {HTMLElement} button
     * @param {Lab.ValidateDialog} answer
     */
    async function showAnswer(app, panel, button, { title, label, html, next }) {
      const note = await about(panel.context.localPath);
      const body = element("div", "nbjudge-verdict");
      body.innerHTML = html;
      if (note) {
        body.prepend(element("p", "nbjudge-note", note));
      }
      const close = { label: "Close" };
      const dialog = new Dialog({
        title,
        body: new Widget({ node: body }),
        buttons: next
          ? [Dialog.cancelButton(close), Dialog.okButton({ label: `Next: ${next}` })]
          : [Dialog.okButton(close)],
      });
      /** @type {number | null} */
      let chosen = null;
      body.onclick = (event) => {
        /** @type {HTMLElement | null} */
        const link = /** @type {Element} */ (event.target).closest("[data-cell]");
        if (link) {
          chosen = Number(link.dataset.cell);
          dialog.resolve(0);
        }
      };
      dialog.node.setAttribute("aria-label", label);
      const { button: { accept } } = await dialog.launch();
      if (next && accept) {
        const path = [...panel.context.path.split("/").slice(0, -1), `${next}.ipynb`].join("/");
        await app.commands.execute("docmanager:open", { path });
      } else if (chosen === null) {
        button.focus();
      } else {
        await goTo(panel, chosen);
      }
    }

    /** Make a cell the active one; the keys are for it from then on.
     * @param {Lab.Panel} panel
     * @param {number} number
     */
    async function goTo(panel, number) {
      const notebook = panel.content;
      notebook.mode = "command";
      notebook.deselectAll();
      notebook.activeCellIndex = number;
      await notebook.scrollToItem(number, "center");
      panel.activate();
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

    /** @param {Lab.Panel} panel */
    function isAssignment(panel) {
      const cells = panel.content.model?.sharedModel.cells ?? [];
      return [...cells].some((cell) => cell.getMetadata("nbgrader"));
    }

    /** What tools/work_copy.py notes in a notebook that it has renewed is said once.
     * @param {Lab.App} app
     * @param {Lab.Panel} panel
     */
    function tellOfEdition(app, panel) {
      const model = panel.content.model;
      const note = model?.getMetadata("nbjudge");
      if (!note || typeof note.kept_as !== "string" || note.kept_as.includes("/")) {
        return;
      }
      const folder = panel.context.path.split("/").slice(0, -1);
      const path = [...folder, note.kept_as].join("/");
      const text = "This is a newer release of the notebook, with your work in it. "
        + `Your previous copy is ${note.kept_as}.`;
      const open = () => app.commands.execute("docmanager:open", { path });
      const actions = [{ label: "Open the previous copy", callback: open }];
      Notification.info(text, { autoClose: false, actions });
      model?.deleteMetadata("nbjudge");
    }

    /** @type {WeakMap<Lab.Panel, () => void>} */
    const runs = new WeakMap();  // what the button does, by panel

    /** @param {Lab.App} app @param {Lab.Tracker} tracker @param {Lab.Palette} palette */
    function addCommand(app, tracker, palette) {
      const current = () => tracker.currentWidget && runs.get(tracker.currentWidget);
      app.commands.addCommand(COMMAND, {
        label: "Validate",
        caption: CAPTION,
        isEnabled: () => Boolean(current()),
        execute: () => current()?.(),
      });
      app.commands.addKeyBinding({ command: COMMAND, keys: [KEYS], selector: ".jp-Notebook" });
      palette?.addItem({ command: COMMAND, category: "Assignment" });
      app.commands.addCommand(GO_TO_CELL, {
        label: "Go to a Cell of an Assignment",
        execute: async (/** @type {{ path?: string, gradeId?: string }} */ { path, gradeId }) => {
          const panel = await app.commands.execute("docmanager:open", { path });
          await panel.context.ready;
          const cells = [...panel.content.model.sharedModel.cells];
          const ids = cells.map((cell) => cell.getMetadata("nbgrader")?.grade_id);
          if (ids.includes(gradeId)) {
            await goTo(panel, ids.indexOf(gradeId));
          }
        },
      });
    }

    /** Reading START.md takes longer than importing what the first notebook imports.
     * @param {Lab.App} app
     */
    async function warmFirst(app) {
      const { content } = await app.serviceManager.contents.get("");
      /** @type {Lab.Entry[]} */
      const entries = content;
      const first = entries.filter(({ type }) => type === "notebook")
        .sort((one, other) => one.name.localeCompare(other.name))[0];
      if (first && entries.some(({ name }) => name === "START.md")) {
        await ask("nbjudge/warm", { path: first.path });
      }
    }

    /** JupyterLab calls this for each notebook that is opened.
     * @param {Lab.App} app
     * @param {Lab.Panel} panel
     */
    function createNew(app, panel) {
      saveInTurn(panel.context);
      const button = element("button", `${BUTTON} jp-ToolbarButtonComponent`, "Validate");
      button.title = `${CAPTION} (${KEYS.replaceAll(" ", "+")})`;
      const cancel = element("button", `${BUTTON} jp-ToolbarButtonComponent`, "Cancel");
      cancel.title = "Stop the run and everything its cells started";
      cancel.hidden = true;
      const widget = new Widget({ node: element("div", "jp-ToolbarButton nbjudge-buttons") });
      widget.node.ariaLive = "polite";  // that it runs is said, too
      const seconds = element("span", "nbjudge-seconds");
      seconds.ariaLive = "off";  // else a screen reader would say each second
      widget.node.append(button, cancel, seconds);
      // How long a run takes is not known, so the bar has no value.
      const bar = document.createElement("progress");
      bar.ariaLabel = "Validating";
      bar.hidden = true;
      widget.node.append(bar);
      const run = () => validate(app, panel, widget);
      button.onclick = run;
      runs.set(panel, run);
      // In a narrow window the toolbar hides what is at its end.
      const names = [...panel.toolbar.names()];
      panel.toolbar.insertItem(names.indexOf("save") + 1, BUTTON, widget);
      let warmed = -Infinity;
      const warm = () => {
        if (isAssignment(panel) && performance.now() - warmed > WARM_FOR) {
          warmed = performance.now();
          ask("nbjudge/warm", { path: panel.context.localPath }).catch(console.warn);
        }
      };
      // Whoever runs a cell may press soon, and the fork server may have ended meanwhile.
      panel.sessionContext.statusChanged.connect(warm);
      panel.context.ready.then(() => {
        tellOfEdition(app, panel);
        warm();
      });
      return widget;
    }

    /* Where the course asks for nbjudge: nbjudge.server.validate says so in the page. Elsewhere
       nbgrader's own button stays. */
    if (PageConfig.getOption("nbjudgeValidate") !== "true") {
      return [];
    }
    return [{
      id: "nbjudge:validate",
      description: "Adds the Validate button to notebooks.",
      autoStart: true,
      requires: [INotebookTracker],
      optional: [ICommandPalette],
      /** @param {Lab.App} app @param {Lab.Tracker} tracker @param {Lab.Palette} palette */
      activate: (app, tracker, palette) => {
        const style = element("style", "", STYLE);
        document.head.append(style);
        app.docRegistry.addWidgetExtension("Notebook", {
          createNew: (/** @type {Lab.Panel} */ panel) => createNew(app, panel),
        });
        addCommand(app, tracker, palette);
        app.restored.then(() => warmFirst(app)).catch(console.warn);
      },
    }];
  }

  const STYLE = `
    .nbjudge-buttons .nbjudge-validate { background: none; border: 0; padding: 0 6px; height: 24px;
      color: var(--jp-ui-font-color1); font-size: var(--jp-ui-font-size1);
      border-radius: var(--jp-border-radius); cursor: pointer; }
    .nbjudge-validate:hover { background: var(--jp-layout-color2); }
    .nbjudge-validate[aria-disabled=true] { color: var(--jp-ui-font-color2); cursor: default; }
    .nbjudge-buttons .nbjudge-validate[hidden] { display: none; }
    .nbjudge-buttons { display: flex; align-items: center; }
    .nbjudge-buttons progress { width: 5em; margin-left: 6px; }
    .nbjudge-seconds { color: var(--jp-ui-font-color2); font-size: var(--jp-ui-font-size1); }
    /* JupyterLab's dialogs are at most 500 px high, and have no edge without colors. */
    .jp-Dialog-content:has(.nbjudge-verdict) { max-height: max(500px, 90vh); border: 1px solid transparent; }
    /* A shadow at the edge beyond which there is more: a scrollbar may be invisible. */
    .nbjudge-verdict { max-width: 46em; color: var(--jp-ui-font-color1); --edge: var(--jp-layout-color1);
      background: linear-gradient(var(--edge) 30%, transparent) top / 100% 40px no-repeat local,
        linear-gradient(transparent, var(--edge) 70%) bottom / 100% 40px no-repeat local,
        linear-gradient(var(--jp-border-color1), transparent) top / 100% 12px no-repeat scroll,
        linear-gradient(transparent, var(--jp-border-color1)) bottom / 100% 12px no-repeat scroll; }
    .nbjudge-verdict .nbjudge-notebooks { border-top: 1px solid var(--jp-border-color2); margin: 0;
      padding: 8px 0 0; list-style: none; overflow-wrap: anywhere; }
  `;

  globalThis._JUPYTERLAB = globalThis._JUPYTERLAB || {};
  globalThis._JUPYTERLAB.nbjudge = {
    pure: { saveInTurn },  // for tests
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
