"""Tests that each called program is in a known package.

The programs are those that the project's scripts, tests and the lab call. The packages are those of Debian's minimum
and those that scripts/setup.sh names.

The tests read the calls from the files: words at a command's place in a shell script, and programs that Python files
start. This machine's dpkg knows the package of a program. Of programs not installed here only `ELSEWHERE` is known;
other words count as arguments. So a new tool that is installed fails this test until its package is named.
"""

import pathlib
import re
import subprocess
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
DPKG = pathlib.Path("/var/lib/dpkg/info")
# Present before set-up: the tools of Swift and git, apt, awk, which Debian's minimum has in one of several packages,
# and bash's own commands.
GIVEN = {"swift", "swiftc", "clang", "git", "apt-get", "apt-cache", "awk", "kill", "time"}
# Optional: the scripts work without them.
WITHOUT = {"gdb", "sudo"}
# Used otherwise than by a command: the lab's first stage is a copy of busybox, a Swift test runs promtool.
BESIDES = {"busybox", "promtool"}
ELSEWHERE = {
    "busybox": "busybox-static",
    "mkfs.vfat": "dosfstools", "mcopy": "mtools", "mmd": "mtools", "mkntfs": "ntfs-3g", "ntfscp": "ntfs-3g", "mke2fs": "e2fsprogs", "debugfs": "e2fsprogs",
    "mmdebstrap": "mmdebstrap", "zstd": "zstd", "cpio": "cpio", "depmod": "kmod", "modprobe": "kmod", "qemu-system-x86_64": "qemu-system-x86", "ffmpeg": "ffmpeg",
    "dpkg-shlibdeps": "dpkg-dev", "aarch64-linux-gnu-as": "binutils-aarch64-linux-gnu", "aarch64-linux-gnu-strip": "binutils-aarch64-linux-gnu",
    "fakeroot": "fakeroot", "objcopy": "binutils", "lintian": "lintian", "dtc": "device-tree-compiler",
    "fdtoverlay": "device-tree-compiler", "promtool": "prometheus", "chromium": "chromium", "pgrep": "procps", "pkill": "procps",
}


def code(script):
    """Returns a shell script without remarks, here-documents and quoted text.

    The commands of $(...) within double quotes stay, as lines of their own.
    """
    script = re.sub(r"<<-?\s*(['\"]?)(\w+)\1(.*)\n(?s:.*?)\n\s*\2(?=\n|$)", r"\3", script)
    out, run, i, quoted, depths = [], [], 0, False, []
    while i < len(script):
        c = script[i]
        if c == "\\":
            out.append("_" if not quoted else "")
            i += 2
            continue
        if script.startswith("$(", i) and not script.startswith("$((", i):
            depths.append((quoted, 0))
            quoted = False
            out.append("\n$(")
            i += 2
            continue
        if c == '"':
            quoted = not quoted
            out.append("_")
        elif quoted:
            pass
        elif c == "'":
            i = script.index("'", i + 1)
            out.append("_")
        elif c == "#" and script[i - 1 : i] in ("", " ", "\n", "\t"):
            i = script.find("\n", i) - 1
            if i < 0:
                break
        elif depths and c in "()":
            was, depth = depths.pop()
            if c == "(":
                depths.append((was, depth + 1))
            elif depth > 0:
                depths.append((was, depth - 1))
            else:
                quoted = was
                out.append(") _" if not was else ")_")
                i += 1
                continue
            out.append(c)
        else:
            out.append(c)
        i += 1
    return "".join(out)


# The places of commands: at a beginning, or after a word or a program that another one follows; then assignments and
# options.
PLACE = r"(?:^|[;&|({]|\b(?:if|then|elif|else|do|while|until|exec|!|nice|timeout|env|sudo|as_root|xargs|setsid|command -v)\s)"
COMMAND = re.compile(rf"(?={PLACE}\s*(?:(?:[A-Za-z_]\w*=\S*|-\S+|\d+)\s+)*([a-z][\w.+-]*)(?=[\s;&|)]|$))", re.MULTILINE)
# A pattern of a case, which is at a command's place.
PATTERN = re.compile(r"(?:^|\bin\s|;;)\s*[^\s|()&;$]+(?:\s*\|\s*[^\s|()&;$]+)*\)", re.MULTILINE)
STARTED = re.compile(r"(?:\bsh\(|subprocess\.\w+\(\s*\[|Popen\(\s*\[|command = \[|which\()\s*\"([a-z][\w.+-]*)\"")


def called(name, text):
    """Returns the words of a file at the places of commands."""
    if name.endswith(".py"):
        return set(STARTED.findall(text))
    plain = code(text)
    mine = re.findall(r"^\s*(\w+)\(\)", plain, re.MULTILINE)
    return set(COMMAND.findall(PATTERN.sub("\n", plain))).difference(mine)


def named():
    """Returns the packages that scripts/setup.sh names."""
    lists = re.findall(r"^(?:base|for_\w+)=\(([^)]*)\)", (PROJECT / "scripts/setup.sh").read_text(), re.MULTILINE)
    return {package for text in lists for package in text.split()}


class Covered:
    """This machine's dpkg data about programs and packages."""

    def __init__(self, packages):
        self.there = set(packages)
        depends = {}
        fields = "${Package}\t${Essential}\t${Priority}\t${Pre-Depends}, ${Depends}\n"
        for line in subprocess.run(["dpkg-query", "-W", "-f", fields], capture_output=True, text=True, check=True).stdout.splitlines():
            package, essential, priority, needs = line.split("\t")
            depends[package] = set(re.findall(r"(?:^|, )([a-z0-9][a-z0-9+.-]+)", needs))
            if essential == "yes" or priority == "required":
                self.there.add(package)
        # Dependencies of a named package: python3 is a program of python3-minimal.
        for package in packages:
            self.there |= depends.get(package, set())
        self.owners = {}
        for file in DPKG.glob("*.list"):
            for program in re.findall(r"^(?:/usr)?/s?bin/(\S+)$", file.read_text(errors="replace"), re.MULTILINE):
                self.owners.setdefault(program, set()).add(file.stem.partition(":")[0])

    def missing(self, program):
        """Returns packages of which one must be named for a program.

        The list is empty if the program is there, or if the word is not a program.
        """
        if program in GIVEN | WITHOUT:
            return set()
        owners = self.owners.get(program, {ELSEWHERE[program]} if program in ELSEWHERE else set())
        return set() if owners & self.there else owners


@unittest.skipUnless(DPKG.is_dir(), "which packages the called programs are in: there is no dpkg here")
class Tools(unittest.TestCase):
    def test_each_program_that_is_called_is_in_a_package_that_is_installed(self):
        covered = Covered(named())
        for pattern in ("scripts/*.sh", "scripts/*/*.sh", ".ci/run", "lab/*.sh", "lab/vm/*.sh", "Tests/**/*.py", "lab/**/*.py", "scripts/*.py", "scripts/deb/*.py", "Benchmarks/*.py"):
            for file in sorted(PROJECT.glob(pattern)):
                for program in sorted(called(file.name, file.read_text())):
                    self.assertEqual(covered.missing(program), set(), f"{file.relative_to(PROJECT)} calls {program}, and scripts/setup.sh names no package with it")

        for program in BESIDES:
            self.assertEqual(covered.missing(program), set(), f"scripts/setup.sh names no package with {program}")

    def test_what_is_called_is_found(self):
        """Tests the basis of the test above."""
        script = """
            # pgrep in a remark
            run() { X=1 mcopy -i "$(cut -f1 "$(stat here)") pkill" 'pkill' | sort; }
            if ! nice -n 5 zstd; then case $x in pkill | pgrep) lintian ;; esac; fi
            find . -print0 | xargs -0 md5sum >sums && (cd x && cpio -o)
            cat <<'END'
            pkill
            END
            command -v promtool
            """
        here = {"mcopy", "cut", "stat", "sort", "zstd", "lintian", "find", "md5sum", "cpio", "cat", "promtool"}
        found = called("script.sh", script)
        self.assertEqual(here - found, set())
        self.assertEqual(found & {"pgrep", "pkill", "run"}, set())
        self.assertEqual(called("kit.py", 'self.sh("mkntfs", "-q"); subprocess.run(["zstd", "-d"]); command = ["qemu"]'), {"mkntfs", "zstd", "qemu"})

    def test_a_tool_of_a_package_that_nobody_names_is_found(self):
        self.assertEqual(Covered(named()).missing("pgrep"), {"procps"})
        self.assertEqual(Covered(named() - {"mtools"}).missing("mcopy"), {"mtools"})
        self.assertEqual(Covered(named()).missing("mcopy"), set())


if __name__ == "__main__":
    unittest.main()
