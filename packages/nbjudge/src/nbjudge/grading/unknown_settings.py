"""Settings of nbjudge that a course's configuration names and that do not exist.

traitlets keeps a setting of a class that it does not know, and never uses it. A limit with a
misspelled name would then be the default for a whole class of students.

Entry points: `unknown_traits`, `unknown_classes`.
"""

import itertools
from collections.abc import Collection, Iterator
from difflib import get_close_matches

from traitlets.config import Config, Configurable

import nbjudge

ALMOST = 0.8  # of difflib's ratio, which is 1 for equal names


def unknown_traits(config: Config) -> Iterator[str]:
    """Yield a sentence for each setting of a class of nbjudge that does not exist.

    A trait of a class may also be set in the section of a base class, so the traits of all derived
    classes count.
    """
    classes = known_classes()
    for section, names in _sections(config):
        kinds = classes.get(section, [])
        if not any(_is_ours(kind) for kind in kinds):
            continue
        traits = set[str]()
        for kind in itertools.chain.from_iterable(classes.values()):
            if issubclass(kind, tuple(kinds)):
                traits.update(kind.class_trait_names(config=True))
        for name in names:
            if name not in traits:
                yield f"{section} has no trait {name}{hint(name, traits)}"


def unknown_classes(config: Config) -> Iterator[tuple[str, bool]]:
    """Yield a sentence for each setting of a class that is not imported, and True if it is ours.

    It is meant to be ours if its class has almost the name of one of ours, or if only a class of
    ours has a setting of this name. Otherwise, the class may be a plugin's that another command
    imports, such as an exporter.
    """
    classes = known_classes()
    ours = [name for name, kinds in classes.items() if any(map(_is_ours, kinds))]
    owners = _owners(classes)
    for section, names in _sections(config):
        if section in classes:
            continue
        # A class derived from one of ours often has its name with something added.
        nearest = get_close_matches(section, ours, 1, ALMOST)
        nearest = [name for name in nearest if name not in section]
        for name in names:
            absent = f"{section}.{name} has no effect: no class {section} is imported"
            owner = owners.get(name, nearest)
            if owner:
                yield f"{absent}. Did you mean {owner[0]}?", True
            else:
                yield f"{absent}. If it is a plugin's, import it in nbgrader_config.py", False


def known_classes() -> dict[str, list[type[Configurable]]]:
    """Return all classes with traits that are imported, nbjudge's included, by name."""
    for name in nbjudge.__all__:  # some are on a higher floor: only their traits are read
        getattr(nbjudge, name)
    kinds: set[type[Configurable]] = set()
    waiting: list[type[Configurable]] = [Configurable]
    while waiting:
        kind = waiting.pop()
        if kind not in kinds:
            kinds.add(kind)
            waiting += kind.__subclasses__()
    classes: dict[str, list[type[Configurable]]] = {}
    for kind in kinds:
        classes.setdefault(kind.__name__, []).append(kind)
    return classes


def hint(name: str, names: Collection[str]) -> str:
    """Return the end of a sentence on a name that does not exist: the nearest one, or all."""
    nearest = get_close_matches(name, names, 1)
    if nearest:
        return f". Did you mean {nearest[0]}?"
    return f" (there are: {', '.join(sorted(names))})"


def _owners(classes: dict[str, list[type[Configurable]]]) -> dict[str, list[str]]:
    """Return the settings that only classes of nbjudge have, by name, each with its class."""
    owners: dict[str, list[str]] = {}
    foreign: set[str] = set()
    for name, kinds in sorted(classes.items()):
        for kind in kinds:
            traits = kind.class_trait_names(config=True)
            if not _is_ours(kind):
                foreign.update(traits)
            elif not name.startswith("_"):
                for trait in traits:
                    owners.setdefault(trait, []).append(f"{name}.{trait}")
    return {trait: settings for trait, settings in owners.items() if trait not in foreign}


def _sections(config: Config) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each section that sets something, and the names that it sets."""
    for section, values in sorted(config.items()):
        if isinstance(values, Config):
            names = [name for name, value in values.items() if not isinstance(value, Config)]
            if names:
                yield section, sorted(names)
            yield from _sections(values)


def _is_ours(kind: type) -> bool:
    return kind.__module__.startswith("nbjudge.")
