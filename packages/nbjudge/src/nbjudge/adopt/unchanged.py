"""Results of `nbjudge check` that hold again, because nothing that they depend on has changed.

A result is that of a whole notebook, because what a cell does depends on the cells before it, and
all of them run to grade one.

Entry points: `keys_of`, `unchanged`.
"""

from collections.abc import Mapping
from dataclasses import fields, replace

import nbformat
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory

from ..course.daily_notices import cells_of, noted_results
from ..files.digests import canonical, content_digest
from ..gradebook.audit import versions
from ..grading.inputs import installed, make_inputs
from .findings import Finding, NotebookReport
from .trial import RELEASE, SOLUTIONS, Trial

FIELDS = {field.name for field in fields(NotebookReport)}


def keys_of(trial: Trial, coursedir: CourseDirectory) -> dict[str, str]:
    """Return a SHA-256 digest of all that the result of each notebook depends on.

    It covers the cells with their tags, the right answers, the files next to the notebook, the
    settings, the kernel, and the versions of nbjudge, nbgrader, Python and all packages.
    """
    keys = {}
    autograde = Autograde(coursedir=coursedir, config=trial.config)
    around = [trial.config.JudgeExecute, versions(), installed()]
    for name, definition in trial.definition.notebooks.items():
        pack = make_inputs(autograde, replace(trial.definition, notebooks={name: definition}))
        texts = [trial.submitted[student][name] for student in (SOLUTIONS[0], RELEASE)]
        notebooks = [trial.read(name), *(nbformat.reads(text, as_version=4) for text in texts)]
        cells = [*map(cells_of, notebooks), notebooks[0].metadata.get("kernelspec")]
        keys[name] = content_digest({}, canonical([pack.digest, cells, *around]))
    return keys


def unchanged(coursedir: CourseDirectory, keys: Mapping[str, str]) -> dict[str, NotebookReport]:
    """Return the results of the last check of those notebooks whose key is still the same."""
    reports = {}
    results = noted_results(coursedir)
    for name in keys.keys() & results.keys():
        result = results[name]
        # Another version of nbjudge may have noted other fields.
        if result["key"] == keys[name] and result.keys() == FIELDS:
            findings = [Finding(**finding) for finding in result["findings"]]
            reports[name] = NotebookReport(**result | {"findings": findings})
    return reports
