"""axe finds nothing of ours in the lab, in the light and in the dark theme.

What is ours in JupyterLab's page: START.md, the button Validate with its dialog, the text of a
notebook, and what its cells have drawn and printed. JupyterLab's own parts around it are left out.
"""

import json
import shutil

import pytest
from axe_playwright_python.sync_playwright import Axe
from support.browser_steps import open_first, validate
from support.paths import SOURCE

from nbjudge_testing.browser_walk import NOTEBOOK, TOKEN, choose_theme, open_notebook

OURS = [f"{NOTEBOOK} .jp-MarkdownOutput", f"{NOTEBOOK} .jp-OutputArea-output"]
NOTEBOOKS = sorted(
    str(path.relative_to(SOURCE).with_suffix("")) for path in SOURCE.glob("*/*.ipynb")
)
QUICK = "primer/2-backward"
# JupyterLab underlines a link in a text only under the mouse.
JUPYTERLABS = {"link-in-text-block"}
HIGHLIGHTED = f"{NOTEBOOK} pre code span"  # in JupyterLab's own colors, as the cells


@pytest.fixture(scope="module")
def whole_notebooks(chromium, lab):
    """JupyterLab with a setting by which the cells that are out of view are in the page, too."""
    context = chromium.new_context(extra_http_headers={"Authorization": f"token {TOKEN}"})
    address = f"{lab.url}/lab/api/settings/@jupyterlab/notebook-extension:tracker"
    for mode in ("none", "contentVisibility"):
        answer = context.request.put(
            address, data=json.dumps({"raw": f'{{"windowingMode": "{mode}"}}'})
        )
        assert answer.ok, answer.text()
        if mode == "none":
            yield lab
    context.close()


def run_all(page):
    """Run all cells of the open notebook, and wait until they have run."""
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    # A folded cell shows no prompt, so the kernel must be idle, too.
    page.wait_for_function(
        """selector => {
            const shown = [...document.querySelectorAll(`${selector} .jp-InputPrompt`)]
                .map(prompt => prompt.textContent);
            return shown.some(text => /\\[\\d+\\]/.test(text)) && !shown.includes("[*]:");
        }""",
        arg=NOTEBOOK,
    )
    page.get_by_text("| Idle").wait_for()


def violations(page, selectors=OURS, least=4):
    """What axe finds in our parts of the page: a list of (rule, element)."""
    for selector in selectors:
        assert page.locator(selector).count() >= least, selector
    # JupyterLab's body has no height and hides what overflows: axe would see no text in it.
    page.add_style_tag(content="body { overflow: visible !important }")
    # axe gives up on the contrast of everything where one text is far outside of what scrolls.
    page.evaluate(
        "for (const drawing of document.querySelectorAll('svg'))"
        "  drawing.toggleAttribute('data-tall', drawing.getBoundingClientRect().height > 1500)"
    )
    left_out = [["[data-tall]"], [HIGHLIGHTED]]
    context = {"include": [[selector] for selector in selectors], "exclude": left_out}
    found = Axe().run(page, context=context)
    judged = [*found.response["passes"], *found.response["violations"]]
    assert "color-contrast" in [rule["id"] for rule in judged]
    return [
        (rule["id"], node["html"])
        for rule in found.response["violations"]
        if rule["id"] not in JUPYTERLABS
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize(
    "notebook",
    [pytest.param(name, marks=[] if name == QUICK else pytest.mark.soak) for name in NOTEBOOKS],
)
def test_axe_finds_nothing_of_ours_in_a_notebook_that_was_run(
    notebook, page, whole_notebooks, lab_folder
):
    assignment = notebook.partition("/")[0]
    folder = lab_folder / "work" / "solved" / assignment
    if not folder.exists():
        shutil.copytree(SOURCE / assignment, folder)
    open_notebook(page, whole_notebooks, f"solved/{notebook}.ipynb")
    run_all(page)
    assert violations(page) == [], "light"
    choose_theme(page, "JupyterLab Dark")
    found = violations(page)
    choose_theme(page, "JupyterLab Light")  # the server keeps it for the tests that follow
    assert found == [], "dark"


def test_axe_finds_nothing_on_start_and_in_the_dialog(page, lab):
    for theme in ("JupyterLab Dark", "JupyterLab Light"):  # the server keeps the last one
        start = open_first(page, lab)
        choose_theme(page, theme)
        assert violations(page, [".jp-MarkdownViewer"], 1) == [], theme
        start.get_by_role("link", name="1-backward-hooks").click()
        page.locator(f"{NOTEBOOK} .jp-Cell").first.wait_for()
        verdict = validate(page)
        verdict.locator(".nbjudge-block").first.wait_for()
        # axe gives up on the contrast of a text on a gradient, which here is a shadow at the edge.
        page.add_style_tag(content=".nbjudge-verdict { background: none !important }")
        assert violations(page, [".jp-Dialog"], 1) == [], theme
        page.keyboard.press("Escape")
        verdict.wait_for(state="detached")
        assert violations(page, [f"{NOTEBOOK} .nbjudge-buttons"], 1) == [], theme
