"""Partial credit with a message for every part of it."""

import html

# The MIME type of the parts as data, next to the HTML table for people: a list of
# [name, points, possible points, reason].
AWARDS = "application/vnd.nbjudge.awards+json"


class Awards:
    """Points of one test cell, awarded part by part with a name and a reason.

    Create an instance in the hidden part of a test cell, and make it the cell's last expression.
    Its `repr` is the sum as a number, which nbgrader reads as partial credit
    (`nbgrader.utils.get_partial_grade`). The feedback shows its table of parts.

    Parameters
    ----------
    of
        The points of the cell. The sum is clipped to the range from 0 to `of`.

    Raises
    ------
    ValueError
        If `of` is negative.

    Examples
    --------
    >>> awards = Awards(of=3)
    >>> awards.give("an empty list", 1)
    >>> awards.miss("negative numbers", 2, "The sum of [-1, 1] is 0.")
    >>> awards
    1.0
    """

    def __init__(self, of: float) -> None:
        if of < 0:
            raise ValueError(f"Awards(of={of}): `of` must be the points of the cell, 0 or more.")
        self.of = of
        self.entries: list[tuple[str, float, float, str]] = []

    def give(self, name: str, points: float, reason: str = "") -> None:
        """Award `points` for a part of the task.

        Parameters
        ----------
        name
            The name of the part.
        points
            The points that it earned, which are all that it could earn.
        reason
            One sentence that says why.
        """
        self.entries.append((name, points, points, reason))

    def miss(self, name: str, points: float, reason: str = "") -> None:
        """Award 0 points for a part of the task.

        Parameters
        ----------
        name
            The name of the part.
        points
            The points that it could have earned.
        reason
            One sentence that says what is missing.
        """
        self.entries.append((name, 0, points, reason))

    @property
    def points(self) -> float:
        """The sum of the awards as a float, from 0 to `of`."""
        return float(max(0, min(self.of, sum(given for _, given, _, _ in self.entries))))

    def __repr__(self) -> str:
        return repr(self.points)

    def _repr_mimebundle_(self, **_: object) -> dict[str, list[list[str | float]]]:
        parts = ((str(n), float(given), float(of), str(why)) for n, given, of, why in self.entries)
        return {AWARDS: [list(part) for part in parts]}

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(str(name))}</td><td>{given:g} of {possible:g}</td>"
            f"<td>{html.escape(str(reason))}</td></tr>"
            for name, given, possible, reason in self.entries
        )
        head = "<tr><th>part</th><th>points</th><th>why</th></tr>"
        return f"<table>{head}{rows}</table><p>{self.points:g} of {self.of:g} points</p>"
