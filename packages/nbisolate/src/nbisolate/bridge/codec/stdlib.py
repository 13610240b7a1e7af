"""Codec of values of the standard library: ranges, counters, exact numbers, dates, patterns."""

import datetime
import decimal
import enum
import fractions
import keyword
import re
import warnings
import zoneinfo
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from typing import Any

from .builtin import EXACT
from .objects import write_handle
from .wire import DEPTH, Read, Reader, Tree, Writer, malformed

DIGITS = 10_000  # the most digits of a decimal number, and its largest exponent
FIELDS = 1_000  # the most fields of a named tuple
PATTERN = 2_000  # the most characters of a regular expression
# Without DEBUG, with which compiling prints.
FLAGS = int(re.A | re.I | re.L | re.M | re.S | re.U | re.X)
ZONE = re.compile(r"\w[\w+\-]*(/\w[\w+\-]*){0,3}")
DATES: dict[str, Any] = {
    "date": datetime.date,
    "time": datetime.time,
    "datetime": datetime.datetime,
}


def write(writer: Writer, item: Any, depth: int) -> Tree:
    """Return the tree of an item, or None if it is of another kind."""
    # The branches ask for the exact class. A subclass may override or add methods, which would be
    # lost if it crossed as its base: a Counter with its own ``most_common`` becomes a handle.
    # Every enumeration and every named tuple has a class of its own, so these are recognized by
    # other signs, after all exact classes. Enumerations come first: their members can be named
    # tuples as well, and the judge must see the member, not its value.
    kind = type(item)
    if kind in EXACT or kind in (str, int, float):
        return None
    inside = depth + 1
    if kind is range or kind is slice:
        bounds = (item.start, item.stop, item.step)
        return [kind.__name__, *(writer.walk(part, inside) for part in bounds)]
    if kind is decimal.Decimal:
        return _write_decimal(item)
    if kind is fractions.Fraction:
        parts = (item.numerator, item.denominator)
        return ["fraction", *(writer.walk(part, inside) for part in parts)]
    if kind is datetime.timedelta:
        return ["timedelta", item.days, item.seconds, item.microseconds]
    if kind is datetime.timezone:
        return ["timezone", writer.walk(item.utcoffset(None), inside), item.tzname(None)]
    if kind is zoneinfo.ZoneInfo:
        return ["zone", item.key] if ZONE.fullmatch(item.key or "") else None
    if kind in DATES.values():
        return _write_date(writer, item, inside)
    if kind is re.Pattern and type(item.pattern) in (str, bytes):
        short = len(item.pattern) <= PATTERN and not item.flags & ~FLAGS
        return ["pattern", writer.walk(item.pattern, inside), item.flags] if short else None
    # Only what follows can be nested without end.
    if depth >= DEPTH:
        return None
    if kind is deque:
        return ["deque", [writer.walk(part, inside) for part in item], item.maxlen]
    if kind in (OrderedDict, Counter):
        pairs = dict.items(item)
        tag = "ordered" if kind is OrderedDict else "counter"
        return [tag, [[writer.walk(k, inside), writer.walk(v, inside)] for k, v in pairs]]
    if kind is defaultdict:
        trees = [[writer.walk(k, inside), writer.walk(v, inside)] for k, v in dict.items(item)]
        return ["default", writer.walk(item.default_factory, inside), trees]
    if isinstance(item, enum.Enum):
        return write_handle(writer, item, depth)
    if hasattr(kind, "_fields") and isinstance(item, tuple):
        if not is_named_tuple(kind):
            return write_handle(writer, item, depth)
        values = [writer.walk(part, inside) for part in tuple.__iter__(item)]
        fields = list(kind._fields)
        return ["named", write_handle(writer, kind, inside), kind.__name__, fields, values]
    return None


def _write_decimal(item: decimal.Decimal) -> Tree:
    _, digits, exponent = item.as_tuple()
    if len(digits) > DIGITS or (type(exponent) is int and abs(exponent) > DIGITS):
        return None
    return ["decimal", str(item)]


def _write_date(writer: Writer, item: Any, depth: int) -> Tree:
    zone = getattr(item, "tzinfo", None)
    if zone is not None and type(zone) not in (datetime.timezone, zoneinfo.ZoneInfo):
        return None
    text = item.replace(tzinfo=None).isoformat() if zone else item.isoformat()
    return [type(item).__name__, text, getattr(item, "fold", 0), writer.walk(zone, depth)]


def is_named_tuple(kind: type) -> bool:
    """Return True for a class that ``namedtuple`` made, to which nothing public was added."""
    fields = getattr(kind, "_fields", None)
    if kind.__bases__ != (tuple,) or type(fields) is not tuple or len(fields) > FIELDS:
        return False
    return {name for name in vars(kind) if not name.startswith("_")} <= set(fields)


def read_range(reader: Reader, depth: int, *bounds: Tree) -> range:
    return range(*reader.parts(list(bounds), depth))


def read_slice(reader: Reader, depth: int, *bounds: Tree) -> slice:
    start, stop, step = reader.parts(list(bounds), depth)
    return slice(start, stop, step)


def read_decimal(reader: Reader, depth: int, text: Tree) -> decimal.Decimal:
    if type(text) is not str or len(text) > 2 * DIGITS:
        malformed()
    number = decimal.Decimal(text)
    exponent = number.as_tuple().exponent
    if type(exponent) is int and abs(exponent) > DIGITS:
        malformed()
    return number


def read_fraction(reader: Reader, depth: int, *parts: Tree) -> fractions.Fraction:
    numerator, denominator = reader.parts(list(parts), depth)
    if type(numerator) is not int or type(denominator) is not int:
        malformed()
    if max(numerator.bit_length(), denominator.bit_length()) > 4 * DIGITS:
        malformed()  # to reduce it takes quadratic time
    return fractions.Fraction(numerator, denominator)


def read_timedelta(reader: Reader, depth: int, *parts: Tree) -> datetime.timedelta:
    if any(type(part) is not int for part in parts):
        malformed()
    days, seconds, microseconds = parts
    return datetime.timedelta(days, seconds, microseconds)


def read_timezone(reader: Reader, depth: int, offset: Tree, name: Tree) -> datetime.timezone:
    if type(name) is not str:
        malformed()
    delta = reader.walk(offset, depth + 1)
    # A timezone without a name of its own has one that Python makes from the offset.
    zone = datetime.timezone(delta)
    return zone if zone.tzname(None) == name else datetime.timezone(delta, name[:100])


def read_zone(reader: Reader, depth: int, key: Tree) -> zoneinfo.ZoneInfo:
    if type(key) is not str or len(key) > 60 or not ZONE.fullmatch(key):
        malformed()
    return zoneinfo.ZoneInfo(key)


def _read_date(kind: Any) -> Read:
    def read(reader: Reader, depth: int, text: Tree, fold: Tree, zone: Tree) -> Any:
        if type(text) is not str or len(text) > 40 or fold not in (0, 1):
            malformed()
        value = kind.fromisoformat(text)
        if kind is datetime.date:
            return value
        return value.replace(fold=fold, tzinfo=reader.walk(zone, depth + 1))

    return read


def read_pattern(reader: Reader, depth: int, text: Tree, flags: Tree) -> re.Pattern[Any]:
    pattern = reader.walk(text, depth + 1)
    if type(pattern) not in (str, bytes) or len(pattern) > PATTERN:
        malformed()
    if type(flags) is not int or flags & ~FLAGS:
        malformed()
    try:
        with warnings.catch_warnings():  # it was compiled before, and has warned then
            warnings.simplefilter("ignore")
            return re.compile(pattern, flags)
    except re.error:
        malformed()


def read_deque(reader: Reader, depth: int, items: Tree, most: Tree) -> deque[Any]:
    return deque(reader.parts(items, depth), most)


def read_ordered(reader: Reader, depth: int, pairs: Tree) -> OrderedDict[Any, Any]:
    return OrderedDict((reader.walk(k, depth + 1), reader.walk(v, depth + 1)) for k, v in pairs)


def read_counter(reader: Reader, depth: int, pairs: Tree) -> Counter[Any]:
    counter: Counter[Any] = Counter()
    for key, value in pairs:
        dict.__setitem__(counter, reader.walk(key, depth + 1), reader.walk(value, depth + 1))
    return counter


def read_default(reader: Reader, depth: int, factory: Tree, pairs: Tree) -> defaultdict[Any, Any]:
    # A function of the student's is a handle: the judge asks its process for what is missing.
    made: defaultdict[Any, Any] = defaultdict(reader.walk(factory, depth + 1))
    for key, value in pairs:
        made[reader.walk(key, depth + 1)] = reader.walk(value, depth + 1)
    return made


def read_named(
    reader: Reader, depth: int, kind: Tree, name: Tree, fields: Tree, values: Tree
) -> Any:
    if type(kind) is not list or kind[:1] != ["k"] or type(fields) is not list:
        malformed()
    if len(fields) > FIELDS or not all(map(_is_name, [name, *fields])):
        malformed()
    handle = reader.walk(kind, depth + 1)
    items = reader.parts(values, depth)
    made = _twin(handle, name, fields)
    if len(items) != len(fields):
        malformed()
    return tuple.__new__(made, items)


def _twin(handle: Any, name: str, fields: list[str]) -> Any:
    """Return the judge's class of named tuples that stands for one of the student's.

    `handle`, to the student's class, keeps the classes made for it.
    """
    for known in handle._nbisolate_twins:
        if list(known._fields) == fields:
            return known
    made = namedtuple(name, fields)  # type: ignore[misc]
    made._nbisolate_kind = handle  # type: ignore[attr-defined]
    handle._nbisolate_twins.add(made)
    return made


def _is_name(text: Tree) -> bool:
    short = type(text) is str and len(text) < 200
    return short and text.isidentifier() and not keyword.iskeyword(text)


READERS: dict[str, Read] = {
    "range": read_range,
    "slice": read_slice,
    "decimal": read_decimal,
    "fraction": read_fraction,
    "timedelta": read_timedelta,
    "timezone": read_timezone,
    "zone": read_zone,
    **{name: _read_date(kind) for name, kind in DATES.items()},
    "pattern": read_pattern,
    "deque": read_deque,
    "ordered": read_ordered,
    "counter": read_counter,
    "default": read_default,
    "named": read_named,
}
