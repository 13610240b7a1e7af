"""Settings of the report in nbgrader_config.py."""

from pathlib import Path

from jupyter_server.serverapp import list_running_servers
from traitlets import Dict, List, Unicode, default
from traitlets.config import Configurable


class Report(Configurable):
    """Settings of `nbjudge report`."""

    formgrader = Unicode(
        help="Address of formgrader, for the links of the report; empty for no links. By default "
        "that of the server that runs in this folder, or on port 8888.",
    ).tag(config=True)

    @default("formgrader")
    def _formgrader(self) -> str:
        here = Path.cwd()
        urls = [s["url"] for s in list_running_servers() if here.is_relative_to(s["root_dir"])]
        return f"{(urls or ['http://localhost:8888/'])[0]}formgrader"

    sections = List(
        Unicode(),
        help="Tables of the course's own: dotted names of classes that have a `title`, a `caption` "
        "and a method `rows(folder, folders)`, as nbjudge.report.sections.ReportSection has.",
    ).tag(config=True)

    forgeable = Dict(
        Unicode(),
        key_trait=Unicode(),
        help="Test cells whose points a submission can forge, as assignment/notebook/cell, and by "
        'what: the report marks them with "can be forged by" and these words.',
    ).tag(config=True)
