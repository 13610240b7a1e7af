"""What a course can set for the report, in nbgrader_config.py."""

from traitlets import Dict, Unicode
from traitlets.config import Configurable


class Report(Configurable):
    """Settings of `nbjudge report`."""

    formgrader = Unicode(
        "http://localhost:8888/formgrader",
        help="Address of formgrader, for the links of the report; empty for no links.",
    ).tag(config=True)

    known_answers = Dict(
        Unicode(),
        key_trait=Unicode(),
        help="Known wrong answers to compare with, by assignment: the path of a table as "
        "`nbjudge report --csv` writes messages.csv, from the course folder, with an answer in the "
        "place of a student and what its author believed in the place of the name.",
    ).tag(config=True)

    forgeable = Dict(
        Unicode(),
        key_trait=Unicode(),
        help="Test cells whose points a submission can forge, as assignment/notebook/cell, and by "
        'what: the report marks them with "can be forged by" and these words.',
    ).tag(config=True)
