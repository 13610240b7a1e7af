"""The nodes and edges in DOT text, read line by line, as the package `graphviz` writes it."""

import re

NODE_BUDGET = 250  # larger pictures cannot be read, and take long to lay out
EDGE_BUDGET = 600


def size(text):
    """Return (nodes, edges) of DOT text, counted by lines as the `graphviz` package writes them."""
    lines = [line.strip() for line in text.splitlines()]
    edges = sum("->" in line for line in lines)
    around = ("digraph", "strict", "subgraph", "node ", "edge ", "{", "}")
    nodes = sum("->" not in line and bool(line) and not line.startswith(around) for line in lines)
    return nodes, edges


def beginning(text):
    """Return the DOT text of the first nodes of a graph and the edges between them.

    Within NODE_BUDGET and EDGE_BUDGET, counted as `size` does.
    """
    lines, left_out, nodes, edges = [], set(), 0, 0
    for line in text.splitlines():
        words = line.strip()
        if "->" in words:
            ends = [name_of(end) for end in words.split("[")[0].split("->")]
            keep = edges < EDGE_BUDGET and not left_out.intersection(ends)
            edges += keep
        elif size(words)[0]:
            keep = nodes < NODE_BUDGET
            nodes += keep
            if not keep:
                left_out.add(name_of(words))
        else:
            keep = True
        if keep:
            lines.append(line)
    return "\n".join(lines)


def name_of(words):
    """Return the name of the node at the beginning of a part of DOT text, without its port."""
    quoted = re.match(r'\s*"((?:[^"\\]|\\.)*)"', words)
    return quoted[1] if quoted else re.split(r"[\s:;\[]", words.strip())[0]
