import Camera

/// Detects whether the frame still shows the last searched image. If so, another search for palms would find hardly
/// anything new.
///
/// It compares brightness with that of the last search, in sums of 4 x 4 samples, against the measured noise of the
/// camera. So it detects what moves too slowly, or contrasts too little, for the `MotionSensor`.
/// It ignores colour, because a codec leaves colour noise only here and there. It takes some tens of microseconds a
/// frame.
package struct SearchedFrame {
  private struct Print {
    let width, height, step: Int
    let grid: CellGrid
  }

  private var seen: Print?
  private var noise = NoiseFloor()
  /// A change above the noise in a single frame counts as noise.
  private var wasExceeded = false

  package init() {}

  /// Whether the frame shows another image than the last searched one. Called in each frame without motion, while no
  /// hand is tracked.
  package mutating func hasChanged(_ frame: Frame) -> Bool {
    guard let seen, seen.width == frame.width, seen.height == frame.height, seen.step == frame.luma.step else { return true }
    let changes = seen.grid.changes(in: frame.luma)
    let isExceeded = noise.isExceeded(by: changes)
    noise.learn(changes)
    defer { wasExceeded = isExceeded }
    return isExceeded && wasExceeded
  }

  /// Records that this frame was searched for palms.
  package mutating func searched(_ frame: Frame) {
    let whole = Region.whole(width: frame.width, height: frame.height)
    seen = CellGrid(frame.luma, width: frame.width, height: frame.height, around: whole).map {
      Print(width: frame.width, height: frame.height, step: frame.luma.step, grid: $0)
    }
    wasExceeded = false
  }
}
