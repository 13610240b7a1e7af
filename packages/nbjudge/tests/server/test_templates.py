"""No name in formgrader's pages is read as markup or as a program."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from nbgrader.exchange.default import Exchange
from nbgrader.server_extensions.formgrader import handlers

from nbjudge.server.formgrader import TEMPLATES, templates

NAMES = ("assignment_id", "notebook_id", "student_id", "submission_id")
ALL_PAGES = [*Path(handlers.template_path).glob("*.tpl"), *TEMPLATES.glob("*.tpl")]
PAGES = sorted(
    {path.name for path in ALL_PAGES if not path.name.startswith(("formgrade_", "base"))}
)
HOSTILE = [
    '";alert(1);"',
    'x"><img src=x onerror=alert(9)>',
    "</script><script>alert(1)</script>",
    "\\",
    "\u2028\n`${alert(1)}",
    "o'brien & sons",
]


class Parts(HTMLParser):
    """The tags of a page with their attributes, its scripts, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags, self.scripts, self.text = [], [], ""
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, sorted(name for name, _ in attributes)))

    def handle_data(self, data):
        if self.cdata_elem == "script":
            self.scripts.append(data)
        else:
            self.text += data


def render(page: str, name: str) -> Parts:
    values = dict.fromkeys(NAMES, name)
    common = {"base_url": "/lab", "url_prefix": "", "course_dir": "/course", "exchange": "/x"}
    return Parts(templates().get_template(page).render(**values, **common))


@pytest.mark.parametrize("page", PAGES)
def test_names_are_text(page):
    plain = render(page, "plain")
    for name in HOSTILE:
        parts = render(page, name)
        assert parts.tags == plain.tags
        assert parts.text.replace(name, "plain") == plain.text
        for script, harmless in zip(parts.scripts, plain.scripts, strict=True):
            said = dict(re.findall(r"^var (\w+) = (.*);$", script, re.M))
            assert said.keys() == dict(re.findall(r"^var (\w+) = (.*);$", harmless, re.M)).keys()
            assert {json.loads(said[key]) for key in said.keys() & set(NAMES)} <= {name}
            bare = re.sub(r"^var (\w+_id) = .*;$", "", script, flags=re.M)
            assert bare == re.sub(r"^var (\w+_id) = .*;$", "", harmless, flags=re.M)


@pytest.mark.parametrize(
    ("exchange", "is_missing", "course", "warning"),
    [
        (Exchange.root.default_value, True, "", None),
        ("/named", True, "ps", "warning-exchange"),
        ("/named", False, "", "warning-course-id"),
        ("/named", False, "ps", None),
    ],
)
def test_only_a_course_with_an_exchange_is_warned_about_it(exchange, is_missing, course, warning):
    page = templates().get_template("manage_assignments.tpl")
    text = page.render(exchange=exchange, exchange_missing=is_missing, course_id=course)
    assert re.findall(r"warning-(?:exchange|course-id)", text) == [*filter(None, [warning])]
