"""does: Returns a Python function.
believes: "A Python function is a program, too."

points: 0
hears: text
"""

def compile_tape(lines, inputs, outputs):
    def program(*tensors):
        return list(tensors)

    return program
