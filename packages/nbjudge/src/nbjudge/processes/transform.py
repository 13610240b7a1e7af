"""IPython's transformation of cells (``%magic``, ``!command``, ``help?``), quick for plain Python.

Entry point: `Transformer`.
"""

from IPython.core.inputtransformer2 import TransformerManager

from .plain import ESCAPE


class Transformer(TransformerManager):
    """IPython's own, which tokenizes no cell in which there is nothing for it to find."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.own = list(self.token_transformers)

    def do_token_transforms(self, lines: list[str]) -> list[str]:
        """Replace IPython's syntax in a cell by Python; see `TransformerManager`."""
        if self.token_transformers == self.own and not ESCAPE.search("".join(lines)):
            return lines
        transformed: list[str] = super().do_token_transforms(lines)  # type: ignore[no-untyped-call]
        return transformed
