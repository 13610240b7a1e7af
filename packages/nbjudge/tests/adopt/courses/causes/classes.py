# Classes and exceptions that are the student's.
# %% solution stack
### BEGIN SOLUTION
class EmptyStack(IndexError):
    """There is nothing to take."""


class Stack:
    """Last in, first out."""

    def __init__(self, items=()):
        self.items = list(items)

    def push(self, item):
        self.items.append(item)

    def pop(self):
        if not self.items:
            raise EmptyStack("the stack is empty")
        return self.items.pop()

    @property
    def top(self):
        return self.items[-1]


class Tower(Stack):
    """A stack whose items get smaller."""
### END SOLUTION
# %% test is_instance 1
tower = Tower([3, 2])
assert isinstance(tower, Tower)
assert isinstance(tower, Stack)
assert not isinstance(Stack(), Tower)
assert isinstance(3, int)
# %% test is_subclass 1
assert issubclass(Tower, Stack)
assert issubclass(EmptyStack, IndexError)
assert not issubclass(Stack, Tower)
# %% test type_is 1
assert type(Stack()) is Stack
assert type(Stack()) == Stack
assert Stack.__name__ == "Stack"
# %% test own_exception 1
try:
    Stack().pop()
except EmptyStack:
    pass
else:
    raise AssertionError("an empty stack must raise EmptyStack")
# %% test builtin_exception 1
import unittest

case = unittest.TestCase()
with case.assertRaises(IndexError):
    Stack().pop()
with case.assertRaisesRegex(LookupError, "empty"):
    Stack().pop()
# %% test attributes 1
stack = Stack([1])
stack.push(5)
assert stack.top == 5
assert stack.items == [1, 5]
assert stack.pop() == 5 and len(stack.items) == 1
assert hasattr(stack, "push") and not hasattr(stack, "peek")
