"""Requests of formgrader's page that collects a class's zip file.

The server writes the file to disk and never reads it: `nbjudge zip-collect` does, in a process of
its own.
"""

import json
import secrets
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from nbgrader.api import MissingEntry
from nbgrader.server_extensions.formgrader.base import (
    BaseApiHandler,
    BaseHandler,
    check_notebook_dir,
    check_xsrf,
)
from tornado import web

from ..files.archive_members import is_noise, why_unsafe
from ..zip_collect.collect_folders import SCRATCH
from ..zip_collect.downloads import is_archive
from ..zip_collect.names import PATTERNS
from .autograding import Autograding, RunOutcome, run_module

LARGEST = 4_000_000_000  # bytes of an uploaded file
STALE = "Another file was uploaded meanwhile, or the server was restarted. Choose the file again."


@dataclass
class PendingUpload:
    """A file that was uploaded and is not collected yet, in a private folder of the course."""

    folder: tempfile.TemporaryDirectory[str]
    path: Path
    file: IO[bytes]
    token: str = field(default_factory=secrets.token_hex)
    size: int = 0

    @classmethod
    def create(cls, root: str, name: str) -> "PendingUpload":
        """Create an empty file of a name in a new folder below the course's root."""
        folder = tempfile.TemporaryDirectory(prefix=SCRATCH, dir=root, ignore_cleanup_errors=True)
        path = Path(folder.name, name)
        return cls(folder, path, open(path, "xb"))

    def write(self, chunk: bytes) -> None:
        """Append bytes; raise `OSError` if they cannot be written."""
        self.file.write(chunk)
        self.size += len(chunk)

    def remove(self) -> None:
        """Remove the file and its folder."""
        self.file.close()
        self.folder.cleanup()


class PendingUploads:
    """The uploads that wait for a person to confirm them: one for each assignment of a course."""

    def __init__(self) -> None:
        self._uploads: dict[tuple[str, str], PendingUpload] = {}

    def put(self, root: str, assignment: str, upload: PendingUpload) -> None:
        """Keep an upload, and remove the one before."""
        self.remove(root, assignment)
        self._uploads[root, assignment] = upload

    def get(self, root: str, assignment: str, token: Any) -> PendingUpload | None:
        """Return the upload if it is the one with this token."""
        upload = self._uploads.get((root, assignment))
        return upload if upload and upload.token == token else None

    def remove(self, root: str, assignment: str) -> None:
        """Remove an upload, if there is one."""
        upload = self._uploads.pop((root, assignment), None)
        if upload:
            upload.remove()


class ZipCollectPageHandler(BaseHandler):
    """Handler of the page."""

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    def get(self, assignment: str) -> None:
        _refuse_unknown(self, assignment)
        html = self.render(
            "zip_collect.tpl",
            url_prefix=self.url_prefix,
            base_url=self.base_url,
            assignment_id=assignment,
        )
        self.write(html)


class _Handler(BaseApiHandler):
    @property
    def uploads(self) -> PendingUploads:
        uploads: PendingUploads = self.settings["nbjudge_zip_uploads"]
        return uploads

    @property
    def autograding(self) -> Autograding:
        autograding: Autograding = self.settings["nbjudge_autograding"]
        return autograding

    async def zip_collect(
        self, assignment: str, upload: PendingUpload, options: Sequence[str]
    ) -> RunOutcome:
        """Run `nbjudge zip-collect`, after a run that grades the course."""
        command = ["nbjudge", "zip-collect", *options, "--", assignment, str(upload.path)]
        async with self.autograding.course:
            return RunOutcome(*await run_module(command, self.autograding.folder()))

    async def show(self, assignment: str, upload: PendingUpload, system: Any) -> None:
        """Reply with the table of what an upload holds."""
        report = Path(upload.folder.name, "table.json")
        report.unlink(missing_ok=True)
        options = ["--dry-run", f"--json={report}", *_system_option(system)]
        outcome = await self.zip_collect(assignment, upload, options)
        reply: dict[str, Any] = {"token": upload.token, "systems": list(PATTERNS)}
        if outcome.done and report.is_file():
            reply["table"] = json.loads(report.read_bytes())
        else:
            reply["error"] = outcome.said.removeprefix("nbjudge: ")
        self.write(reply)


@web.stream_request_body
class ZipUploadHandler(_Handler):
    """Handler that receives the file, named by the query argument `name`, and replies with a table.

    The reply has `token`, which names the upload in later requests, `systems`, the names of the
    learning management systems, and `table` (`CollectionPreview`) or `error`, a sentence.
    """

    upload: PendingUpload | None = None
    error = ""

    async def prepare(self) -> None:
        """Refuse strangers before the body arrives: tornado calls `post` only after it."""
        await super().prepare()
        if not self.current_user:
            raise web.HTTPError(403)
        if self.request.method != "POST":
            return
        _refuse_unknown(self, self.path_args[0])
        length = self.request.headers.get("Content-Length", "0")
        if length.isdecimal() and int(length) > LARGEST:
            raise web.HTTPError(413)
        # The server's own limit is for bodies that it holds in memory.
        self.request.connection.set_max_body_size(LARGEST)
        name = self.get_query_argument("name", "")
        self.error = _why_not_archive(name)
        if not self.error:
            try:
                self.upload = PendingUpload.create(self.coursedir.root, name)
            except OSError as error:
                self.error = _not_written(error)

    def data_received(self, chunk: bytes) -> None:
        """Write a part of the file to disk."""
        if self.upload is not None:
            try:
                self.upload.write(chunk)
            except OSError as error:
                self._drop()
                self.error = _not_written(error)

    def on_connection_close(self) -> None:
        """Remove what has arrived of a file whose upload was cancelled."""
        super().on_connection_close()
        self._drop()

    def _drop(self) -> None:
        if self.upload is not None:
            self.upload.remove()
            self.upload = None

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    async def post(self, assignment: str) -> None:
        upload = self.upload
        if upload is None:
            self.write({"error": self.error})
            return
        upload.file.close()
        self.uploads.put(self.coursedir.root, assignment, upload)
        self.upload = None
        await self.show(assignment, upload, None)


class ZipTableHandler(_Handler):
    """Handler that replies with the table for another learning management system.

    The body has `token` and `system`; the reply is that of `ZipUploadHandler`.
    """

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    async def post(self, assignment: str) -> None:
        token, system = _token_and_system(self)
        upload = self.uploads.get(self.coursedir.root, assignment, token)
        if upload is None:
            self.write({"error": STALE})
        else:
            await self.show(assignment, upload, system)


class ZipConfirmHandler(_Handler):
    """Handler that collects an upload whose table a person has seen.

    The body has `token` and `system`; the reply has `said`, a sentence, or `error`, too.
    """

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    async def post(self, assignment: str) -> None:
        root = self.coursedir.root
        token, system = _token_and_system(self)
        upload = self.uploads.get(root, assignment, token)
        if upload is None:
            self.write({"error": STALE})
            return
        outcome = await self.zip_collect(assignment, upload, _system_option(system))
        last_line = outcome.said.rpartition("\n")[2]
        if outcome.done:
            if self.uploads.get(root, assignment, token):
                self.uploads.remove(root, assignment)
            self.write({"said": last_line})
        else:
            self.write({"error": last_line.removeprefix("nbjudge: ")})


def _refuse_unknown(handler: BaseHandler, assignment: str) -> None:
    try:
        handler.gradebook.find_assignment(assignment)
    except MissingEntry as error:
        raise web.HTTPError(404, f"There is no assignment {assignment}.") from error


def _token_and_system(handler: BaseApiHandler) -> tuple[Any, Any]:
    body = handler.get_json_body()
    if not isinstance(body, dict):
        raise web.HTTPError(400, "The body is not a JSON object.")
    return body.get("token"), body.get("system")


def _system_option(system: Any) -> list[str]:
    """Return the option for a system; none for the course's own pattern."""
    return [f"--system={system}"] if isinstance(system, str) and system in PATTERNS else []


def _why_not_archive(name: str) -> str:
    """Return a sentence about a name that is not that of an archive, or ""."""
    if "/" in name or why_unsafe(name) or is_noise(name) or not is_archive(name):
        return "Choose the zip or tar file that your learning management system gave you."
    return ""


def _not_written(error: OSError) -> str:
    return f"The file cannot be written into the course folder: {error.strerror}."
