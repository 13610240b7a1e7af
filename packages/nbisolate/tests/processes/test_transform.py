"""Cells with IPython's syntax, and cells without, become what IPython makes of them."""

import pytest
from IPython.core.inputtransformer2 import MagicAssign, TransformerManager

from nbisolate.processes.shell import Transformer

MAGIC = {
    "line magic": "x = 1\n%timeit x\n",
    "in a block": "if True:\n    %matplotlib inline\n    y = 2",
    "cell magic": "%%time\nx = 1",
    "command": "!ls -l",
    "value of a magic": "a = %env HOME\nb = 2",
    "value of a command": "a = !ls\nb = 2",
    "value on the next line": "a = \\\n%env HOME",
    "help": "import torch\ntorch.ones?",
    "more help": "x = 1\nx??\ny = 2",
    "help first": "?print",
    "quotes": ", print a b\n; print c\n/ print d",
    "prompts": ">>> x = 1\n>>> if x:\n...     y = 2\n",
    "IPython's prompts": "In [1]: x = 1\nIn [2]: !ls",
    "indented": "    x = 1\n    %time x",
}
PLAIN = {
    "text": 's = """\n%time\n!ls\nwhy?\n"""\nt = "a?"\n',
    "operators": "a = (b\n     % c)\nd != e",
    "empty lines": "\n\n  \nx = 1\n   \ny = 2",
    "comment": "x = 1  # why?",
    "no Python": "def f(:\n    return",
    "nothing": "",
}


@pytest.mark.parametrize("source", [*MAGIC.values(), *PLAIN.values()], ids=[*MAGIC, *PLAIN])
def test_as_ipython(source):
    assert Transformer().transform_cell(source) == TransformerManager().transform_cell(source)


@pytest.mark.parametrize("source", MAGIC.values(), ids=MAGIC)
def test_is_transformed(source):
    assert Transformer().transform_cell(source) != source + "\n" * (source[-1] != "\n")


def test_transformer_of_the_students_own():
    class Shout(MagicAssign):
        @classmethod
        def find(cls, tokens_by_line):
            return next((cls(n[0].start) for n in tokens_by_line if n[0].string == "shout"), None)

        def transform(self, lines):
            return [line.replace("shout", "print", 1) for line in lines]

    transformer = Transformer()
    transformer.token_transformers.append(Shout)
    assert transformer.transform_cell("shout('x')\n1") == "print('x')\n1\n"
