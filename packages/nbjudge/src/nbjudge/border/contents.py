"""Plain data that can be changed in place: what is in it, and how another content is put in.

Both sides use it: what a call changes in its arguments comes back to the judge, and what a test
cell changes in a value of the student's goes to the student's process.
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
    """Whether this is plain data that can be changed in place: of exactly such a class."""
    return type(item) in (*LISTS, *DICTS, set) or _is_array(item) or _is_table(item)


def parts_of(items: Sequence[Any]) -> list[Any]:
    """Objects and all that is in plain containers among them, each once and no scalars.

    Empty if there are too many.
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
    """What is in an object that can change: a list, a dict, a set, an array or a table."""
    if type(item) in LISTS:
        return list(item)
    if type(item) in DICTS:
        return dict(item)
    return item.copy()


def is_same(before: Any, after: Any) -> bool:
    """Whether two contents are of the same objects, or of the same numbers."""
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
    """Put another content into an object; return whether that was possible."""
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
    """A content with each object in it replaced by what `mark` returns for it."""
    if type(new) is list or type(new) is set:
        return type(new)(map(mark, new))
    if type(new) is dict:
        return {mark(key): mark(value) for key, value in new.items()}
    return new


def changed(parts: Sequence[Any], before: Sequence[Any]) -> dict[int, Any]:
    """By their place, the contents of those objects that are not as they were before."""
    now = {place: content(part) for place, part in enumerate(parts) if can_change(part)}
    return {place: new for place, new in now.items() if not is_same(before[place], new)}


def _is_array(item: object) -> bool:
    return type(item) is getattr(sys.modules.get("numpy"), "ndarray", None)


def _is_table(item: object) -> bool:
    pandas = sys.modules.get("pandas")
    return pandas is not None and type(item) in (pandas.DataFrame, pandas.Series)
