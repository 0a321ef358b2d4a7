"""Estimates times on a Raspberry Pi from counted instructions.

Each time has a range. No time was measured on a board.
"""
from dataclasses import dataclass

BLOCK_MS = 128 / 48  # 128 frames at 48 kHz


@dataclass(frozen=True)
class Board:
    """A Raspberry Pi.

    - core: of counts.CORES.
    - megahertz: highest clock.
    """
    name: str
    core: str
    megahertz: int


PI4, PI4_SLOW, PI5 = Board("Pi 4, 1.8 GHz", "Pi 4", 1800), Board("Pi 4, 1.5 GHz", "Pi 4", 1500), Board("Pi 5", "Pi 5", 2400)
BOARDS = [PI4, PI4_SLOW, PI5]

# The factors for the cycles of LLVM's model: least, middle, most.
# In the model all data are in the first cache. Each factor is the quotient of the time estimated in
# ../shared/lab/pi-cost.md and its cycles for the same work. Its times were compared with published ones. These are
# XNNPACK's README (MobileNet v1 and v2 in fp32, one thread of a Cortex-A73 at 2.35 GHz: 86 and 53 ms), an RK3399 (two
# A72 at 1.8 GHz, MobileNet v1: 115 and 122 ms), XNNPACK on all four cores of a Pi 4, and hand_landmark_lite on a Pi 5
# (15 to 17 ms).
#   model: hand_landmark_full and palm_detection_full, fp32:
#          105.9 and 128.0 million cycles for 65, 76, 92 and 80, 95, 112 ms (A72)
#   int8: the pruned int8 file: 61.3 and 28.7 million for 35, 40, 52 and 12, 14.5, 18 ms
#   half: the pruned model and palm_detection_full in 16-bit floats:
#         27.6 and 42.6 million for 12, 14, 18 and 18, 21, 27 ms (A76)
#   sound: a block of four stems: 0.373 and 0.201 million for 0.24, 0.35, 0.59 and 0.11, 0.16, 0.24 ms.
#          At its upper end every miss of the first cache goes to memory.
# No published figure resembles our other code: it has the range of sound, which is the widest.
FACTORS = {
    "Pi 4": {"model": (1.10, 1.31, 1.58), "int8": (1.03, 1.17, 1.53), "sound": (1.16, 1.69, 2.85)},
    "Pi 5": {"model": (1.01, 1.20, 1.57), "int8": (1.00, 1.21, 1.51), "sound": (1.27, 1.91, 2.87)},
}
# A slower clock does not slow the memory down: 1.17 and not 1.2 times as long at 1.5 GHz.
MEMORY_SHARE = 0.15
# The factor for two cores that process hands at once. They share the second cache (an RK3399's two A72 publish 1.11;
# pi-cost.md assumes 1.1 for int8 and 1.12 for a Pi 5).
TOGETHER = {"Pi 4": 1.1, "Pi 5": 1.12}


@dataclass(frozen=True)
class Time:
    """Milliseconds of one core: least, middle, most."""
    low: float
    mid: float
    high: float

    def __add__(self, other):
        return Time(self.low + other.low, self.mid + other.mid, self.high + other.high)

    def __sub__(self, other):
        return Time(self.low - other.low, self.mid - other.mid, self.high - other.high)

    def __mul__(self, factor):
        return Time(self.low * factor, self.mid * factor, self.high * factor)

    def of(self, whole):
        """Returns the percentage of a time."""
        return Time(*(100 * x / whole for x in (self.low, self.mid, self.high)))

    def show(self, digits):
        return f"{self.mid:.{digits}f} ({self.low:.{digits}f}-{self.high:.{digits}f})"


def factors(core, kind):
    return FACTORS[core].get(kind, FACTORS[core]["sound"])


def time(cycles, kind, board):
    """Returns the time of cycles on a board.

    - cycles: of a unit by LLVM's model.
    - kind: as from gfcost.
    """
    reference = PI4.megahertz if board.core == "Pi 4" else PI5.megahertz
    slower = 1 + (reference / board.megahertz - 1) * (1 - MEMORY_SHARE)
    return Time(*(cycles / reference / 1000 * slower * factor for factor in factors(board.core, kind)))


# The box's defaults: Sources/Perception/Board/BoardDefaults.swift.
RATES = {PI4: 20, PI4_SLOW: 15, PI5: 30}
SEARCHES = {PI4: 5, PI4_SLOW: 4, PI5: 30}
LOOKS = {PI4: "landmarks-int8", PI4_SLOW: "landmarks-int8", PI5: "landmarks-float"}
# In these a hand's landmarks take part, by the model of LOOKS; the number of hands.
TRACKERS = {"follow-one": 1, "follow-two": 2}
# The most expensive sound in each mode, and its gestures.
MODES = {"player": ("player-extreme", "gestures-player"), "stems": ("stems", "gestures-stems"), "instrument": ("instrument", "gestures-instrument"),
         "stream": ("inlet-pitched", "gestures-stream")}


@dataclass(frozen=True)
class FrameTimes:
    """A frame's time on the core of `gf-hands`, and other work's."""
    one: Time
    two: Time
    four: Time
    decode: Time
    search: Time


def frame_times(times, gestures, board):
    """Returns the times of a frame.

    - times: of each feature on the board.
    """
    look = times[LOOKS[board]]
    # The tracker's work without the landmarks, such as reading the square.
    around = times["follow-one"] - look + times[gestures]
    together = TOGETHER[board.core]
    return FrameTimes(look + around, look * together + around, look * (2 * together) + around, times["decode-mjpeg"], times["palms"])


def verdict(part):
    """Returns a verdict on a percentage of the available time."""
    return "yes" if part.high <= 100 else "by the middle of the range" if part.mid <= 100 else "**no**"
