"""Students' answers, run in the sandbox that grades notebooks.

Entry point: `Sandboxed`.
"""

import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType

from course import SOURCE

from mutants.outputs import read_notebook
from nbisolate import Cell, ForkServer, Limits, NotebookRun, run_notebook

HERE = Path(__file__).resolve().parent
LIMITS = Limits(cell_seconds=60, notebook_seconds=120, cpu_seconds=30)
# What the answer itself prints is left out.
DIGEST = """
import contextlib
import io

from mutants.{module} import BATTERIES
from mutants.observing import digest, observe, type_and_text

with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    outputs = digest(observe(BATTERIES["{function}"]({function}), type_and_text))
print(outputs)
"""
DIGITS = re.compile(r"[0-9a-f]{64}\n")


class Sandboxed:
    """Runs answers, each in a sandbox of its own.

    Use it in a `with` statement, which ends its processes.
    """

    def __enter__(self) -> "Sandboxed":
        self.forkserver = ForkServer(["torch", "networkx", "graphviz"])
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.forkserver.close()

    def run(
        self,
        assignment: Path,
        sources: Iterable[str],
        modules: Iterable[Path] = (),
        environment: Mapping[str, str] | None = None,
    ) -> NotebookRun:
        """Run cells in one process.

        They find `lab` of the assignment's folder, and `modules` in the package `mutants`. Raises
        `nbisolate.SandboxError` if this machine has no sandbox.
        """
        with tempfile.TemporaryDirectory() as scratch:
            judge = Path(scratch) / "judge"
            work = Path(scratch) / "work"
            judge.mkdir()
            shutil.copytree(assignment / "lab", work / "lab")
            (work / "mutants").mkdir()
            for module in modules:
                shutil.copy(module, work / "mutants")
            for folder in (Path(scratch), judge, work, *work.rglob("*")):
                folder.chmod(0o755)  # each sandbox has a user id of its own
            return run_notebook(
                cells=[Cell(source) for source in sources],
                support=judge,
                work=work,
                limits=LIMITS,
                sandboxed=True,
                forkserver=self.forkserver,
                environment=environment,
            )

    def digest_of(self, assignment: str, function: str, text: str) -> str | None:
        """Return a digest of what an answer computes; see `shared_mistakes.digest_of`.

        Errors are those of `run`.
        """
        module = assignment.replace("-", "_")
        sources = [*read_notebook(assignment, function).before, text]
        sources.append(DIGEST.format(module=module, function=function))
        modules = [HERE / f"{name}.py" for name in ("__init__", "observing", module)]
        run = self.run(SOURCE / assignment, sources, modules)
        printed = "".join(str(output.get("text", "")) for output in run.outputs[-1])
        return printed.strip() if DIGITS.fullmatch(printed) else None
