/* The button Validate in JupyterLab and Jupyter Notebook, for nbjudge.server.validate.

   A prebuilt extension: JupyterLab loads this file as a module container, gives it the modules that
   it shares (init), and asks it for "./extension" (get). It is small enough to be written as it is
   read, so that no JavaScript is built. */
"use strict";

(() => {
  const BUTTON = "nbjudge-validate";
  const COMMAND = "nbjudge:validate";
  const KEYS = "Alt Shift V";
  const CAPTION = "Run the notebook from the top and show the results of its checks";
  const WARM_FOR = 300_000;  // milliseconds; the server ends its fork server after 15 minutes

  let shared;

  /* A module of JupyterLab's own, of which there is one version. */
  async function load(name) {
    const [version] = Object.values(shared[name]);
    return (await version.get())();
  }

  async function makePlugins() {
    const [{ Dialog, ICommandPalette, Notification }, { ServerConnection },
      { PageConfig, URLExt }, { Widget }, { INotebookTracker }] = await Promise.all(
      ["@jupyterlab/apputils", "@jupyterlab/services", "@jupyterlab/coreutils",
        "@lumino/widgets", "@jupyterlab/notebook"].map(load));

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

    /* Run the notebook that is open in a panel, and show its answer; `widget` holds the buttons. */
    async function validate(app, panel, widget) {
      const [button, cancel] = widget.node.children;
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
      } catch (error) {
        // Where the file has changed on the disk JupyterLab asks, and Cancel is an answer.
        const refused = error.name === "ModalCancelError" || error.message === "Cancel";
        const value = `The notebook could not be validated: ${error.message}`;
        answer = { success: false, value, cancelled: refused || ended.signal.aborted };
      } finally {
        showRunning(widget, false);
      }
      document.dispatchEvent(new Event("nbjudge-validated"));
      if (!answer.cancelled) {
        await showAnswer(app, panel, button, answer);
      }
    }

    function showRunning(widget, running) {
      const [button, cancel, seconds] = widget.node.children;
      clearInterval(widget.timer);
      seconds.textContent = "";
      if (running) {
        let past = 0;
        widget.timer = setInterval(() => {
          past += 1;
          seconds.textContent = past < 3 ? "" : `${past} s`;
        }, 1000);
      }
      button.textContent = running ? "Validating…" : "Validate";
      button.ariaDisabled = running;  // `disabled` would lose the focus
      if (!running && document.activeElement === cancel) {
        button.focus();
      }
      cancel.hidden = !running;
      for (const bar of widget.node.querySelectorAll("progress")) {
        bar.hidden = !running;
      }
    }

    /* What Submit finds out about the file: that it has another name, or is as it was released. */
    async function about(path) {
      const name = path.split("/").pop();
      try {
        const { lacking = [], noted = [] } = await ask("nbjudge/submissions", { path, look: true });
        return [...lacking, ...noted].filter((each) => ` ${each}`.includes(` ${name}`)).join(" ");
      } catch (error) {
        console.warn(error);
        return "";
      }
    }

    async function showAnswer(app, panel, button, answer) {
      const verdict = answer.success
        ? answer.value.nbjudge
        : { summary: answer.value, passed: false, blocks: [] };
      const said = await about(panel.context.localPath);
      let dialog;
      let chosen = null;
      const go = (number) => {
        chosen = number;
        dialog.resolve(0);
      };
      const title = verdict.passed ? "Validated" : "Not there yet";
      const progress = answer.progress ?? [];
      const next = verdict.passed ? following(panel, progress) : null;
      const close = { label: "Close" };
      dialog = new Dialog({
        title,
        body: new Widget({ node: makeBody(verdict, said, progress, go) }),
        buttons: next
          ? [Dialog.cancelButton(close), Dialog.okButton({ label: `Next: ${next.name}` })]
          : [Dialog.okButton(close)],
      });
      dialog.node.setAttribute("aria-label", `${title}. ${verdict.summary}`);
      const { button: { accept } } = await dialog.launch();
      if (next && accept) {
        await app.commands.execute("docmanager:open", { path: next.path });
        return;
      }
      if (chosen === null) {
        button.focus();
        return;
      }
      const notebook = panel.content;
      notebook.mode = "command";
      notebook.deselectAll();
      notebook.activeCellIndex = chosen;
      await notebook.scrollToItem(chosen, "center");
      panel.activate();  // the keys are for the cell
    }

    /* The notebook of the folder that comes after the one in a panel; null if that is the last. */
    function following(panel, progress) {
      const parts = panel.context.path.split("/");
      const here = parts.pop().replace(/\.ipynb$/, "");
      const name = progress[progress.findIndex((each) => each.name === here) + 1]?.name;
      return name ? { name, path: [...parts, `${name}.ipynb`].join("/") } : null;
    }

    function makeBody(verdict, said, progress, go) {
      const body = element("div", "nbjudge-verdict");
      body.dataset.passed = verdict.passed;
      body.append(element("p", "nbjudge-summary", verdict.summary));
      if (said) {
        body.append(element("p", "nbjudge-said", said));
      }
      for (const block of verdict.blocks) {
        const section = element("section", "nbjudge-block");
        const heading = element("h3", "nbjudge-title", block.title);
        const link = element("button", "nbjudge-go jp-mod-styled", "Go to the cell");
        link.ariaLabel = `Go to the cell: ${block.title}`;
        link.onclick = () => go(block.cell);
        const top = element("div", "nbjudge-top");
        top.append(heading, link);
        section.append(top, ...block.reasons.map((reason) => makeReason(reason, go)));
        if (block.waiting) {
          const checks = block.waiting === 1 ? "1 check waits" : `${block.waiting} checks wait`;
          section.append(element("p", "nbjudge-where", `${checks} for this cell.`));
        }
        body.append(section);
      }
      if (progress.length > 1) {
        body.append(makeProgress(progress));
      }
      return body;
    }

    /* The notebooks of the folder in their order, each with its last result. */
    function makeProgress(progress) {
      const part = element("section", "nbjudge-progress");
      part.append(element("h3", "nbjudge-title", "Notebooks in this folder"));
      const list = element("ul", "nbjudge-places");
      for (const { name, passed, shown } of progress) {
        const item = element("li");
        const result = shown === null ? "not validated yet"
          : `${passed} of ${shown} shown ${shown === 1 ? "check passes" : "checks pass"}`;
        item.append(element("code", "", name), `: ${result}`);
        list.append(item);
      }
      part.append(list);
      return part;
    }

    function makeReason(reason, go) {
      const part = element("div", "nbjudge-reason");
      part.append(element("p", "nbjudge-message", reason.message));
      const places = element("ul", "nbjudge-places");
      for (const place of reason.places) {
        const item = element("li");
        const link = element("button", "nbjudge-place", place.where);
        link.title = "Go there";
        link.onclick = () => go(place.cell);
        item.append(link);
        places.append(item);
      }
      part.append(places);
      if (reason.details && reason.details.trim() !== reason.message) {
        const details = element("details");
        details.append(element("summary", "", "Full error"));
        details.append(element("pre", "", reason.details));
        part.append(details);
      }
      return part;
    }

    function element(tag, classes = "", text = "") {
      const node = document.createElement(tag);
      node.className = classes;
      node.textContent = text;
      return node;
    }

    function isAssignment(panel) {
      const cells = panel.content.model?.sharedModel.cells ?? [];
      return [...cells].some((cell) => cell.getMetadata("nbgrader"));
    }

    /* What tools/work_copy.py notes in a notebook that it has renewed is said once. */
    function tellOfEdition(app, panel) {
      const model = panel.content.model;
      const note = model.getMetadata("nbjudge");
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
      model.deleteMetadata("nbjudge");
    }

    const runs = new WeakMap();  // what the button does, by panel

    function addCommand(app, tracker, palette) {
      app.commands.addCommand(COMMAND, {
        label: "Validate",
        caption: CAPTION,
        isEnabled: () => runs.has(tracker.currentWidget),
        execute: () => runs.get(tracker.currentWidget)(),
      });
      app.commands.addKeyBinding({ command: COMMAND, keys: [KEYS], selector: ".jp-Notebook" });
      palette?.addItem({ command: COMMAND, category: "Assignment" });
    }

    /* Reading START.md takes longer than importing what the first notebook imports. */
    async function warmFirst(app) {
      const { content } = await app.serviceManager.contents.get("");
      const first = content.filter((each) => each.type === "notebook")
        .sort((one, other) => one.name.localeCompare(other.name))[0];
      if (first && content.some((each) => each.name === "START.md")) {
        await ask("nbjudge/warm", { path: first.path });
      }
    }

    /* Let the saves of a document wait for each other. Of two at a time, such as the autosave and
       that of a button, JupyterLab takes one for a change by somebody else and asks which to keep. */
    function saveInTurn(context) {
      const save = context.save.bind(context);
      let last = Promise.resolve();
      context.save = () => {
        last = last.catch(() => {}).then(save);  // its own caller hears of a failure
        return last;
      };
    }

    /* JupyterLab calls this for each notebook that is opened. */
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
      button.onclick = () => validate(app, panel, widget);
      runs.set(panel, button.onclick);
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
      activate: (app, tracker, palette) => {
        const style = element("style", "", STYLE);
        document.head.append(style);
        app.docRegistry.addWidgetExtension("Notebook", {
          createNew: (panel) => createNew(app, panel),
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
    /* A shadow at the edge beyond which there is more: a scrollbar may be invisible. */
    .nbjudge-verdict { max-width: 46em; color: var(--jp-ui-font-color1); --edge: var(--jp-layout-color1);
      background: linear-gradient(var(--edge) 30%, transparent) top / 100% 40px no-repeat local,
        linear-gradient(transparent, var(--edge) 70%) bottom / 100% 40px no-repeat local,
        linear-gradient(var(--jp-border-color1), transparent) top / 100% 12px no-repeat scroll,
        linear-gradient(transparent, var(--jp-border-color1)) bottom / 100% 12px no-repeat scroll; }
    .nbjudge-summary { font-size: var(--jp-ui-font-size2); margin: 0 0 12px; }
    .nbjudge-verdict[data-passed=true] .nbjudge-summary::before { content: "✓ ";
      color: var(--jp-success-color1); }
    .nbjudge-block { border-left: 4px solid var(--jp-error-color1); padding: 2px 0 2px 12px;
      margin: 0 0 16px; }
    .nbjudge-progress { border-top: 1px solid var(--jp-border-color2); padding-top: 8px; }
    .nbjudge-top { display: flex; align-items: center; justify-content: space-between; gap: 12px; }
    .nbjudge-title { font-family: var(--jp-code-font-family); font-size: var(--jp-ui-font-size2);
      font-weight: 600; overflow-wrap: anywhere; margin: 0; }
    .nbjudge-go { flex: none; }
    .nbjudge-reason { margin: 4px 0 10px; }
    .nbjudge-message { font-weight: 600; white-space: pre-wrap; overflow-wrap: anywhere;
      margin: 0 0 6px; }
    .nbjudge-where { color: var(--jp-ui-font-color2); margin: 0 0 2px; }
    .nbjudge-places { margin: 0; padding: 0; list-style: none; }
    .nbjudge-reason li { margin: 0 0 6px; }
    .nbjudge-verdict .nbjudge-place { display: block; min-height: 0; height: auto; padding: 0;
      border: 0; margin: 0; background: none; font: inherit; letter-spacing: normal;
      line-height: 1.3; text-align: left; cursor: pointer;
      color: var(--jp-content-link-color); text-decoration: underline; }
    .nbjudge-reason pre { white-space: pre-wrap; overflow-wrap: anywhere;
      font-size: var(--jp-code-font-size); background: var(--jp-layout-color2); padding: 6px; }
  `;

  globalThis._JUPYTERLAB = globalThis._JUPYTERLAB || {};
  globalThis._JUPYTERLAB.nbjudge = {
    init(scope) {
      shared = scope;
    },
    async get() {
      const plugins = await makePlugins();
      return () => ({ __esModule: true, default: plugins });
    },
  };
})();
