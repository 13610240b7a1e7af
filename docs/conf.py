"""Settings of the documentation site, for Sphinx: `make docs` builds it."""

from importlib.metadata import version as version_of
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "Autograd lab and nbjudge"
copyright = "the authors, BSD-3-Clause"
version = release = version_of("nbjudge")

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
# What the notebooks print and draw was made by tools/site_notebooks.py.
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
html_title = "Autograd lab and nbjudge"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
pygments_style = "tango"
pygments_dark_style = "monokai"


def lead_to_the_page(_: "Sphinx", __: str, text: list[str]) -> None:
    """Have links to what lies outside of docs/ in the repository lead to its page of the site."""
    for there, page in (("../packages/nbjudge/docs/", "nbjudge/"), ("../release/", "notebooks/")):
        text[0] = text[0].replace(f"]({there}", f"]({page}")


def setup(app: "Sphinx") -> None:
    """Tell Sphinx of the function above."""
    app.connect("source-read", lead_to_the_page)
