"""The documentation site: all pages are in it, links lead somewhere, and it shows no solution."""

import html
import json
import posixpath
import re
import runpy
from pathlib import PurePosixPath

import pytest
import yaml
from course import MARKS
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from site_notebooks import for_readers
from site_pages import ROW, api_page, package_pages, site_text
from site_sample import STUDENT, only_links_to
from support.git_files import files_in_git
from support.pages import GENERATED, PAGES
from support.paths import NBJUDGE, ROOT

from nbjudge import make_parser

lead_to_the_page = runpy.run_path(str(ROOT / "docs" / "conf.py"))["lead_to_the_page"]
INDEX = (ROOT / "docs" / "index.md").read_text()
# The pages of the site, without .md: those of docs/, those that tools write, and nbjudge's.
LAB = {name[5:-3] for name in files_in_git("docs/*.md")} - {"index"}
SITE = LAB | {name[:-3] for name in [*GENERATED, *package_pages().values()]}
NOTEBOOKS = sorted(ROOT.glob("release/autograd/*.ipynb"))
SOLUTION = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", flags=re.S)


def printed(text):
    return [new_output("stream", text=text)]


def test_a_reader_sees_text_tasks_and_what_given_cells_print():
    def code(name, source="x", outputs=(), hidden=False, **own):
        metadata = {"nbgrader": {"grade": False, "solution": False} | own} if own else {}
        metadata |= {"jupyter": {"source_hidden": True}} if hidden else {}
        return new_code_cell(source, id=name, metadata=metadata, outputs=list(outputs))

    error = [new_output("error", ename="NotImplementedError", evalue="", traceback=[])]
    shown = for_readers(
        new_notebook(
            cells=[
                new_markdown_cell("# Title", id="title"),
                code("given", outputs=printed("3 of 4\nNo guess yet: put one there.\n")),
                code("picture", hidden=True, outputs=printed("drawn")),
                code("mine", solution=True, outputs=printed("never")),
                code("check", "# Check: it adds.\nassert 0", grade=True, outputs=error),
                code("needs-mine", outputs=error),
                code("says-so", outputs=printed("mine is not written yet.\n")),
                code("silent"),
            ]
        ),
        "../../alone/lab/1.ipynb",
    )
    title, download, *cells = shown.cells
    assert title.source == "# Title"
    assert "{download}`Download this notebook <../../alone/lab/1.ipynb>`" in download.source
    assert {cell.id: cell.metadata["tags"] for cell in cells} == {
        "given": ["hide-output"],
        "picture": ["hide-input"],
        "mine": ["to-write"],
        "check": ["hide-input"],
        "needs-mine": [],
        "says-so": [],
        "silent": [],
    }
    texts = {cell.id: [output.text for output in cell.outputs] for cell in cells if cell.outputs}
    assert texts == {"given": ["3 of 4\n"], "picture": ["drawn"]}
    assert cells[3].metadata["mystnb"]["code_prompt_show"] == "Check: it adds."


def test_the_reference_has_every_public_name_and_command():
    page = api_page()
    listed = ROW.findall((ROOT / NBJUDGE / "docs" / "public-api.md").read_text())
    assert listed
    for name, _, cell in listed:
        traits = re.findall(r"`(\w+)`", cell)
        kind = "(autoclass|autofunction|py:data)"
        assert re.search(rf"^\.\. {kind}:: {re.escape(name)}(\(\))?$", page, re.M)
        own = name.rpartition(".")[2]
        for trait in traits:
            # The default, and a sentence of help.
            assert re.search(rf"^`c\.{own}\.{trait} = .+`\n: \w.+", page, re.M), trait
    [commands] = (each.choices for each in make_parser()._actions if isinstance(each.choices, dict))
    for command in commands:
        assert f"\n### nbjudge {command}\n" in page


def test_every_page_has_one_place_in_the_list():
    listed = re.findall(r"^```\{toctree\}\n(?::[^\n]*\n)*\n(.*?)```", INDEX, flags=re.M | re.S)
    places = [line for block in listed for line in block.split()]
    assert sorted(places) == sorted(SITE | {f"notebooks/{name}/*" for name in MARKS})


def test_nbjudges_pages_lead_to_one_another_on_the_site():
    pages = package_pages()
    assert set(files_in_git(f"{NBJUDGE}/docs/*.md")) <= {f"{NBJUDGE}/{name}" for name in pages}
    for source, page in pages.items():
        for target in re.findall(r"\]\(([^):#\s]+)[^):\s]*\)", site_text(source)):
            place = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
            assert place in pages.values(), f"{page} leads to {target}"
    assert "](../changes.md)" in site_text("docs/public-api.md")
    assert "](nbjudge/public-api.md)" in site_text("CHANGELOG.md")


@pytest.mark.parametrize("page", files_in_git("docs/*.md"))
def test_links_of_the_labs_pages_lead_to_files_of_the_site(page):
    text = [(ROOT / page).read_text()]
    lead_to_the_page(None, "", text)
    for target in re.findall(r"\]\((?!\w+:)([^)#\s]+)", text[0]):
        stem, ending = posixpath.splitext(target)
        is_file = ending not in {".md", ".ipynb"} and (ROOT / "docs" / target).is_file()
        is_notebook = ending == ".ipynb" and (ROOT / "release" / target[10:]).is_file()
        assert stem in SITE or is_notebook or is_file, f"{page} leads to {target}"


def slugs(page):
    """The anchors of a page's headings, as GitHub and MyST make them."""
    text = re.sub(r"^```.*?^```", "", (ROOT / page).read_text(), flags=re.M | re.S)
    for heading in re.findall(r"^#+ (.*)$", text, flags=re.M):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        yield re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-")


@pytest.mark.parametrize("page", PAGES)
def test_links_to_a_part_of_a_page_lead_to_it(page):
    for target, anchor in re.findall(r"\]\(([^):#\s]*)#([^)\s]+)\)", (ROOT / page).read_text()):
        there = (ROOT / page).parent / target if target else ROOT / page
        if there.suffix == ".md":
            assert anchor in set(slugs(there)), f"{page}: {target}#{anchor}"


def test_the_workflow_publishes_what_make_docs_builds():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "docs.yml").read_text())
    steps = workflow["jobs"]["build"]["steps"]
    # The sample class is graded in a sandbox.
    commands = [step.get("run", "") for step in steps]
    allowed = "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
    assert commands.index(allowed) < commands.index("make docs")
    makefile = (ROOT / "Makefile").read_text()
    [folder] = [step["with"]["path"] for step in steps if "pages" in step.get("uses", "")]
    assert re.search(rf"^SITE \?= {re.escape(folder)}$", makefile, flags=re.M)


def test_the_reference_shows_the_value_of_a_constant():
    assert ".. py:data:: nbjudge.UNWRITTEN\n   :value: 'not written'\n" in api_page()


def test_a_report_on_the_site_links_to_pages_that_are_there():
    row = '<th><a class="x" href="feedback/{0}/lab/1.html">4</a></th><a href="#{0}">{0}</a>'
    pages = PurePosixPath("feedback/bo/lab")
    report = "".join(map(row.format, ("ada", "bo", "bob")))
    assert only_links_to(pages, report) == "".join(
        [
            '<th>4</th><a href="#ada">ada</a>',
            row.format("bo"),
            '<th>4</th><a href="#bob">bob</a>',
        ]
    )


def test_pages_for_teachers_stand_above_the_notebooks_in_the_sidebar():
    captions = re.findall(r"^:caption: (.*)$", INDEX, flags=re.M)
    assert captions[:2] == ["To learn", "To teach"]


@pytest.mark.soak
def test_the_site_is_built_without_a_warning_and_is_whole(site):
    stems = {f"notebooks/{path.parent.name}/{path.stem}" for path in ROOT.glob("release/*/*.ipynb")}
    for stem in stems | SITE | {"index"}:
        assert (site / f"{stem}.html").is_file(), stem
    # A picture that the notebook's own code drew, and its script.
    drawn = (site / "notebooks" / "autograd" / "2-reverse-order.html").read_text()
    assert 'src="data:image/svg+xml;base64,' in drawn and "Show output" in drawn


@pytest.mark.soak
def test_the_sample_class_is_on_the_site(site):
    pages = {f"feedback/{STUDENT}/autograd/{path.stem}.html" for path in NOTEBOOKS}
    assert len(pages) == 5
    assert {str(path.relative_to(site / "sample")) for path in site.glob("sample/**/*.html")} == {
        "report.html",
        *pages,
    }
    report = (site / "sample" / "report.html").read_text()
    assert set(re.findall(r'href="([^#"][^"]*)"', report)) == pages
    linked = re.findall(r'href="(sample/[^"]*)"', (site / "index.html").read_text())
    assert len(linked) == 2 and all((site / target).is_file() for target in linked)


@pytest.mark.soak
def test_nothing_of_the_site_comes_from_elsewhere(site):
    for path in site.rglob("*.html"):
        loaded = re.findall(
            r"<(?:script|img|link|iframe)\b[^>]*?(?:src|href)=\"(https?:[^\"]*)", path.read_text()
        )
        assert not loaded, path


@pytest.mark.soak
def test_the_site_shows_no_solution_and_no_error(site):
    pages = {
        path.relative_to(site / "notebooks").with_suffix("").as_posix(): html.unescape(
            re.sub(r"<[^>]*>", "", path.read_text())
        )
        for path in site.glob("notebooks/*/*.html")
    }
    known = 0
    for name, text in pages.items():
        released = (ROOT / "release" / f"{name}.ipynb").read_text()
        telling = {
            line
            for cell in json.loads((ROOT / "source" / f"{name}.ipynb").read_text())["cells"]
            for region in SOLUTION.findall("".join(cell["source"]))
            for line in map(str.strip, region.splitlines())
            if len(line) >= 24 and json.dumps(line)[1:-1] not in released
        }
        # A commonplace may stand in both, such as `def propagate(grad_outputs):`.
        found = [line for line in telling if line in text]
        assert len(found) <= 0.1 * len(telling), f"{name} shows {found}"
        known += len(telling)
    assert known
    for name, text in pages.items():
        assert "Traceback (most recent" not in text and "BEGIN SOLUTION" not in text, name
        assert "HIDDEN TESTS" not in text, name
