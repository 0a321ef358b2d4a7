import Camera

/// Tells whether the whole picture is still the one that was searched for palms last: another search of it finds hardly anything new.
///
/// Its brightness is compared with that of the last search, in sums of 4 x 4 samples; what counts as a change is measured: the camera's noise. So it sees what moves too
/// slowly, or differs too little from what is behind it, for the `MotionSensor`. Colour is left out: what a codec leaves of its noise is here and there.
/// Some tens of microseconds a frame.
package struct SearchedPicture {
  private struct Print {
    let width, height, step: Int
    let grid: CellGrid
  }

  private var seen: Print?
  private var noise = NoiseFloor()
  /// What is more than noise in one frame only is noise.
  private var wasExceeded = false

  package init() {}

  /// Whether the frame shows another picture than the one that was searched last. Called while no hand is tracked, in each frame in which nothing moves.
  package mutating func hasChanged(_ frame: Frame) -> Bool {
    guard let seen, seen.width == frame.width, seen.height == frame.height, seen.step == frame.luma.step else { return true }
    let changes = seen.grid.changes(in: frame.luma)
    let isExceeded = noise.isExceeded(by: changes)
    noise.learn(changes)
    defer { wasExceeded = isExceeded }
    return isExceeded && wasExceeded
  }

  /// Palms were looked for in this frame.
  package mutating func searched(_ frame: Frame) {
    let whole = Region.whole(width: frame.width, height: frame.height)
    seen = CellGrid(frame.luma, width: frame.width, height: frame.height, around: whole).map {
      Print(width: frame.width, height: frame.height, step: frame.luma.step, grid: $0)
    }
    wasExceeded = false
  }
}
