# unittest and doctest.
# %% solution stack
class Stack:
    """A stack.

    >>> stack = Stack()
    >>> stack.push(3)
    >>> stack.pop()
    3
    """

    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        if not self.items:
            raise IndexError("the stack is empty")
        return self.items.pop()
# %% test unittest_cases 1
import io
import unittest


class TestStack(unittest.TestCase):
    def setUp(self):
        self.stack = Stack()

    def test_push(self):
        self.stack.push(1)
        self.assertEqual(self.stack.pop(), 1)

    def test_empty(self):
        with self.assertRaisesRegex(IndexError, "empty"):
            self.stack.pop()


suite = unittest.defaultTestLoader.loadTestsFromTestCase(TestStack)
result = unittest.TextTestRunner(stream=io.StringIO()).run(suite)
assert result.testsRun == 2 and result.wasSuccessful()
# %% test doctest_of_a_class 1
import doctest

found = doctest.DocTestParser().get_doctest(Stack.__doc__, globals(), "Stack", None, 0)
assert doctest.DocTestRunner().run(found).failed == 0
