"""Collecting a class's zip file in formgrader: what is uploaded is shown before it is collected."""

import http.client
import json
import shutil
import sys
import urllib.request
from urllib.parse import urlsplit

import pytest

from nbjudge.server.zip_uploads import LARGEST, PendingUpload, PendingUploads
from nbjudge_testing.browser_walk import OPTIONS, TOKEN, running
from nbjudge_testing.grading_course import PS
from nbjudge_testing.lms_downloads import SYSTEMS, zipped

CANVAS = SYSTEMS["Canvas"]
API = f"/formgrader/api/assignment/{PS}/zip_collect"
# Far smaller than an upload of the tests: only what is not held in memory may be larger.
MOST_IN_MEMORY = 1_000_000


@pytest.fixture(scope="module")
def server(model, tmp_path_factory):
    """A Jupyter server on a released course, which holds little of a request in memory."""
    folder = tmp_path_factory.mktemp("uploads")
    course = folder / "course"
    shutil.copytree(model[0], course)
    (folder / "home").mkdir()
    limits = [
        f"--ServerApp.{name}={MOST_IN_MEMORY}" for name in ("max_body_size", "max_buffer_size")
    ]
    command = [sys.executable, "-m", "jupyter_server", "--allow-root", *OPTIONS.split(), *limits]
    with running(command, folder / "home", course) as server:
        server.course = course
        yield server


def upload(server, content, name="class.zip"):
    """Send a file as the page does; return the reply."""
    request = urllib.request.Request(
        f"{server.url}{API}?name={name}",
        method="POST",
        data=content,
        headers={"Authorization": f"token {TOKEN}", "Content-Type": "application/octet-stream"},
    )
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.loads(answer.read())


def class_zip(work, student="11", **more):
    files = {
        CANVAS.path(student, name, number): data for number, (name, data) in enumerate(work.items())
    }
    return zipped(files | more)


def kept(server):
    """The archives in the course that wait for a person."""
    return sorted(path.name for path in server.course.glob(".nbjudge-zip-*/*.zip"))


def test_nothing_is_collected_before_a_person_has_seen_the_table(server, work):
    shutil.rmtree(server.course / "submitted", ignore_errors=True)
    large = {CANVAS.path("12", "photo.png", 5): b"1" * (3 * MOST_IN_MEMORY)}
    packed = zipped({**large, CANVAS.path("11", "adding.ipynb"): work["adding.ipynb"]}, method=0)
    assert len(packed) > MOST_IN_MEMORY
    reply = upload(server, packed)
    assert reply["table"]["system"] == "Canvas" in reply["systems"]
    assert [row["student"] for row in reply["table"]["students"]] == ["11", "12"]
    assert not (server.course / "submitted").exists()
    assert not (server.course / "downloaded").exists()
    body = {"token": reply["token"], "system": "Canvas"}
    assert server.asked(f"{API}/confirm", body)["said"].startswith("Collected from 2 students")
    collected = server.course / "submitted" / "11" / PS / "adding.ipynb"
    assert collected.read_bytes() == work["adding.ipynb"]
    assert kept(server) == []
    assert "Choose the file again" in server.asked(f"{API}/confirm", body)["error"]


def test_only_the_file_that_was_shown_is_collected(server, work):
    first = upload(server, class_zip(work, "21"), "first.zip")
    second = upload(server, class_zip(work, "22"), "second.zip")
    assert kept(server) == ["second.zip"]
    for stale in ({"token": first["token"]}, {"token": None}, {}):
        for request in ("table", "confirm"):
            reply = server.asked(f"{API}/{request}", stale | {"system": "Canvas"})
            assert "Choose the file again" in reply["error"]
    assert not (server.course / "submitted" / "21").exists()
    reply = server.asked(f"{API}/table", {"token": second["token"], "system": "Moodle"})
    assert "None of the 2 files in second.zip has a name as in Moodle" in reply["error"]
    assert "Choose 'Canvas', which fits, or" in reply["error"]
    reply = server.asked(f"{API}/table", {"token": second["token"], "system": "--force"})
    assert reply["table"]["system"] == "Canvas"


@pytest.mark.parametrize(
    "name",
    ["", "notes.pdf", "..%2Fclass.zip", "%2Ftmp%2Fclass.zip", "a%5Cb.zip", "._a.zip"],
)
def test_a_name_that_is_no_archives_is_refused(server, work, name):
    before = {path for path in server.course.rglob("*")}
    reply = upload(server, class_zip(work), name)
    assert reply["error"].startswith("Choose the zip or tar file")
    assert {path for path in server.course.rglob("*")} == before


def test_a_damaged_file_is_one_sentence(server):
    reply = upload(server, b"PK no archive")
    assert "There is no file to collect in class.zip. class.zip cannot be read" in reply["error"]
    assert "Traceback" not in reply["error"]


def ask(server, path, headers, body=b""):
    """Send the beginning of a request; return the status of the reply."""
    address = urlsplit(server.url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
    connection.putrequest("POST", f"{address.path}{path}")
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    status = connection.getresponse().status
    connection.close()
    return status


def test_strangers_and_too_large_files_are_refused_before_their_body(server):
    """No body is sent, so a server that waited for it would never answer."""
    waiting = kept(server)
    path = f"{API}?name=class.zip"
    assert ask(server, path, {"Content-Length": "1000"}) == 403
    forged = {"Cookie": "_xsrf=of-my-own", "X-XSRFToken": "of-my-own"}
    assert ask(server, path, {**forged, "Content-Length": "1000"}) == 403
    known = {"Authorization": f"token {TOKEN}"}
    assert ask(server, path, {**known, "Content-Length": str(LARGEST + 1)}) == 413
    unknown = path.replace(f"/{PS}/", "/unknown/")
    assert ask(server, unknown, {**known, "Content-Length": "1000"}) == 404
    assert kept(server) == waiting


def test_an_upload_that_is_cancelled_leaves_nothing(server):
    waiting = kept(server)
    address = urlsplit(server.url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
    connection.putrequest("POST", f"{address.path}{API}?name=cancelled.zip")
    connection.putheader("Authorization", f"token {TOKEN}")
    connection.putheader("Content-Length", "1000")
    connection.endheaders(b"PK")
    from nbisolate_testing.users import wait_for

    wait_for(lambda: "cancelled.zip" in kept(server))
    connection.close()
    wait_for(lambda: kept(server) == waiting)


def test_the_page_names_the_assignment(server):
    page = server.read(f"/formgrader/zip_collect/{PS}").decode()
    assert f'var assignment_id = "{PS}";' in page and "zip_collect.js" in page
    with pytest.raises(urllib.error.HTTPError, match="404"):
        server.read("/formgrader/zip_collect/unknown")


def test_an_upload_is_removed_with_its_folder(tmp_path):
    uploads = PendingUploads()
    first = PendingUpload.create(str(tmp_path), "class.zip")
    first.write(b"PK")
    assert first.path.stat().st_mode & 0o077 == 0 or first.path.parent.stat().st_mode & 0o077 == 0
    uploads.put("course", "ps1", first)
    uploads.put("course", "ps2", PendingUpload.create(str(tmp_path), "class.zip"))
    assert uploads.get("course", "ps1", first.token) is first
    assert uploads.get("course", "ps2", first.token) is None
    assert uploads.get("course", "ps1", None) is None
    uploads.put("course", "ps1", PendingUpload.create(str(tmp_path), "class.zip"))
    assert not first.path.exists() and len(list(tmp_path.iterdir())) == 2
    uploads.remove("course", "ps1")
    uploads.remove("course", "ps2")
    assert list(tmp_path.iterdir()) == []
