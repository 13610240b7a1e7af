// JupyterLab's modules as its pages share them with extensions, and what nbjudge's server answers.
import type { JupyterFrontEnd } from "@jupyterlab/application";
import type * as apputils from "@jupyterlab/apputils";
import type * as coreutils from "@jupyterlab/coreutils";
import type { DocumentWidget } from "@jupyterlab/docregistry";
import type * as notebook from "@jupyterlab/notebook";
import type * as services from "@jupyterlab/services";
import type * as widgets from "@lumino/widgets";

declare global {
  namespace Lab {
    interface Modules {
      "@jupyterlab/apputils": typeof apputils;
      "@jupyterlab/coreutils": typeof coreutils;
      "@jupyterlab/notebook": typeof notebook;
      "@jupyterlab/services": typeof services;
      "@lumino/widgets": typeof widgets;
    }

    type Scope = {
      [Name in keyof Modules]: Record<string, { get(): Promise<() => Modules[Name]> }>;
    };

    type Entry = services.Contents.IModel;
    type App = JupyterFrontEnd;
    type Palette = apputils.ICommandPalette | null;
    type Panel = notebook.NotebookPanel;
    type Tracker = notebook.INotebookTracker;
    type Widget = widgets.Widget;
    type AnyDocument = DocumentWidget;

    /** The result of nbjudge.server.validate.dialog.dialog_of. */
    interface ValidateDialog {
      title: string;
      label: string;
      html: string;
      next: string | null;
    }

    /** What the panel Submissions is of: a notebook, and the course of its folder. */
    interface Asked {
      path: string;
      course?: string;
    }

    /** The reply of nbjudge.server.submit.submit_handlers. */
    interface Status {
      courses: string[];
      due: string | null;
      is_over: boolean;
      is_open: boolean;
      watched: boolean;
      latest: string;
      pages: Record<string, Record<string, string>>;
      now: string;
      html: string;
      lacking?: string[];
      notes?: string;
    }
  }

  var _JUPYTERLAB: Record<string, unknown>;
}
