"""Finds the C library functions whose results differ on the Pi.

It also prints the size of the difference. Other differences do not exist: the rest is Swift's own arithmetic.

usage: functions.py FOLDER -- COMMAND...     the command runs a program of the Pi's kind; exit status 1 when a
function differs by more than its last place
"""
import math
import pathlib
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# The order in which functions.c writes them.
NAMES = ("sin", "cos", "tan", "exp", "exp2", "pow", "log", "log2", "atan2", "acos")
FORM = struct.Struct(f"<{len(NAMES)}d{len(NAMES)}f")
# The largest share of a number that is its last place.
LAST_PLACE = (2**-52, 2**-23)


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


def judge(found):
    """Returns functions that differ by more than the last place, by name."""
    return [name for name, (_, most) in found.items() if most > LAST_PLACE[name.endswith("f")] * 1.001]


def main(arguments):
    folder = pathlib.Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    outputs = []
    for compiler, command in (("gcc", []), ("aarch64-linux-gnu-gcc", arguments[arguments.index("--") + 1:])):
        program = folder / f"functions.{compiler}"
        # Without the compiler's built-in versions of these functions.
        subprocess.run([compiler, "-O1", "-fno-builtin", str(HERE / "functions.c"), "-o", str(program), "-lm"], check=True)
        outputs.append(subprocess.run([*command, str(program.resolve())], stdout=subprocess.PIPE, check=True).stdout)
    found = differences(*outputs)
    points = len(outputs[0]) // FORM.size
    same = [name for name, (count, _) in found.items() if not count]
    print(f"functions: of {points} points all are the same for {', '.join(same)}")
    for name, (count, most) in found.items():
        if count:
            print(f"functions: {name} differs at {count}, by {most:.2g} of the number at most")
    for name in judge(found):
        print(f"functions: FAILED {name} differs by more than its last place")
    return 1 if judge(found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
