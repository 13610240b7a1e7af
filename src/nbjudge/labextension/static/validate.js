/* The button Validate in JupyterLab and Jupyter Notebook, for nbjudge.server.validate.

   A prebuilt extension: JupyterLab loads this file as a module container, gives it the modules that
   it shares (init), and asks it for "./extension" (get). It is small enough to be written as it is
   read, so that no JavaScript is built. */
"use strict";

(() => {
  const BUTTON = "nbjudge-validate";

  let shared;

  /* A module of JupyterLab's own, of which there is one version. */
  async function load(name) {
    const [version] = Object.values(shared[name]);
    return (await version.get())();
  }

  async function makePlugins() {
    const [{ Dialog, showDialog }, { ServerConnection }, { URLExt }, { Widget }] =
      await Promise.all(
        ["@jupyterlab/apputils", "@jupyterlab/services", "@jupyterlab/coreutils",
          "@lumino/widgets"].map(load));

    async function ask(route, body) {
      const settings = ServerConnection.makeSettings();
      const request = { method: "POST", body: JSON.stringify(body) };
      const url = URLExt.join(settings.baseUrl, route);
      const answer = await ServerConnection.makeRequest(url, request, settings);
      if (!answer.ok) {
        throw new Error(`The server answered ${answer.status}.`);
      }
      return answer.json();
    }

    async function validate(panel, button) {
      button.disabled = true;
      button.textContent = "Validating…";
      let answer;
      try {
        await panel.context.save();
        answer = await ask("assignments/validate", { path: panel.context.localPath });
      } catch (error) {
        answer = { success: false, value: `The notebook could not be validated: ${error.message}` };
      } finally {
        button.disabled = false;
        button.textContent = "Validate";
      }
      await showAnswer(panel, answer);
    }

    async function showAnswer(panel, answer) {
      const verdict = answer.success
        ? answer.value.nbjudge
        : { summary: answer.value, passed: false, problems: [] };
      let dialog;
      const go = (number) => {
        dialog.resolve(0);
        const notebook = panel.content;
        notebook.activeCellIndex = number;
        notebook.scrollToItem(number, "center");
      };
      dialog = new Dialog({
        title: verdict.passed ? "Validated" : "Not there yet",
        body: new Widget({ node: makeBody(verdict, go) }),
        buttons: [Dialog.okButton({ label: "Close" })],
      });
      await dialog.launch();
    }

    function makeBody(verdict, go) {
      const body = element("div", "nbjudge-verdict");
      body.dataset.passed = verdict.passed;
      body.append(element("p", "nbjudge-summary", verdict.summary));
      for (const problem of verdict.problems) {
        const item = element("section", "nbjudge-problem");
        item.append(element("p", "nbjudge-message", problem.message));
        const place = element("p", "nbjudge-where", `In the cell “${problem.where}” `);
        const link = element("button", "nbjudge-go jp-mod-styled", "Go there");
        link.onclick = () => go(problem.cell);
        place.append(link);
        item.append(place);
        if (problem.details && problem.details.trim() !== problem.message) {
          const details = element("details");
          details.append(element("summary", "", "The whole error"));
          details.append(element("pre", "", problem.details));
          item.append(details);
        }
        body.append(item);
      }
      return body;
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

    /* JupyterLab calls this for each notebook that is opened. */
    function createNew(panel) {
      const button = element("button", `${BUTTON} jp-ToolbarButtonComponent`, "Validate");
      button.title = "Run the notebook from the top, and see how its checks go";
      button.onclick = () => validate(panel, button);
      const widget = new Widget({ node: element("div", "jp-ToolbarButton") });
      widget.node.append(button);
      const names = [...panel.toolbar.names()];
      panel.toolbar.insertItem(names.indexOf("spacer"), BUTTON, widget);
      panel.context.ready.then(() => {
        if (isAssignment(panel)) {
          ask("nbjudge/warm", {}).catch(console.warn);
        }
      });
      return widget;
    }

    return [{
      id: "nbjudge:validate",
      description: "The button Validate, answered by warm processes.",
      autoStart: true,
      activate: (app) => {
        const style = element("style", "", STYLE);
        document.head.append(style);
        app.docRegistry.addWidgetExtension("Notebook", { createNew });
      },
    }];
  }

  const STYLE = `
    .nbjudge-validate { background: none; border: 0; padding: 0 6px; height: 24px;
      color: var(--jp-ui-font-color1); font: inherit; font-size: var(--jp-ui-font-size1);
      border-radius: var(--jp-border-radius); cursor: pointer; }
    .nbjudge-validate:hover { background: var(--jp-layout-color2); }
    .nbjudge-verdict { max-width: 46em; color: var(--jp-ui-font-color1); }
    .nbjudge-summary { font-size: var(--jp-ui-font-size2); margin: 0 0 12px; }
    .nbjudge-verdict[data-passed=true] .nbjudge-summary::before { content: "✓ ";
      color: var(--jp-success-color1); }
    .nbjudge-problem { border-left: 4px solid var(--jp-error-color1); padding: 2px 0 2px 12px;
      margin: 0 0 14px; }
    .nbjudge-message { font-weight: 600; white-space: pre-wrap; overflow-wrap: anywhere;
      margin: 0 0 4px; }
    .nbjudge-where { color: var(--jp-ui-font-color2); margin: 0 0 4px; }
    .nbjudge-go { margin-left: 6px; }
    .nbjudge-problem pre { white-space: pre-wrap; overflow-wrap: anywhere;
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
