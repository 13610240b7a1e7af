"""A virtual Debian machine with a service manager and control groups, for `make soak`.

Many machines that run tests have neither, above all containers. Entry points: `build`, then
`run_in`. QEMU emulates the machine, which is several times slower than its host. It has no network.
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

USER = "grader"  # an ordinary user, 1000, whose service manager runs
PACKAGES = (
    "systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,linux-image-amd64,"
    "bubblewrap,graphviz,python3,libseccomp2"
)
NOT_COPIED = ("torch", "torch-*", "functorch", "torchgen", "__pycache__")  # 700 MB
UNIT = """
[Unit]
After=multi-user.target systemd-logind.service user@1000.service
Requires=user@1000.service
[Service]
Type=oneshot
ExecStart=/bin/sh /root/program
StandardOutput=file:/dev/ttyS1
StandardError=file:/dev/ttyS1
TimeoutStartSec=infinity
ExecStopPost=/bin/systemctl poweroff --no-block
[Install]
WantedBy=multi-user.target
"""


@dataclass(frozen=True)
class Machine:
    """The files with which QEMU starts: kernel, initial file system, and disk."""

    kernel: Path
    initrd: Path
    disk: Path


def build(folder: Path, program: str, copied: Collection[Path]) -> Machine:
    """Make a machine that runs a shell script, as root by a systemd unit, and then powers off.

    Its files in `folder` take gigabytes. The folders `copied` and this Python's environment,
    without Torch, have the same paths as on this machine. Raise `subprocess.CalledProcessError` if
    the packages cannot be fetched, or the disk cannot be made.
    """
    root = folder / "root"
    suite = platform.freedesktop_os_release()["VERSION_CODENAME"]
    subprocess.run(
        ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", suite, root],
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    for source in {Path(sys.base_prefix), Path(sys.prefix), *copied}:
        if not source.is_relative_to("/usr"):
            shutil.copytree(
                source,
                root / source.relative_to("/"),
                symlinks=True,
                ignore=shutil.ignore_patterns(*NOT_COPIED),
                dirs_exist_ok=True,
            )
    subprocess.run(["chroot", root, "useradd", "--create-home", USER], check=True)
    lingering = root / "var/lib/systemd/linger"  # the user's service manager runs without a login
    lingering.mkdir(parents=True, exist_ok=True)
    (lingering / USER).touch()
    (root / "etc/fstab").write_text("/dev/vda / ext4 defaults 0 1\n")
    (root / "etc/systemd/system/program.service").write_text(UNIT)
    (root / "root/program").write_text(program)
    (root / "root").chmod(0o755)  # the interpreter may be in there
    subprocess.run(["chroot", root, "systemctl", "enable", "--quiet", "program"], check=True)
    machine = Machine(folder / "kernel", folder / "initrd", folder / "disk")
    shutil.copy(next((root / "boot").glob("vmlinuz-*")), machine.kernel)
    shutil.copy(next((root / "boot").glob("initrd.img-*")), machine.initrd)
    with machine.disk.open("wb") as disk:
        os.truncate(disk.fileno(), 8 * 2**30)
    subprocess.run(["mkfs.ext4", "-q", "-d", root, machine.disk], check=True)
    return machine


def run_in(machine: Machine, seconds: float) -> list[str]:
    """Start a machine, wait for its end, and return the lines that its program printed.

    Raise `subprocess.TimeoutExpired` if it runs longer than `seconds`.
    """
    printed = machine.disk.with_name("printed")
    subprocess.run(
        [
            *("qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2"),
            *("-m", "4G", "-nodefaults", "-display", "none", "-no-reboot"),
            *("-kernel", machine.kernel, "-initrd", machine.initrd),
            *("-append", "root=/dev/vda rw console=ttyS0"),
            *("-drive", f"file={machine.disk},if=virtio,format=raw,cache=unsafe"),
            *("-serial", f"file:{machine.disk.with_name('console')}", "-serial", f"file:{printed}"),
        ],
        check=True,
        timeout=seconds,
    )
    return printed.read_text().split("\n")[:-1]
