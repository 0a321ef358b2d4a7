"""Reads files out of Debian packages that are not installed.

It downloads a package when it is needed and keeps it in the bench's folder, never in the project.
"""
import os
import shutil
import subprocess
import tempfile

from runs import OUT

CACHE = f"{OUT}/packages"


class NotThere(Exception):
    """The reason why a measured thing is unavailable."""


def fetch(package, files):
    """Returns where the package's files are: (folder, version).

    The distribution decides the version. - Throws: NotThere.
    """
    folder = f"{CACHE}/{package}"
    if not all(os.path.exists(f"{folder}/{path}") for path in [*files, "version"]):
        os.makedirs(CACHE, exist_ok=True)
        # An interrupted run leaves no incomplete package; apt's own user may need write access there.
        with tempfile.TemporaryDirectory(dir=CACHE) as work:
            os.chmod(work, 0o777)
            ran(["apt-get", "download", package], package, cwd=work)
            archive = next(os.path.join(work, name) for name in os.listdir(work) if name.endswith(".deb"))
            ready = os.path.join(work, "ready")
            os.mkdir(ready)
            packed = os.path.join(work, "files.tar")
            with open(packed, "wb") as tar:
                ran(["dpkg-deb", "--fsys-tarfile", archive], package, stdout=tar)
            ran(["tar", "-x", "-f", packed, "-C", ready, *(f"./{path}" for path in files)], package)
            with open(f"{ready}/version", "w") as file:
                file.write(ran(["dpkg-deb", "-f", archive, "Version"], package, stdout=subprocess.PIPE))
            shutil.rmtree(folder, ignore_errors=True)
            os.rename(ready, folder)
    with open(f"{folder}/version") as file:
        return folder, file.read().strip()


def ran(command, what, **options):
    """Returns the output of a command. - Throws: NotThere with the command's last line."""
    try:
        return subprocess.run(command, check=True, stderr=subprocess.PIPE, text=True, **{"stdout": subprocess.DEVNULL, **options}).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        why = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
        raise NotThere(f"{what}: {why[-1] if why else command[0] + ' failed'}") from error
