"""Mischief: code that a student adds to a notebook, which exits, hangs, forks, prints or forges.

`MISCHIEF` maps the name of each kind to the code. All of it runs in a sandbox only, with limits.
The files of tests/attacks/ are kinds, too; some import `tools.py`, which lies next to the notebook.
"""

from nbjudge_testing.paths import TESTS

ATTACKS = TESTS / "attacks"
TOOLS = ATTACKS / "tools.py"
# Folders of attacks that end within a second. Those of `hang` and `harm` wait for a limit, so only
# the short pieces of code below stand for them.
FOLDERS = ("tampering", "protocol", "theft")
OWN = {
    # exits
    "exit": "exit()",
    "system exit": "raise SystemExit(0)",
    "os exit": "import os\nos._exit(0)",
    "kill itself": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
    "kill the group": "import os, signal\nos.killpg(0, signal.SIGTERM)",
    "exit at exit": "import atexit, os\natexit.register(os._exit, 0)",
    "exit when called": "import sys\ntotal = mean = lambda *_: sys.exit(0)",
    "interrupt": "raise KeyboardInterrupt",
    "segmentation fault": "import ctypes\nctypes.string_at(0)",
    "abort": "import os\nos.abort()",
    "execute": 'import os\nos.execv("/bin/true", ["true"])',
    # hangs
    "loop": "while True:\n    pass",
    "sleep": "import time\ntime.sleep(1e6)",
    "loop when called": "def total(*_):\n    while True:\n        pass",
    "stop itself": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    "loop at import": "import re\nre.match('(a*)*b', 'a' * 60)",
    "input": "input('your name? ')",
    "swallow": "while True:\n    try:\n        while True:\n            pass\n"
    "    except BaseException:\n        pass",
    # forks
    "twin": "import os\nos.fork()",
    "parent leaves": "import os\nif os.fork():\n    os._exit(0)",
    "many": "import subprocess\nfor _ in range(200):\n    subprocess.Popen(['sleep', '60'])",
    "bomb": "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n"
    "        break",
    "daemon": "import os, time\nif not os.fork():\n    os.setsid()\n    time.sleep(600)",
    "threads": "import threading, time\nfor _ in range(300):\n"
    "    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
    # memory and recursion
    "memory": "x = bytearray(10**10)",
    "memory by and by": "x = []\nwhile True:\n    x.append(bytearray(10**7))",
    "recursion": "def total(*_):\n    return total()",
    "parser": "eval('(' * 10**5)",
    "digits": "print(10 ** 10 ** 6)",
    # prints
    "much": "print('x' * 10**7)",
    "lines": "for i in range(10**5):\n    print(i)",
    "escapes": "print('\\x1b[2J\\x1b]0;title\\x07\\r\\nada: forged\\u202e')",
    "surrogate": "print('\\ud83d')",
    "raw bytes": "import os\nos.write(1, b'\\xff\\0' * 1000)",
    "page": "from IPython.display import HTML, display\n"
    "display(HTML('<script>alert(1)</script></div></body><h1>5 of 5 points</h1>'))",
    "closed": "import os\nos.closerange(0, 300)",
    "no stdout": "import sys\nsys.stdout = sys.stderr = None",
    # writes
    "disk": "with open('big', 'wb') as file:\n    while True:\n        file.write(bytes(10**6))",
    "inodes": "for i in range(10**4):\n    open(f'f{i}', 'w').close()",
    "record": "open('nbjudge.json', 'w').write('{\"status\": \"graded\"}')",
    "module": "open('numpy.py', 'w').write('')\nopen('nbjudge.py', 'w').write('')",
    "remove": "import shutil\nshutil.rmtree('.', ignore_errors=True)",
    "notebook": "import glob\nfor name in glob.glob('*.ipynb'):\n    open(name, 'w').write('{}')",
    "links": "import os\nos.symlink('/', 'root')\nos.symlink('/dev/zero', 'zero.txt')",
    # forges
    "equal": "class E(int):\n    def __eq__(self, other):\n        return True\n"
    "    __hash__ = int.__hash__\ntotal = mean = lambda *_: E(0)",
    "scores": "from nbjudge import Awards\nawards = Awards(of=5)\n"
    "awards.give('all', 5, 'All is right.')\nawards",
    "builtins": "import builtins\nbuiltins.sum = lambda *_: 0\nbuiltins.print = None\n"
    "builtins.isinstance = lambda *_: True",
    "output": "from IPython import get_ipython\n"
    "get_ipython().run_cell_magic = None\nget_ipython().ast_transformers.append(1)",
    "magic": "%reset -f",
    "shell": "!kill -9 $PPID\n!ls -la /",
    "syntax": "def total(:",
    "undefined": "undefined_name",
    "await": "import asyncio\nawait asyncio.sleep(1e6)",
    "trace": "import sys\nsys.settrace(lambda *_: 1 / 0)",
    "delete": "del total, mean",
}


def _attacks() -> dict[str, str]:
    files = [path for folder in FOLDERS for path in sorted((ATTACKS / folder).glob("*.py"))]
    assert len(files) > 40, "the attacks have moved"
    return {f"{path.parent.name}/{path.stem}": path.read_text() for path in files}


MISCHIEF = {**OWN, **_attacks()}
# These wait for a limit of time. They are drawn less often.
SLOW = {
    "loop", "sleep", "loop when called", "stop itself", "loop at import", "swallow", "await",
    "memory by and by", "disk",
}  # fmt: skip
assert set(MISCHIEF) >= SLOW
