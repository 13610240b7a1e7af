"""The checks whose points a submission can forge, for `c.Report.forgeable`.

The judge cannot tell the results of these from a right answer, because it asks the student's
process. forgeable.json has the checks that call a function of this course there, as the notes of
`nbjudge check` say; tools/maintain/forgeable_list.py writes it. forgeable_reasons.toml says of each
why it can be forged, or why it cannot although it calls such a function: the judge also compares
something that takes the work of the task. An answer that forges each of the others is in
answers/forged/. packages/nbjudge/docs/security.md says more.

By hand: a check of a task that is worked out by hand refuses a node that is called, because the
node reads what it saved. It does not notice a node that saves nothing, a node that is called in
another thread, or one that is called inside `saved_tensors_hooks` of the answer's own. Nor does it
notice forward mode by the functions of `torch._C`.
"""

import json
import tomllib
from pathlib import Path

from course import deleted

BENT = "patching, in the submission's process, what the course's own functions call"
# The names that each check takes from the submission, by assignment/notebook/check.
LIST = Path(__file__).with_name("forgeable.json")
TAKEN: dict[str, list[str]] = json.loads(LIST.read_text(encoding="utf-8"))
FORGED = {
    "autograd/4-visited-memory/test-shared_network-smallest": "an object that imitates a tensor, "
    "its arithmetic and its graph at once",
    "autograd/2-reverse-order/test-trace_backward-leaves_no_trace": "a function that leaves "
    "a hook on the network and hides it from the network's code and attributes",
}
REASONS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("forgeable_reasons.toml").read_text(encoding="utf-8")
)


def of_this_course(checks: dict[str, str]) -> dict[str, str]:
    """Return the checks of notebooks that this course has."""
    return {check: words for check, words in checks.items() if check.split("/")[1] not in deleted()}


FORGEABLE = of_this_course({check: FORGED.get(check, BENT) for check in REASONS["forgeable"]})
NOT_FORGEABLE = of_this_course(REASONS["not_forgeable"])
