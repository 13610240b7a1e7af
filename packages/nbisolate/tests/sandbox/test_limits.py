"""Every limit, and the sentence that a student reads after each kind of failure."""

import resource
from dataclasses import fields

import pytest

from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.result import Stop
from nbisolate.sandbox.limits import Limits

SMALL = {"cell_seconds": 60, "notebook_seconds": 300, "memory_mb": 200, "disk_mb": 16}


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer()
    yield forkserver
    forkserver.close()


@pytest.fixture
def run(forkserver, tmp_path):
    """Run cells, test cells being those that begin with `# test`; return their texts and the end.

    A cell's text is its outputs, one a line: what a stream says, or an error's name and message.
    """

    def run(*sources, sandboxed=True, **limits):
        for name in ("judge", "student"):
            (tmp_path / name).mkdir(exist_ok=True)
        outcome = run_notebook(
            cells=[
                Cell(text, "test" if text.startswith("# test") else "student") for text in sources
            ],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(**SMALL | limits),
            sandboxed=sandboxed,
            forkserver=forkserver,
        )
        return ["\n".join(map(text_of, outputs)) for outputs in outcome.outputs], outcome

    tmp_path.chmod(0o755)
    return run


def text_of(output):
    if output["output_type"] == "error":
        return f"{output['ename']}: {output['evalue']}"
    return output.get("text") or output["data"]["text/plain"]


def test_a_cell_that_takes_too_long_is_interrupted_and_the_next_one_runs(run):
    texts, outcome = run("while True: pass", "print('next')", cell_seconds=2)
    assert texts == [
        "KeyboardInterrupt: \nStopped: This cell was stopped: stopped after 2 s.",
        "next\n",
    ]
    assert outcome.reason is None
    assert [cell.stop for cell in outcome.cells] == [Stop.TIME, None]
    assert outcome.measured.stopped is None


INTERRUPTED = {
    "time.sleep(10**6)": "time.sleep(10**6)",
    "prints": "while True:\n    print('x')",
    "catches all": (
        "while True:\n    try:\n        while True: pass\n    except:\n        print('again')"
    ),
    "catches and passes": (
        "while True:\n    try:\n        if time.sleep(1): break\n    except: pass"
    ),
    "catches twice": (
        "def wait():\n    while True:\n        try:\n            while True: pass\n"
        "        except BaseException as error:\n            print(error)\n"
        "while True:\n    try:\n        while True: wait()\n    except: pass"
    ),
}


@pytest.mark.parametrize("source", INTERRUPTED.values(), ids=INTERRUPTED)
def test_a_cell_that_catches_the_interrupt_ends_at_the_end_of_its_except(run, source):
    texts, outcome = run(f"import time\n{source}", "3", "# test\nassert True", cell_seconds=2)
    assert texts[0].endswith("Stopped: This cell was stopped: stopped after 2 s.")
    assert (texts[2], outcome.reason) == ("", None)
    assert [cell.stop for cell in outcome.cells] == [Stop.TIME, None, None]


NO_NUMBER = "while True:\n    try:\n        n = int(input())\n        break\n    {}"
READS = {
    "except": NO_NUMBER.format("except: print('no number')"),
    "except and pass": NO_NUMBER.format("except: pass"),
    "except Exception": NO_NUMBER.format("except Exception: print('no number')"),
    "except EOFError": NO_NUMBER.format("except (ValueError, EOFError): print('no number')"),
    "except as": NO_NUMBER.format("except BaseException as error: print(error)"),
    "finally": NO_NUMBER.format("finally: continue"),
    "readline": "import sys\nwhile sys.stdin.readline() != 'end': pass",
    "lines": "import sys\nwhile True:\n    for line in sys.stdin: print(line)",
}


@pytest.mark.parametrize("source", READS.values(), ids=READS)
def test_a_cell_that_reads_the_ended_input_without_end_is_interrupted_soon(run, source):
    """In a test cell's call, too. Neither takes the time of a cell, which is the notebook's."""
    lines = "".join(f"    {line}\n" for line in source.splitlines())
    cells = f"def ask():\n{lines}", source, "3", "# test\nask()", "# test\nassert True"
    texts, outcome = run(*cells, cell_seconds=300)
    sentence = "EOFError: EOF when reading a line, 100 times: nobody answers input() here"
    assert texts[1].endswith(sentence)
    assert texts[2] == "3"
    assert texts[3].endswith(sentence)
    assert (texts[4], outcome.reason) == ("", None)


def test_a_few_reads_of_the_ended_input_end_no_cell(run):
    texts, _ = run(
        "def ask():\n    try: return input()\n    except EOFError: return 'nobody'",
        "answers = [ask() for _ in range(60)]\nlen(answers)",
        "answers = [ask() for _ in range(60)]\nlen(answers)",
    )
    assert texts == ["", "60", "60"]


def test_a_thread_that_reads_the_ended_input_interrupts_no_other_cell(run):
    listen = (
        "import threading\nreads = 0\ndef listen():\n    global reads\n    while True:\n"
        "        try: input()\n        except: reads += 1\n"
        "threading.Thread(target=listen, daemon=True).start()"
    )
    waits = "def wait():\n    end = reads + 300\n    while reads < end: pass\n    return 'read'"
    texts, outcome = run(listen, waits, "wait()", "# test\nassert wait() == 'read'")
    assert texts == ["", "", "'read'", ""]
    assert outcome.reason is None


def test_an_interrupt_that_a_cell_keeps_interrupts_no_other_cell(run):
    keeps = (
        "import time\ntry:\n    time.sleep(60)\nexcept BaseException as error:\n    kept = error"
    )
    frees = "import gc, sys\nkept = None\ngc.collect()\nprint('next')"
    texts, outcome = run(keeps, frees, "# test\nassert kept is None", cell_seconds=2)
    assert texts == ["Stopped: This cell was stopped: stopped after 2 s.", "next\n", ""]
    assert outcome.reason is None


def test_a_cell_deaf_to_the_interrupt_ends_the_kernel(run):
    deaf = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass"
    texts, outcome = run(deaf, "1", "# test\n1", cell_seconds=2)
    assert texts[0] == "Stopped: This cell was stopped: stopped after 2 s."
    assert texts[1] == "NotRun: This cell was not run: stopped after 2 s."
    assert outcome.reason == "stopped after 2 s"
    assert outcome.measured.stopped is Stop.TIME


def test_a_call_from_a_test_cell_that_takes_too_long_fails_that_test_only(run):
    slow = "import time\ndef slow():\n    time.sleep(60)\ndef quick():\n    return 3"
    tests = "# test\nassert slow() == 3", "# test\nassert quick() == 3"
    texts, _ = run(slow, *tests, cell_seconds=2)
    assert texts == ["", "Stopped: stopped after 2 s", ""]


def test_a_notebook_that_takes_too_long_is_ended(run):
    texts, outcome = run("1", "import time\ntime.sleep(300)", "1", notebook_seconds=3)
    assert texts == [
        "1",
        "Stopped: This cell was stopped: the notebook was stopped after 3 s.",
        "NotRun: This cell was not run: the notebook was stopped after 3 s.",
    ]
    assert outcome.reason == "the notebook was stopped after 3 s"
    assert outcome.measured.stopped is Stop.TIME


def test_a_test_cell_that_takes_too_long_by_itself_is_stopped(run):
    texts, outcome = run("1", "# test\nwhile True: pass", "# test\nassert True", cell_seconds=2)
    assert texts == ["1", "TestStopped: This cell took too long.", ""]
    assert outcome.reason is None


@pytest.mark.parametrize(
    "source",
    [
        "raise SystemExit(0)",
        "raise KeyboardInterrupt",
        "exit()",
        "(",
        "class Odd(Exception):\n    def __str__(self): raise SystemExit\nraise Odd",
        "from IPython import get_ipython\n"
        "get_ipython().showtraceback = lambda *a, **k: None\nassert False",
    ],
)
def test_a_test_cell_that_fails_never_passes(run, source):
    _, outcome = run("1", f"# test\n{source}", "# test\nassert True")
    assert "error" in [output["output_type"] for output in outcome.outputs[1]]
    assert outcome.reason is None


def test_processor_time(run):
    texts, _ = run("while True: pass", cpu_seconds=1)
    sentence = "the notebook's process used more than 1 s of CPU time"
    assert texts == [f"Stopped: This cell was stopped: {sentence}."]


def test_memory_of_one_process_is_an_error_of_the_cell(run):
    texts, outcome = run("x = bytearray(300 * 2**20)", "print('next')")
    assert texts == ["MemoryError: The notebook's process ran out of memory (200 MB).", "next\n"]
    assert outcome.reason is None


def test_a_process_that_ended_without_memory_says_so(run):
    # As Python does where nothing is left to handle the error with.
    _, outcome = run("import os\nx = b'1' * (194 * 2**20)\nos._exit(1)")
    assert outcome.reason == "the notebook's process ran out of memory (200 MB)"
    assert outcome.measured.stopped is Stop.MEMORY


@pytest.mark.parametrize(
    ("student", "test"),
    [
        ("x = bytearray(300 * 2**20)", "1"),
        ("def big(): bytearray(300 * 2**20)", "big()"),
        ("def big(): raise MemoryError", "big()"),
        ("1", "x = bytearray(300 * 2**20)"),
    ],
    ids=["cell", "call", "raised", "test cell"],
)
def test_out_of_memory_is_one_sentence_everywhere(run, student, test):
    texts, _ = run(student, f"# test\n{test}")
    assert "MemoryError: The notebook's process ran out of memory (200 MB)." in texts


def test_memory_within_the_limit_is_there(run):
    texts, outcome = run("x = bytearray(b'1') * (120 * 2**20)", "1")
    assert texts == ["", "1"]
    assert 100 < outcome.measured.peak_memory_mb < 300


def test_memory_of_many_processes_ends_the_kernel(run):
    fork = "import os, time\nfor _ in range(3): os.fork() or time.sleep(1e-3)\n"
    texts, outcome = run(f"{fork}x = bytearray(b'1' * (90 * 2**20))\ntime.sleep(5)", "1")
    assert (
        texts[0]
        == "Stopped: This cell was stopped: the notebook's process ran out of memory (200 MB)."
    )
    assert (
        texts[1]
        == "NotRun: This cell was not run: the notebook's process ran out of memory (200 MB)."
    )
    assert outcome.measured.peak_memory_mb > 200


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("import os\nfor _ in range(99): os.fork() or os._exit(bool(time.sleep(1)))", "Blocking"),
        ("held = [os.open('/dev/null', 0) for _ in range(99)]", "OSError: [Errno 24]"),
        ("open('big', 'wb').write(bytes(17 * 2**20))", "OSError: [Errno 27]"),
        ("for n in range(9): open(f'/tmp/{n}', 'wb').write(bytes(2**22))", "OSError: [Errno 28]"),
        ("for n in range(9999): open(f'/tmp/{n}', 'w').close()", "OSError: [Errno 28]"),
    ],
    ids=["processes", "open files", "file size", "disk", "number of files"],
)
def test_what_a_process_may_hold(run, source, error):
    source = f"import os, time\n{source}"
    texts, outcome = run(source, "print('next')", processes=20, open_files=64)
    assert texts[0].startswith(error)
    assert texts[1] == "next\n"
    assert outcome.reason is None


def test_output(run):
    texts, outcome = run("print('x' * 2_000_000)", "print('next')", "# test\n1")
    sentence = "(Output truncated: this notebook wrote more than 1 MB.)\n"
    assert texts[0].endswith(sentence) and len(texts[0]) < 1_100_000
    assert texts[2] == "1"
    assert outcome.reason is None


def test_output_past_python(run):
    texts, outcome = run(
        "import os\nsize = os.write(1, b'x' * 900_000)", "os.write(1, b'x' * 10**6)"
    )
    assert texts[0] == "x" * 900_000
    assert texts[1].endswith("wrote more than 1 MB.)\n")
    assert outcome.reason is None


DEEP = {
    "objects": (
        "class Node: pass\nfirst = Node()\nfirst.next = first",
        "def length(node):\n    return 1 + length(node.next)\nlength(first)",
    ),
    "containers": (
        "def nested():\n    item = 1\n    for _ in range(50): item = [item]\n    return item",
        "def call(): return nested() and call()\ncall()",
    ),
    "text": (
        "def shown(): print('x'); return 'x'",
        "def call(): return [shown() for _ in range(1)] + [call() for _ in range(1)]\ncall()",
    ),
}


@pytest.mark.parametrize("answer, test", DEEP.values(), ids=DEEP)
def test_a_test_cell_that_recurses_without_end_fails_only_itself(run, answer, test):
    """As it does if a student's linked list is a ring: no right answer after it loses points."""
    texts, outcome = run(
        answer, f"# test\n{test}", "def double(x): return 2 * x", "# test\ndouble(2)"
    )
    assert "RecursionError" in texts[1]
    assert texts[3] == "4"
    assert outcome.reason is None


def test_a_value_too_large_fails_that_test_only(run):
    big = (
        "class Own: x = 3\n"
        "def big():\n    return [Own(), b'x' * 2000]\ndef small():\n    return Own().x"
    )
    texts, _ = run(big, "# test\nbig()", "# test\nassert small() == 3 == Own().x", value_bytes=1000)
    assert texts == ["", "ValueError: the value is too large to be sent to a test cell", ""]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("import os\nos._exit(3)", "the notebook's process ended (exit code 3)"),
        ("import ctypes\nctypes.string_at(0)", "the notebook's process ended (Segmentation fault)"),
        (
            "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
            "the notebook's process ended (Killed)",
        ),
    ],
)
def test_a_kernel_that_ends(run, source, sentence):
    texts, outcome = run("print('before')", source, "1", "# test\nassert some_name == 3")
    assert texts == [
        "before\n",
        f"Stopped: This cell was stopped: {sentence}.",
        f"NotRun: This cell was not run: {sentence}.",
        f"Stopped: {sentence}",
    ]
    assert outcome.reason == sentence
    assert outcome.measured.stopped is Stop.ENDED


@pytest.mark.parametrize("kind", ["", "# test\n"])
def test_processes_that_outlive_their_parents_end_nothing(run, kind):
    """More of them than a notebook may have at one time, so they must not remain as zombies."""
    orphans = (
        "import subprocess\nfor _ in range(90):\n    subprocess.run('true & exit', shell=True)"
    )
    texts, outcome = run(kind + orphans, kind + "import time; time.sleep(0.5)\nprint('next')")
    assert (texts, outcome.reason) == (["", "next\n"], None)


def test_without_a_sandbox_notebooks_run_where_they_are(run, tmp_path):
    (tmp_path / "student").mkdir()
    (tmp_path / "student" / "data.txt").write_text("here")
    read = "print(open('data.txt').read())\ndef three():\n    return 3"
    texts, outcome = run(read, "# test\nassert three() == 3", sandboxed=False)
    assert texts == ["here\n", ""]
    assert outcome.reason is None


AMPLE = {
    **{"cell_seconds": 300, "notebook_seconds": 300, "cpu_seconds": 300, "memory_mb": 1000},
    **{"processes": 200, "open_files": 256, "disk_mb": 64},
    **{"output_bytes": 10**6, "value_bytes": 10**6},
}
SPIN = "import time\nwhile time.process_time() < 2: pass"
FORK = "import os, time\nfor _ in range(30): os.fork() or os._exit(bool(time.sleep(1)))"
OPEN = "import os\nheld = [os.open('/dev/null', 0) for _ in range(100)]"
GIVE = "def give(): return b'x' * 2000"
# Each field of `Limits`: a value, a notebook that goes beyond it and stays within what is ample,
# and what the notebook hears.
BEYOND = {
    "cell_seconds": (1, ["import time\ntime.sleep(3)"], "stopped after 1 s"),
    "notebook_seconds": (1, ["import time\ntime.sleep(3)"], "the notebook was stopped after 1 s"),
    "cpu_seconds": (1, [SPIN], "the notebook's process used more than 1 s of CPU time"),
    "memory_mb": (200, ["x = bytearray(300 * 2**20)"], "ran out of memory (200 MB)"),
    "processes": (20, [FORK], "BlockingIOError"),
    "open_files": (64, [OPEN], "OSError: [Errno 24]"),
    "disk_mb": (16, ["open('big', 'wb').write(bytes(17 * 2**20))"], "OSError: [Errno 27]"),
    "output_bytes": (1000, ["print('x' * 2000)"], "Output truncated"),
    "value_bytes": (1000, [GIVE, "# test\ngive()"], "the value is too large"),
}


@pytest.mark.parametrize("limit", [field.name for field in fields(Limits)])
def test_each_limit_binds_a_notebook(run, limit):
    assert limit in BEYOND, "say in BEYOND which notebook goes beyond the new limit"
    value, cells, heard = BEYOND[limit]
    assert heard in "\n".join(run(*cells, **AMPLE | {limit: value})[0])
    assert heard not in "\n".join(run(*cells, **AMPLE)[0])


def test_an_account_with_real_time_gives_none_to_a_submission(monkeypatch):
    """The kernel is not asked, as few accounts that run this have real time to give away."""
    kinds = resource.RLIMIT_RTPRIO, resource.RLIMIT_NICE
    bound = {}
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (5, 5))
    monkeypatch.setattr(resource, "setrlimit", bound.__setitem__)
    Limits().apply()
    assert [bound[kind] for kind in kinds] == [(0, 0), (0, 0)]
