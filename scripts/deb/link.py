#!/usr/bin/env python3
"""Links a program of the last release build with the Swift runtime.

usage: link.py MANIFEST PROGRAM OUTPUT LINKER

MANIFEST is SwiftPM's .build/release.yaml, which has the command that linked PROGRAM. LINKER links the same objects
with the toolchain's static libraries into OUTPUT. A package therefore needs no second build.
"""

import json
import re
import subprocess
import sys

# -static-stdlib brings the runtime's own parts. Objects compiled for the shared libraries do not name these.
LIBRARIES = [
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "_FoundationICU", "_FoundationCShims",
    "_FoundationCollections", "CoreFoundation", "swiftDispatch", "swiftSynchronization", "swift_Concurrency",
    "swift_StringProcessing", "swift_RegexParser", "swiftRegexBuilder", "swiftGlibc",
]


def link_command(manifest, program):
    """Returns the arguments that linked `program`, or None."""
    for command in re.findall(r'\n  "C\.[^"]*\.exe":\n(.*?)(?:\n\n|\Z)', manifest, re.S):
        found = re.search(r"^ *args: (\[.*\])$", command, re.M)
        arguments = json.loads(found.group(1)) if found else []
        if "-emit-executable" in arguments and arguments[arguments.index("-module-name") + 1] == program:
            return arguments
    return None


def static(arguments, output, linker):
    """Returns the same command with another output, linker and runtime."""
    kept, rest = [], iter(arguments)
    for argument in rest:
        pair = [argument, next(rest)] if argument == "-Xlinker" else [argument]
        if argument != "-g" and not pair[-1].startswith("-rpath"):
            kept += pair
    arguments = kept
    arguments[arguments.index("-o") + 1] = output
    return arguments[:1] + ["-static-stdlib", f"-ld-path={linker}"] + arguments[1:] + [f"-l{name}" for name in LIBRARIES]


def main():
    manifest, program, output, linker = sys.argv[1:]
    with open(manifest, encoding="utf-8") as file:
        arguments = link_command(file.read(), program)
    if not arguments:
        print(f"link: {manifest} has no command that links {program}: run swift build -c release --product {program}, then this again")
        return 1
    return subprocess.run(static(arguments, output, linker), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
