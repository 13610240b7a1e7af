"""What a cell binds, imports and reads: a table of all forms."""

import ast

import pytest

from nbisolate.processes.name_analysis import (
    bound_names,
    imported_names,
    modules_imported,
    names_read,
    parse_cell,
    plain_python,
    read_test,
    single_imports,
)

# name: a cell; the names that it binds, those of them that it only imports, and those that it reads
CELLS = {
    "assignment": ("x = 1", "x", "", ""),
    "chain": ("x = y = 1", "x y", "", ""),
    "unpacking": ("a, (b, *c) = f()", "a b c", "", "f"),
    "annotation": ("x: int = 1", "x", "", "int"),
    "annotation alone": ("x: int", "x", "", "int"),
    "augmented": ("x += y", "x", "", "y"),
    "attribute": ("x.y = 1", "", "", "x"),
    "subscript": ("x[0] = y", "", "", "x y"),
    "walrus": ("if (n := f(x)) > 1: print(n)", "n", "", "f n print x"),
    "walrus in a comprehension": ("xs = [last := i for i in y]", "last xs", "", "y"),
    "comprehension": ("xs = [i for i in range(3)]", "xs", "", "range"),
    "nested comprehension": ("xs = {k: [v for v in w] for k, w in d.items()}", "xs", "", "d"),
    "lambda": ("f = lambda a, b=c: a + b + e", "f", "", "c e"),
    "def": ("def f(x, y=z):\n    t = x + g\n    return t", "f", "", "g z"),
    "async def": ("async def f():\n    await g()", "f", "", "g"),
    "nested def": (
        "def f():\n    def inner():\n        return outside\n    return inner",
        "f",
        "",
        "outside",
    ),
    "class": (
        "class A(B):\n    size = n\n    def m(self):\n        return size",
        "A",
        "",
        "B n size",
    ),
    "decorator": ("@wrap(k)\ndef f(): pass", "f", "", "k wrap"),
    "global in a def": ("def f():\n    global count\n    count = start", "count f", "", "start"),
    "global in a nested def": (
        "def f():\n    def g():\n        global deep\n        deep = 1",
        "deep f",
        "",
        "",
    ),
    "global read": ("def f():\n    global count\n    return count", "f", "", "count"),
    "import": ("import math", "math", "math", ""),
    "import of a module of a package": ("import a.b", "a", "a", ""),
    "import as": ("import a.b as c", "c", "c", ""),
    "from": ("from x import y", "y", "y", ""),
    "from as": ("from x import y as z, w", "w z", "w z", ""),
    "star": ("from x import *", "", "", ""),
    "relative": ("from . import x", "x", "x", ""),
    "import in a def": ("def f():\n    import math\n    return math.pi", "f", "", ""),
    "import in a try": (
        "try:\n    import fast as m\nexcept ImportError:\n    m = None",
        "m",
        "",
        "ImportError",
    ),
    "import in an if": ("if True:\n    import numpy as np", "np", "np", ""),
    "import and def": ("import f\ndef f(): pass", "f", "", ""),
    "for": ("for i, j in pairs:\n    total = i", "i j total", "", "i pairs"),
    "with": ("with open(p) as file:\n    text = file.read()", "file text", "", "file open p"),
    "except": (
        "try:\n    f()\nexcept ValueError as error:\n    print(error)",
        "error",
        "",
        "ValueError error f print",
    ),
    "match": (
        "match x:\n    case [first, *rest]:\n        y = first\n    case {'k': v}:\n        pass",
        "first rest v y",
        "",
        "first x",
    ),
    "del": ("del x", "x", "", ""),
    "assigned and deleted": ("x = 1\ndel x", "x", "", ""),
    "deleted in a def": ("def f(x):\n    del x", "f", "", ""),
    "call": ("print(f(x).attribute)", "", "", "f print x"),
    "f-string": ("s = f'{a:{b}}'", "s", "", "a b"),
    "line magic": ("%matplotlib inline\nx = 1", "x", "", "get_ipython"),
    "cell magic": ("%%time\nx = y", "", "", "get_ipython"),
    "command": ("files = !ls", "files", "", "get_ipython"),
    "help": ("x?", "", "", "get_ipython"),
    "indented": ("    x = y", "x", "", "y"),
    "percent in a string": ('s = """\n%time\n"""', "s", "", ""),
    "no Python": ("def f(:", "", "", ""),
    "not for a compiler": ("x = 1\nnonlocal y", "", "", ""),
    "nothing": ("", "", "", ""),
}


class Anything:
    """A value that can be called, iterated over, entered and changed."""

    def __call__(self, *arguments, **more):
        return arguments[0] if arguments else self

    def __getattr__(self, name):
        return self

    def __iter__(self):
        return iter([(), ()])

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return True

    def __iadd__(self, other):
        return Anything()


@pytest.mark.parametrize("source, bound, imported, read", CELLS.values(), ids=CELLS)
def test_names_of_a_cell(source, bound, imported, read):
    assert bound_names(source) == set(bound.split())
    assert imported_names(source) == set(imported.split())
    assert names_read(source) == set(read.split())
    test = read_test(source)
    assert set(test.names) == set(bound.split())
    assert (test.code is None) == (parse_cell(source) is None or "nonlocal" in source)


EXECUTED = (
    "assignment", "chain", "annotation", "augmented", "comprehension", "lambda", "def", "class",
    "import", "import as", "import in an if", "for", "with", "walrus in a comprehension", "match",
    "global in a def", "deleted in a def", "import in a try", "walrus", "decorator",
)  # fmt: skip


@pytest.mark.parametrize("name", EXECUTED)
def test_python_binds_these_names(name):
    """Oracle: what a module has after the cell was run in it, and had not before."""
    source, bound, _, read = CELLS[name]
    source = source.replace("a.b", "os.path").replace("fast", "nowhere")
    module = {each: Anything() for each in {*read.split(), *bound.split()}}
    module |= {"B": object, "pairs": [(1, 2)], "y": (1,), "n": 5, "range": range, "x": (1, 2)}
    module |= {"ImportError": ImportError, "int": int, "print": print, "f": lambda x: 2}
    before = dict(module)
    exec(source + ("\nf()" if "global" in source else ""), module)
    changed = {each for each, value in module.items() if before.get(each, module) is not value}
    assert changed - {"__builtins__", "__annotations__"} == set(bound.split()) - NOT_REACHED


NOT_REACHED = {"v"}  # of the second case of `match`


def test_modules_that_a_cell_imports():
    cell = "import a, b.c as d\nfrom e.f import g, h as i\nfrom j import *\nfrom . import k\n%pylab"
    nested = "\nif x:\n    import l\ndef m():\n    from n import o"
    found = [("a", ""), ("b.c", ""), ("e.f", "g"), ("e.f", "h"), ("j", "*"), ("l", ""), ("n", "o")]
    assert sorted(modules_imported(cell + nested)) == found
    assert modules_imported("import a\nthis is no Python") == []


def test_names_that_a_test_cell_mentions():
    assert read_test("x += 1\ny.z = [i for i in w]").mentioned == ["i", "w", "x", "y", "z"]
    assert read_test("this is no Python").mentioned == []


def test_an_import_of_its_own_for_each_name():
    tree = parse_cell("import a, b.c as d, e.f\nfrom g import h, i as j")
    assert [(each.name, each.statement) for node in tree.body for each in single_imports(node)] == [
        ("a", "import a"),
        ("d", "import b.c as d"),
        ("e", "import e.f"),
        ("h", "from g import h"),
        ("j", "from g import i as j"),
    ]


def test_a_cell_that_cannot_be_read():
    assert plain_python("\n%time f()").startswith("get_ipython()")
    for source in ("x = \0", "(" * 1000):
        assert parse_cell(source) is None and bound_names(source) == set()


def test_a_cell_is_parsed_again_if_another_thread_has_disturbed_the_parser(monkeypatch):
    parse = ast.parse
    errors = [SystemError("AST constructor recursion depth mismatch (before=36, after=27)")] * 3

    def disturbed(*arguments, **options):
        if errors:
            raise errors.pop()
        return parse(*arguments, **options)

    monkeypatch.setattr(ast, "parse", disturbed)
    assert modules_imported("import math") == [("math", "")]
