"""What several attacks use; it lies beside the notebook in every attacker's submission."""

import gc
import struct

from nbisolate.processes.student import Student

DROP_ASSERTS = """
import ast
class DropAsserts(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.Pass()
get_ipython().ast_transformers.append(DropAsserts())
"""


def grade_id(cell):
    """The id that nbgrader knows a cell by, or an empty text."""
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


def attempt(name, action):
    """Try something harmful, and say in the notebook's output whether it worked."""
    try:
        result = action()
    except Exception as error:
        print(f"refused: {name}: {type(error).__name__}", flush=True)
    else:
        print(f"DONE: {name}: {str(result)[:200]}", flush=True)


def student():
    """The object that serves the judge in this process."""
    return next(thing for thing in gc.get_objects() if isinstance(thing, Student))


def answer_with(*replies, blob=b""):
    """Answer the judge's questions with these raw replies in turn, and the last one ever after."""
    me = student()
    honest = me.answer
    left = list(replies)

    def answer(request, data):
        if request["op"] == "run":
            return honest(request, data)
        reply = left.pop(0) if len(left) > 1 else left[0]
        return dict(reply), blob

    me.answer = answer


def write_instead(speak):
    """Let ``speak(socket, request)`` write to the link in the place of an answer, then wait."""
    me = student()
    honest = me.answer

    def answer(request, data):
        if request["op"] == "run":
            return honest(request, data)
        me.channel.sock.setblocking(True)
        speak(me.channel.sock, request)
        while True:
            me.channel.sock.recv(1)

    me.answer = answer


def frame(text, blob=b""):
    """A frame of the protocol around JSON text."""
    text = text if isinstance(text, bytes) else text.encode()
    return struct.pack("!II", len(text), len(blob)) + text + blob
