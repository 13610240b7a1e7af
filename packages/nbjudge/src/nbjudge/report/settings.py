"""Settings of the report in nbgrader_config.py."""

from traitlets import Dict, List, Unicode
from traitlets.config import Configurable


class Report(Configurable):
    """Settings of `nbjudge report`."""

    formgrader = Unicode(
        "http://localhost:8888/formgrader",
        help="Address of formgrader, for the links of the report; empty for no links.",
    ).tag(config=True)

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
