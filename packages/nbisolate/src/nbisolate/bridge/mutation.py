"""Functions that read and replace the contents of mutable plain data.

Both sides use them. Changes that a call makes to its arguments are sent back to the judge, and
changes that a test cell makes to a value of the student's are sent to the student's process.
"""

import operator
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Sequence
from typing import Any

LISTS = (list, deque)
DICTS = (dict, OrderedDict, Counter, defaultdict)
SCALARS = (type(None), bool, int, float, complex, str, bytes)
MOST = 10_000  # objects in the arguments of a call


def can_change(item: object) -> bool:
    """Return True for mutable plain data: a container, array or table of exactly such a class."""
    return type(item) in (*LISTS, *DICTS, set) or _is_array(item) or _is_table(item)


def parts_of(items: Sequence[Any]) -> list[Any]:
    """Return objects and, recursively, the contents of the plain containers among them.

    Each object is there once, in the order in which they are met, without scalars. The list is
    empty if there are more than `MOST` objects: the changes of such a call are not sent back.
    """
    found: dict[int, Any] = {}
    left = list(reversed(items))
    while left:
        each = left.pop()
        if type(each) in SCALARS or id(each) in found:
            continue
        if len(found) == MOST:
            return []
        found[id(each)] = each
        if type(each) in (*LISTS, set, frozenset, tuple):
            left += each
        elif type(each) in DICTS:
            left += [*each.keys(), *each.values()]
    return list(found.values())


def content(item: Any) -> Any:
    """Return a shallow copy of the contents of an object for which `can_change` is True.

    It is a plain list for a list or deque, a plain dict for any kind of dict, else a copy.
    """
    if type(item) in LISTS:
        return list(item)
    if type(item) in DICTS:
        return dict(item)
    return item.copy()


def is_same(before: Any, after: Any) -> bool:
    """Return True if two contents, as `content` returns them, are the same.

    Lists and dicts are compared by the identity of what they hold, because a change inside an item
    is a change of that item. Sets, arrays and tables are compared by value.
    """
    if type(before) is dict:
        before, after = ([*each.keys(), *each.values()] for each in (before, after))
    if type(before) is list:
        return len(before) == len(after) and all(map(operator.is_, before, after))
    if type(before) is set:
        return bool(before == after)
    if _is_array(before):
        kind = (before.shape, before.dtype) == (after.shape, after.dtype)
        return kind and bool(before.tobytes() == after.tobytes())
    return bool(before.equals(after))


def refill(item: Any, new: Any) -> bool:
    """Replace the contents of an object in place; return True if that was possible.

    `new` is as `content` returns it.
    """
    if type(item) in LISTS and type(new) is list:
        item.clear()
        item.extend(new)
    elif (type(item) in DICTS and type(new) is dict) or (type(item) is type(new) is set):
        item.clear()
        item.update(new)
    elif _is_array(item) and _is_array(new):
        if (item.shape, item.dtype) != (new.shape, new.dtype) or not item.flags.writeable:
            return False
        item[...] = new
    elif _is_table(item) and type(new) is type(item):
        item.__init__(new)
    else:
        return False
    return True


def marked(new: Any, mark: Any) -> Any:
    """Return a copy of a content, with each object in it replaced by `mark(object)`."""
    if type(new) is list or type(new) is set:
        return type(new)(map(mark, new))
    if type(new) is dict:
        return {mark(key): mark(value) for key, value in new.items()}
    return new


def changed(parts: Sequence[Any], before: Sequence[Any]) -> dict[int, Any]:
    """Return the new contents of the objects that have changed, by their index in `parts`.

    `before` has for each of `parts` its `content` before the call, or None if it cannot change.
    """
    now = {index: content(part) for index, part in enumerate(parts) if can_change(part)}
    return {index: new for index, new in now.items() if not is_same(before[index], new)}


def _is_array(item: object) -> bool:
    return type(item) is getattr(sys.modules.get("numpy"), "ndarray", None)


def _is_table(item: object) -> bool:
    pandas = sys.modules.get("pandas")
    return pandas is not None and type(item) in (pandas.DataFrame, pandas.Series)
