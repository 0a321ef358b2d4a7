"""Finds the C library functions whose results differ on the Pi.

It also prints the size of the difference. Other differences do not exist: the rest is Swift's own arithmetic.

usage: functions.py FOLDER PROGRAM -- COMMAND...     PROGRAM is this machine's build, which names the functions that it
calls; COMMAND runs a program of the Pi's kind. Exit status 1 when a function that PROGRAM calls differs by more than
its last place, or is not compared
"""
import math
import pathlib
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# The order in which functions.c writes them.
NAMES = ("sin", "cos", "tan", "exp", "exp2", "pow", "log", "log2", "atan2", "acos", "tanh", "log10")
FORM = struct.Struct(f"<{len(NAMES)}d{len(NAMES)}f")
# The largest share of a number that is its last place.
LAST_PLACE = (2**-52, 2**-23)
# Functions of the C library that round correctly or only move bits: every processor gives the same result.
EXACT = {
    "ceil", "copysign", "fabs", "floor", "fma", "fmax", "fmin", "fmod", "frexp", "ldexp", "llrint", "llround", "lrint", "lround", "modf", "nearbyint", "remainder", "rint", "round",
    "scalbn", "sqrt", "trunc",
}


def differences(here, there):
    """Returns each function's differing points and largest difference.

    The keys are names such as exp2 or exp2f. A value is the count of differing points among all, and the largest
    difference as a share of the number.
    """
    if len(here) != len(there) or not here or len(here) % FORM.size:
        raise ValueError(f"{len(here)} bytes from one processor and {len(there)} from the other: a run was ended")
    found = {name: (0, 0.0) for name in (*NAMES, *(f"{name}f" for name in NAMES))}
    for a, b in zip(FORM.iter_unpack(here), FORM.iter_unpack(there)):
        if a == b:
            continue
        for name, one, other in zip(found, a, b):
            if one != other and not (math.isnan(one) and math.isnan(other)):
                count, most = found[name]
                # NaN on only one of the two: any share of it is large.
                share = math.inf if math.isnan(one + other) else abs(one - other) / max(abs(one), abs(other))
                found[name] = (count + 1, max(most, share))
    return found


def single(name):
    """Returns whether a compared function is in single precision."""
    return name not in NAMES


def called(listing, library):
    """Returns the functions of C's mathematics library that a program calls, without those that are exact.

    - listing: the output of `nm -D --undefined-only` for the program.
    - library: the output of `nm -D --defined-only` for the mathematics library.
    """
    names = {line.split()[2].split("@")[0] for line in library.splitlines() if len(line.split()) > 2 and line.split()[1] in "TiW"}
    wanted = {line.split()[1].split("@")[0] for line in listing.splitlines() if len(line.split()) > 1}
    return {name for name in wanted & names if name not in EXACT and name.removesuffix("f") not in EXACT}


def judge(found, called):
    """Returns a sentence for each called function that is not compared or differs by more than the last place."""
    complaints = [f"{name} is not compared: add it to functions.c and NAMES" for name in sorted(called - found.keys())]
    for name, (_, most) in found.items():
        if name in called and most > LAST_PLACE[single(name)] * 1.001:
            complaints.append(f"{name} differs by more than its last place")
    return complaints


def symbols(kind, program):
    """Returns nm's list of a program's or a library's dynamic symbols."""
    return subprocess.run(["nm", "-D", kind, str(program)], stdout=subprocess.PIPE, text=True, check=True).stdout


def library_of(program):
    """Returns the path of the mathematics library that a program loads."""
    listing = subprocess.run(["ldd", str(program)], stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in listing.splitlines():
        if line.split()[0].startswith("libm.so"):
            return line.split()[2]
    raise ValueError(f"{program} does not load the C library's mathematics, libm.so")


def main(arguments):
    folder, program = pathlib.Path(arguments[0]), arguments[1]
    folder.mkdir(parents=True, exist_ok=True)
    calls = called(symbols("--undefined-only", program), symbols("--defined-only", library_of(program)))
    outputs = []
    for compiler, command in (("gcc", []), ("aarch64-linux-gnu-gcc", arguments[arguments.index("--") + 1:])):
        point_writer = folder / f"functions.{compiler}"
        # Without the compiler's built-in versions of these functions.
        subprocess.run([compiler, "-O1", "-fno-builtin", str(HERE / "functions.c"), "-o", str(point_writer), "-lm"], check=True)
        outputs.append(subprocess.run([*command, str(point_writer.resolve())], stdout=subprocess.PIPE, check=True).stdout)
    found = differences(*outputs)
    points = len(outputs[0]) // FORM.size
    same = [name for name, (count, _) in found.items() if not count]
    print(f"functions: of {points} points all are the same for {', '.join(same)}")
    for name, (count, most) in found.items():
        if count:
            use = "called" if name in calls else "not called"
            print(f"functions: {name} ({use}) differs at {count}, by {most:.2g} of the number at most")
    complaints = judge(found, calls)
    for complaint in complaints:
        print(f"functions: FAILED {complaint}")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
