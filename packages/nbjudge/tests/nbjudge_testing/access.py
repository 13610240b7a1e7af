"""What axe-core finds on a page, by the rules of WCAG 2.2 A and AA that a tool can decide.

Entry point: `violations`.
"""

from axe_playwright_python.sync_playwright import Axe

RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}


def violations(page, themes=("light", "dark"), widths=(1280, 640)):
    """Return the violations in each theme, at each width in pixels.

    Each is the rule's id and the beginning of the element.
    """
    found = []
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 720})
            response = Axe().run(page, options={"runOnly": RULES}).response
            assert response["passes"]
            found += [
                (rule["id"], node["html"][:200])
                for rule in response["violations"]
                for node in rule["nodes"]
            ]
    return found
