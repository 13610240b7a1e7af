"""Settings of the report in nbgrader_config.py."""

from pathlib import Path

from jupyter_server.serverapp import list_running_servers
from traitlets import Dict, List, Unicode, default
from traitlets.config import Configurable


class Report(Configurable):
    """Settings of `nbjudge report`."""

    formgrader = Unicode(
        help="URL of formgrader, for links in the report; empty for no links. Defaults to "
        "that of the server running in this folder, or of one on port 8888.",
    ).tag(config=True)

    @default("formgrader")
    def _formgrader(self) -> str:
        here = Path.cwd()
        urls = [s["url"] for s in list_running_servers() if here.is_relative_to(s["root_dir"])]
        return f"{(urls or ['http://localhost:8888/'])[0]}formgrader"

    sections = List(
        Unicode(),
        help="Your own tables: dotted names of classes with a `title`, a `caption` and a method "
        "`rows(folder, folders)`, like nbjudge.ReportSection.",
    ).tag(config=True)

    forgeable = Dict(
        Unicode(),
        key_trait=Unicode(),
        help="Maps assignment/notebook/cell to how its points can be forged. The report marks "
        'these test cells with "can be forged by" and this text.',
    ).tag(config=True)

    not_forgeable = Dict(
        Unicode(),
        key_trait=Unicode(),
        help="Maps assignment/notebook/cell to why its points cannot be forged, although the cell "
        "takes names from the submission. With JudgeExecute.require_hardening, each scored cell "
        "that takes any must be here or in Report.forgeable.",
    ).tag(config=True)
