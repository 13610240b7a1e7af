"""Why a command of nbjudge ends early. The messages are sentences for the person who typed it."""


class WrongUsage(Exception):
    """The command asks for what cannot be done. The message says what to do."""


class Stopped(Exception):
    """Something outside the submissions keeps a run from going on. The message says what."""
