"""Settings of the documentation site, for Sphinx: `make docs` builds it."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools/maintain"))
from site_pages import package_pages

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "Behind PyTorch's autograd"
copyright = "the authors, BSD-3-Clause"
version = release = version_of("nbjudge")

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
# What the notebooks print and draw was made by tools/maintain/site_notebooks.py.
nb_execution_mode = "off"
myst_heading_anchors = 4  # the anchors that GitHub makes
myst_enable_extensions = ["deflist"]

default_role = "literal"
highlight_language = "text"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_member_order = "bysource"
napoleon_use_rtype = False

exclude_patterns = ["requirements.txt", "alone"]
templates_path: list[str] = []

html_theme = "furo"
html_title = project
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["search_sections.js", "accessible.js"]
html_extra_path = [
    "live",  # pages of the sample class, by tools/maintain/site_sample.py
    *("backward.svg", "backward-narrow.svg"),  # Sphinx copies no picture that HTML shows
]
html_copy_source = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "monokai"


# Maps files outside of docs/, as its pages name them, to their pages of the site.
ELSEWHERE = {f"../packages/nbjudge/{source}": page for source, page in package_pages().items()}


def lead_to_the_page(_: "Sphinx | None", __: str, text: list[str]) -> None:
    """Replace links to files outside of docs/ with links to their pages of the site."""
    for target, page in (ELSEWHERE | {"../release/": "notebooks/"}).items():
        text[0] = text[0].replace(f"]({target}", f"]({page}")


def setup(app: "Sphinx") -> None:
    """Tell Sphinx of the function above."""
    app.connect("source-read", lead_to_the_page)
