"""Collects the entries by index.

points: 3
"""

def needed(lines, inputs, outputs):
    there, after = set(inputs), []
    for entry in lines:
        hit = any(name in there for name in entry.inputs)
        there.update(entry.outputs if hit else [])
        after.append(hit)
    ask, numbers = set(outputs), []
    for number in range(len(lines) - 1, -1, -1):
        if ask.intersection(lines[number].outputs):
            ask.update(lines[number].inputs)
            if after[number]:
                numbers.insert(0, number)
    return [lines[number] for number in numbers]
