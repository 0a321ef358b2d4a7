import Glibc

/// Sines, windows, filters and the list of steps that every stretcher reads: made once and shared. Nothing writes there after it is made.
final class StretchTables: Sendable {
  static let shared = StretchTables()

  /// Keeps the memory that the views below read.
  nonisolated(unsafe) private let arena: Arena
  nonisolated(unsafe) let transform: Transform
  nonisolated(unsafe) let windows: Windows
  nonisolated(unsafe) let sinc: SincTable
  nonisolated(unsafe) let steps: StepList
  nonisolated(unsafe) let resuming: StepList
  /// How what comes rises in `Playhead.fade` steps: a quarter of a sine over 3x^2 - 2x^3, so that it neither begins nor ends with a corner, and its power and that of what goes, which is the same backwards,
  /// are 1 together.
  nonisolated(unsafe) let fade: UnsafePointer<Float>

  private init() {
    var arena = Arena(bytes: Transform.bytes + Windows.bytes + SincTable.bytes + (1 << 14))
    transform = Transform(&arena)
    windows = Windows(&arena)
    sinc = SincTable(&arena)
    steps = StepList(&arena, passes: transform.count, isResuming: false)
    resuming = StepList(&arena, passes: transform.count, isResuming: true)
    let fade = arena.floats(Playhead.fade + 1)
    for i in 0...Playhead.fade {
      let x = Double(i) / Double(Playhead.fade)
      fade[i] = Float(sin(.pi / 2 * x * x * (3 - 2 * x)))
    }
    self.fade = UnsafePointer(fade)
    self.arena = arena
  }
}
