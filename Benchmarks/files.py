"""Measures music files beside mpd.

It measures which files play, how long they sound, their tags, and the cost of a scan.
"""
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import urllib.request

import mpd
from page import Part, Section
from runs import BIN, OUT, ROUNDS, gfbench, run

FOLDER = f"{OUT}/files"
CASES = "../shared/cases"
# Test files of other projects' releases: name, address (or the name by which pip finds the source), SHA-256, the
# folder of files in it.
SUITES = [
    ("mutagen", "pip:mutagen==1.47.0",
     "719fadef0a978c31b4cf3c956261b3c58b6948b32023078a2117b1de09f0fc99", "tests/data/"),
    ("taglib", "https://deb.debian.org/debian/pool/main/t/taglib/taglib_1.13.orig.tar.gz",
     "58f08b4db3dc31ed152c04896ee9172d22052bc7ef12888028c01d8b1d60ade0", "tests/data/"),
]
# The formats that ffmpeg makes of ten seconds of two tones: ending, options.
MADE = [
    ("wav", "-c:a pcm_s16le"), ("24.wav", "-c:a pcm_s24le"), ("float.wav", "-c:a pcm_f32le"), ("u8.wav", "-c:a pcm_u8"), ("mulaw.wav", "-c:a pcm_mulaw"),
    ("adpcm.wav", "-c:a adpcm_ms"), ("51.wav", "-ac 6"), ("aiff", ""), ("au", ""), ("caf", "-c:a pcm_s16be"), ("w64", ""), ("rf64.wav", "-rf64 always"),
    ("flac", ""), ("24.flac", "-sample_fmt s32"), ("51.flac", "-ac 6"), ("96k.flac", "-ar 96000"), ("8k.flac", "-ar 8000 -ac 1"), ("oga", "-c:a flac"),
    ("cbr128.mp3", "-b:a 128k"), ("vbr.mp3", "-q:a 4"), ("no xing.mp3", "-q:a 4 -write_xing 0"), ("mono 22k.mp3", "-ac 1 -ar 22050"), ("8k.mp3", "-ac 1 -ar 8000"),
    ("mp2", ""), ("ogg", "-c:a libvorbis"), ("51.ogg", "-c:a libvorbis -ac 6"), ("opus", "-c:a libopus"), ("51.opus", "-c:a libopus -ac 6 -mapping_family 1"),
    ("m4a", "-c:a aac"), ("alac.m4a", "-c:a alac"), ("aac", "-c:a aac"), ("wma", "-c:a wmav2"), ("wv", ""), ("tta", ""), ("ac3", ""), ("mka", "-c:a flac"),
]
# The allowed difference of two lengths in seconds.
SAME = 0.05
LIBRARY = 10_000
TAGS = ("title", "artist", "album")


def collect():
    """Makes and fetches the files, once; returns the names of the sets.

    The sets are folders below FOLDER.
    """
    sets = []
    for name, address, digest, inside in SUITES:
        if fetch(name, address, digest, inside):
            sets.append(name)
    if os.path.isdir(f"{CASES}/files/stick"):
        target = f"{FOLDER}/cases"
        if not os.path.isdir(target):
            shutil.copytree(f"{CASES}/files/stick", target, ignore=shutil.ignore_patterns("Lists"))
            for path in pathlib.Path(CASES, "reports").glob("*.mp3"):
                shutil.copy(path, target)
        sets.append("cases")
    target = f"{FOLDER}/made"
    os.makedirs(target, exist_ok=True)
    for ending, options in MADE:
        path = f"{target}/tone.{ending}" if ending.count(".") == 0 else f"{target}/tone {ending}"
        if not os.path.exists(path):
            run("sh", "-c", "ffmpeg -v error -nostdin -y -f lavfi -i 'sine=440:d=10:r=48000' -f lavfi -i 'sine=660:d=10:r=48000' -filter_complex amerge "
                f"-metadata title=Tone -metadata artist=Bench -metadata album=Made {options} '{path}' && echo done")
    return [*sets, "made"]


def fetch(name, address, digest, inside):
    target = f"{FOLDER}/{name}"
    if os.path.isdir(target):
        return True
    os.makedirs(FOLDER, exist_ok=True)
    archive = f"{FOLDER}/{name}.tar.gz"
    try:
        if address.startswith("pip:"):
            place = f"{FOLDER}/{name}.pip"
            subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", place, address.removeprefix("pip:")], check=True)
            os.rename(next(pathlib.Path(place).glob("*.tar.gz")), archive)
            shutil.rmtree(place)
        else:
            with urllib.request.urlopen(address, timeout=60) as answer, open(archive, "wb") as file:
                shutil.copyfileobj(answer, file)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"bench: {address} could not be fetched ({error}): the set {name} is left out", file=sys.stderr)
        return False
    if run("sha256sum", archive).split()[0] != digest:
        os.remove(archive)
        sys.exit(f"bench: {address} is not the file that is expected (SHA-256)")
    with tarfile.open(archive) as tar:
        for member in tar:
            if member.isfile() and f"/{inside}" in member.name:
                member.name = member.name.split(f"/{inside}", 1)[1]
                tar.extract(member, target + ".part")
    os.rename(target + ".part", target)
    os.remove(archive)
    return True


def by_ffmpeg(path):
    """Returns the seconds of the first sound stream by ffmpeg, or None."""
    command = ["ffmpeg", "-v", "quiet", "-nostdin", "-i", path, "-map", "0:a:0", "-f", "s16le", "-ac", "2", "-ar", "48000", "-t", str(mpd.LONGEST), "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        size = sum(len(piece) for piece in iter(lambda: process.stdout.read(1 << 20), b""))
    return size / mpd.BYTES_A_SECOND or None


def by_mutagen(path):
    """Returns title, artist and album by mutagen.

    They are None where it does not know the file or reads none.
    """
    import mutagen
    try:
        file = mutagen.File(path, easy=True)
        if file is None or file.tags is None:
            return None
        tags = {}
        for key in TAGS:
            values = file.tags.get(key)
            # The box shows all values, in 300 characters.
            text = " ".join(", ".join(map(str, values)).split()) if values else None
            tags[key] = f"{text[:299]}…" if text and len(text) > 300 else text
        return tags
    except Exception:  # mutagen throws errors of many types at damaged files
        return None


def measure_play():
    rows = []
    for name in collect():
        root = os.path.abspath(f"{FOLDER}/{name}")
        ours = {row["file"]: row for row in gfbench("files", root)}
        with mpd.Server(root, f"{FOLDER}/mpd.{name}") as peer:
            peer.update()
            known = set(peer.files())
            for file in sorted(known | set(ours)):
                mine = ours.get(file, {})
                row = {"set": name, "file": file, "ours": mine.get("played"), "told": mine.get("told"), "offered": mine.get("isOffered", False),
                       "problem": mine.get("problem"), "mpd": peer.play(file) if file in known else None, "ffmpeg": by_ffmpeg(f"{root}/{file}")}
                tags = by_mutagen(f"{root}/{file}") if mine.get("played") else None
                if tags:
                    row["tags"] = [[tags[key], mine.get(key)] for key in TAGS if tags[key]]
                rows.append(row)
    return rows


def library():
    """Makes a folder of LIBRARY short tagged files.

    They are of three kinds, a hundred in a folder.
    """
    target = os.path.abspath(f"{OUT}/library")
    if os.path.isdir(target):
        return target
    kinds = []
    for ending in ("flac", "mp3", "ogg"):
        kinds.append(f"{OUT}/library.{ending}")
        run("sh", "-c", f"ffmpeg -v error -nostdin -y -f lavfi -i 'sine=440:d=5:r=44100' -ac 2 {kinds[-1]} && echo done")
    import mutagen
    for i in range(LIBRARY):
        folder = f"{target}.part/Artist {i // 1000}/Album {i // 100}"
        os.makedirs(folder, exist_ok=True)
        kind = kinds[i // 100 % len(kinds)]
        path = f"{folder}/{i % 100 + 1:02} Song {i}.{kind.rsplit('.')[-1]}"
        shutil.copyfile(kind, path)
        file = mutagen.File(path, easy=True)
        if file.tags is None:
            file.add_tags()
        file["title"], file["artist"], file["album"], file["tracknumber"] = f"Song {i}", f"Artist {i // 1000}", f"Album {i // 100}", str(i % 100 + 1)
        file.save()
    os.rename(target + ".part", target)
    return target


def measure_scan():
    root = library()
    rows = []
    for i in range(ROUNDS):
        index = f"{OUT}/library.sqlite"
        for path in pathlib.Path(OUT).glob("library.sqlite*"):
            path.unlink()
        cold, known = gfbench("scan", root, index), gfbench("scan", root, index)
        with mpd.Server(root, f"{OUT}/mpd.library") as peer:
            theirs = peer.update(), peer.update()
            rows.append({"ours": [cold["cpu"], known["cpu"]], "mpd": list(theirs), "tracks": [cold["tracks"], len(peer.files())],
                         "peakMB": [cold["peakMB"], known["peakMB"], peer.peak()], "grownMB": cold["peakMB"] - cold["beforeMB"], "read": known["read"]})
    return rows


def is_same(a, b):
    return a is not None and b is not None and math.isclose(a, b, abs_tol=SAME)


def show(sheet, data):
    show_play(sheet, data["files.play"])
    show_scan(sheet, data["files.scan"])


def show_play(sheet, rows):
    sheet.say(f"Files of other projects' tests, the small cases of known faults, and what ffmpeg makes; each is read to its end by the box's decoder, by mpd (0.23, its pipe output) and by ffmpeg. Only files of which mpd's or the "
              f"box's library knows. Lengths are those of the sound that comes out; the same: within {1000 * SAME:.0f} ms. Tags: title, artist, album, where mutagen reads them.")
    sheet.say()
    sheet.say("| set | files | play: ours / mpd / ffmpeg | ours offers for import | mpd plays, ours neither plays nor offers | same length as mpd / as mpd or ffmpeg, of those both play | told length is what sounds | tags as mutagen |")
    sheet.say("|---|---|---|---|---|---|---|---|")
    for name in [*dict.fromkeys(row["set"] for row in rows), "all"]:
        mine = [row for row in rows if name in (row["set"], "all")]
        both = [row for row in mine if row["ours"] and row["mpd"]]
        tags = [pair for row in mine for pair in row.get("tags", [])]
        played = [row for row in mine if row["ours"]]
        sheet.say(f'| {name} | {len(mine)} | {len(played)} / {sum(1 for r in mine if r["mpd"])} / {sum(1 for r in mine if r["ffmpeg"])} | {sum(1 for r in mine if r["offered"])} | {len(missing(mine))} '
                  f'| {sum(1 for r in both if is_same(r["ours"], r["mpd"]))} / {sum(1 for r in both if is_same(r["ours"], r["mpd"]) or is_same(r["ours"], r["ffmpeg"]))} of {len(both)} '
                  f'| {sum(1 for r in played if is_same(r["ours"], r["told"]))} of {len(played)} | {sum(1 for a, b in tags if a == b)} of {len(tags)} |')
    sheet.say()
    for row in missing(rows):
        sheet.say(f'* mpd plays {row["mpd"]:.2f} s, ours nothing: {row["set"]}/{row["file"]} ({row["problem"] or "not met"})')
    for row in rows:
        if row["ours"] and row["mpd"] and not is_same(row["ours"], row["mpd"]) and not is_same(row["ours"], row["ffmpeg"]):
            sheet.say(f'* {row["ours"]:.2f} s, mpd {row["mpd"]:.2f}, ffmpeg {row["ffmpeg"] or 0:.2f}: {row["set"]}/{row["file"]}')
        for theirs, mine in row.get("tags", []):
            if theirs != mine:
                sheet.say(f'* tag {mine!r}, mutagen {theirs!r}: {row["set"]}/{row["file"]}')
    sheet.say()
    both = [row for row in rows if row["ours"] and row["mpd"]]
    tags = [pair for row in rows for pair in row.get("tags", [])]
    sheet.most("files that mpd plays and the box neither plays nor offers for import", 0, len(missing(rows)), "{}")
    sheet.goal("files that both play: length within 50 ms of mpd's or ffmpeg's", ">= 99 %", 100 * sum(1 for r in both if is_same(r["ours"], r["mpd"]) or is_same(r["ours"], r["ffmpeg"])) / max(len(both), 1),
               lambda x: x >= 99, "{:.1f} %")
    sheet.goal("tags as mutagen reads them", ">= 99 %", 100 * sum(1 for a, b in tags if a == b) / max(len(tags), 1), lambda x: x >= 99, "{:.1f} %")


def missing(rows):
    return [row for row in rows if row["mpd"] and not row["ours"] and not row["offered"]]


def show_scan(sheet, rows):
    middle = lambda pick: sorted(map(pick, rows))[len(rows) // 2]
    sheet.say(f'A library of {LIBRARY} short tagged files (FLAC, MP3, Ogg Vorbis; {rows[0]["tracks"][0]} and {rows[0]["tracks"][1]} found): CPU seconds of a scan, medians of {len(rows)} alternating runs, with a warm page cache.')
    sheet.say()
    sheet.say("| scan | ours | mpd | ratio |")
    sheet.say("|---|---|---|---|")
    ratios = []
    for i, name in enumerate(("all files are new", "all files are known")):
        mine, theirs = middle(lambda r: r["ours"][i]), middle(lambda r: r["mpd"][i])
        ratios.append(mine / max(theirs, 1e-9))
        sheet.say(f"| {name} | {mine:.2f} s | {theirs:.2f} s | {ratios[-1]:.2f} |")
    sheet.say()
    sheet.say(f'Resident memory at its most: ours {middle(lambda r: r["peakMB"][0]):.0f} MB ({middle(lambda r: r["grownMB"]):.0f} MB of it by the scan), with known files {middle(lambda r: r["peakMB"][1]):.0f} MB; mpd {middle(lambda r: r["peakMB"][2]):.0f} MB.')
    sheet.say()
    sheet.most("CPU of a scan of new files, ours / mpd", 1, ratios[0])
    sheet.most("CPU of a scan of known files, ours / mpd", 1, ratios[1])


SECTION = Section("Music files", [Part("files.play", measure_play), Part("files.scan", measure_scan)], show)
