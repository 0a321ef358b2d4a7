#!/usr/bin/env python3
"""Reports the faults of one of our Debian packages.   usage: check.py PACKAGE.deb

It runs no program of the package, so it can check a package for another processor.
"""
import hashlib, pathlib, re, struct, subprocess, sys, tempfile

MOST = 60 * 1024  # KiB: the room on a box's card according to the specification
MACHINES = {"amd64": 62, "arm64": 183}  # e_machine of elf(5)
# The newest symbol versions in the C library of the release: 2.41 for trixie, 2.36 for bookworm. The box lacks any
# newer symbol.
NEWEST = {"arm64": (2, 41)}
NEEDED = (
    "usr/bin/gestureflowd", "usr/lib/gestureflow/libLiteRt.so", "usr/lib/gestureflow/SHA256SUMS", "usr/lib/systemd/system/gestureflow.service", "usr/lib/udev/rules.d/70-gestureflow.rules",
    "etc/gestureflow/gestureflow.toml", "usr/share/man/man1/gfctl.1.gz", "usr/share/man/man1/gestureflowd.1.gz", "usr/share/bash-completion/completions/gfctl",
    "usr/share/zsh/vendor-completions/_gfctl", "usr/share/fish/vendor_completions.d/gfctl.fish", "usr/share/gestureflow/prepare-pi.sh",
    "usr/lib/gestureflow/replace-file", "usr/share/doc/gestureflow/owner/README.md")


class Program:
    """The loader's view of a 64-bit little-endian ELF file (elf(5)).

    It has the machine, the needed libraries, the search folders, and the versions of symbols that the program
    requires.
    """

    def __init__(self, data):
        if data[:6] != b"\x7fELF\x02\x01":
            raise ValueError("is not an ELF file of 64 bits, little-endian")
        self.machine, = struct.unpack_from("<H", data, 18)
        places, = struct.unpack_from("<Q", data, 32)
        size, count = struct.unpack_from("<HH", data, 54)
        headers = [struct.unpack_from("<IIQQQQQQ", data, places + i * size) for i in range(count)]
        loaded = [(address, offset, length) for kind, _, offset, address, _, length, _, _ in headers if kind == 1]

        def place(address):
            return next(offset + address - start for start, offset, length in loaded if start <= address < start + length)

        self.entries = []
        for kind, _, offset, _, _, length, _, _ in headers:
            if kind == 2:
                self.entries = [struct.unpack_from("<qQ", data, at) for at in range(offset, offset + length, 16)]
        fields = dict(self.entries)
        if 5 not in fields:
            raise ValueError("is not linked dynamically")
        texts = place(fields[5])
        text = lambda at: data[texts + at:data.index(b"\0", texts + at)].decode()
        self.libraries = [text(value) for tag, value in self.entries if tag == 1]
        self.folders = [text(value) for tag, value in self.entries if tag in (15, 29)]
        self.versions = []
        at = place(fields[0x6FFFFFFE]) if 0x6FFFFFFE in fields else None
        while at is not None:  # Elf64_Verneed, each with its chain of Elf64_Vernaux
            _, entries, _, first, following = struct.unpack_from("<HHIII", data, at)
            entry = at + first
            for _ in range(entries):
                _, _, _, name, step = struct.unpack_from("<IHHII", data, entry)
                self.versions.append(text(name))
                entry += step
            at = at + following if following else None


def faults(root, fields):
    """Returns one line for each fault of the unpacked package."""
    arch, size = fields["Architecture"], int(fields.get("Installed-Size", 0))
    taken = sum(-(-file.stat().st_size // 1024) for file in root.rglob("*") if file.is_file() and not file.is_symlink())
    if size > MOST or taken > MOST:
        yield f"it takes {max(size, taken)} KiB installed, and {MOST} may be"
    for name in NEEDED:
        if not (root / name).is_file() or not (root / name).stat().st_size:
            yield f"{name} is missing or empty"
    link = root / "usr/bin/gfctl"
    if not link.is_symlink() or str(link.readlink()) != "gestureflowd":
        yield "usr/bin/gfctl is not a link to gestureflowd"
    folder = root / "usr/lib/gestureflow"
    for line in (folder / "SHA256SUMS").read_text().splitlines() if (folder / "SHA256SUMS").is_file() else []:
        digest, name = line.split()
        if not (folder / name).is_file() or hashlib.sha256((folder / name).read_bytes()).hexdigest() != digest:
            yield f"usr/lib/gestureflow/{name} is not what SHA256SUMS says"
    for name in ("usr/bin/gestureflowd", "usr/lib/gestureflow/libLiteRt.so"):
        if (root / name).is_file():
            for fault in program_faults(root / name, arch):
                yield f"{name} {fault}"
    depends = fields.get("Depends", "")
    for wanted in ("libc6", "libasound2", "libebur128-1", "libgpiod", "libmpg123-0", "libsndfile1", "libsodium23", "libsystemd0", "libturbojpeg0", "systemd", "ffmpeg"):
        if not re.search(rf"(^|, ){wanted}", depends):
            yield f"Depends has no {wanted}: {depends}"


def program_faults(file, arch):
    try:
        program = Program(file.read_bytes())
    except (ValueError, StopIteration, struct.error) as error:
        yield str(error) or "cannot be read"
        return
    if program.machine != MACHINES.get(arch):
        yield f"is for machine {program.machine}, and the package is for {arch}"
    for library in program.libraries:
        if re.match(r"lib(swift|Foundation|_Foundation|dispatch|BlocksRuntime)", library):
            yield f"needs {library}, which no box has"
    for path in program.folders:
        if not path.startswith("$ORIGIN"):
            yield f"looks for libraries in {path}"
    for version in program.versions:
        number = re.fullmatch(r"GLIBC_(\d+)\.(\d+)", version)
        if number and arch in NEWEST and tuple(map(int, number.groups())) > NEWEST[arch]:
            yield f"asks for {version}, and the release's C library has {'.'.join(map(str, NEWEST[arch]))}"


def main():
    package, = sys.argv[1:]
    told = subprocess.run(["dpkg-deb", "-f", package], capture_output=True, text=True, check=True).stdout
    fields = dict(re.findall(r"^([A-Za-z-]+): (.*)$", told, re.M))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
        found = list(faults(pathlib.Path(folder), fields))
    for fault in found:
        print(f"{package}: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
