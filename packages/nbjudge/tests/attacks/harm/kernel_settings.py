"""Write to the kernel's settings, its emergency keys, and the score of who is killed first."""

from tools import attempt


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


attempt("sysrq", lambda: write("/proc/sysrq-trigger", "h"))
attempt("core pattern", lambda: write("/proc/sys/kernel/core_pattern", "core"))
attempt("host name", lambda: write("/proc/sys/kernel/hostname", "evil"))
attempt("namespaces", lambda: write("/proc/sys/user/max_user_namespaces", "1"))
attempt("score", lambda: write("/proc/self/oom_score_adj", "-1000"))
attempt("score of who runs it", lambda: write("/proc/self/oom_score_adj", "0"))
attempt("score of the first process", lambda: write("/proc/1/oom_score_adj", "1000"))
attempt("controls", lambda: open("/sys/fs/cgroup/cgroup.procs", "w"))
