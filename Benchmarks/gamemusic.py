"""Real music out of Debian's free games: fetched when it is measured, kept in the bench's folder, never part of the project."""
import os
import shutil
import subprocess
import tempfile

from runs import OUT

CACHE = f"{OUT}/music"
# Package, file, first second, seconds: a shaker over plucked tones; a rock band; a synthesizer's dance.
PIECES = [
    ("supertux-data", "usr/share/games/supertux2/music/tropical/tropicalbreeze.ogg", 8, 8),
    ("supertux-data", "usr/share/games/supertux2/music/misc/battle_theme.ogg", 20, 8),
    ("frozen-bubble-data", "usr/share/games/frozen-bubble/snd/frozen-mainzik-1p.ogg", 30, 8),
]


class NotThere(Exception):
    """Why a package cannot be had."""


def fetch(package, files):
    """Where the package's files are: (folder, version). The distribution says which version it is. - Throws: NotThere."""
    folder = f"{CACHE}/{package}"
    if not all(os.path.exists(f"{folder}/{path}") for path in [*files, "version"]):
        os.makedirs(CACHE, exist_ok=True)
        # An interrupted run leaves no half package; apt's own user may have to write there.
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


def ran(command, package, **options):
    try:
        return subprocess.run(command, check=True, stderr=subprocess.PIPE, text=True, **{"stdout": subprocess.DEVNULL, **options}).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        why = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
        raise NotThere(f"{package}: {why[-1] if why else command[0] + ' failed'}") from error


def pieces():
    """What there is, as (name, version, FILE,FROM,SECONDS), and why the rest is not."""
    found, missing = [], []
    for package in dict.fromkeys(piece[0] for piece in PIECES):
        mine = [piece for piece in PIECES if piece[0] == package]
        try:
            folder, version = fetch(package, [path for _, path, _, _ in mine])
        except NotThere as error:
            missing.append(str(error))
            continue
        found += [(os.path.basename(path), f"{package} {version}", f"{folder}/{path},{begin},{length}") for _, path, begin, length in mine]
    return found, missing
