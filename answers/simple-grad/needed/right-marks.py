"""Marks each name and entry; an entry that makes a name sets its mark.

points: 3
"""


def needed(lines, inputs, outputs):
    depends = dict.fromkeys(inputs, True)
    for _, reads, makes, _ in lines:
        depends.update(dict.fromkeys(makes, any(depends.get(name, False) for name in reads)))
    wanted, marks = set(outputs), []
    for _, reads, makes, _ in lines[::-1]:
        marks.append(bool(wanted.intersection(makes)))
        if marks[-1]:
            wanted.update(reads)
    return [
        entry
        for entry, mark in zip(lines, marks[::-1], strict=True)
        if mark and any(depends.get(name, False) for name in entry.inputs)
    ]
