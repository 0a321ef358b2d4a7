import Glibc

/// The tables that all stretchers share.
/// They hold sines, windows, filters and the list of steps, and are constant once made.
final class StretchTables: Sendable {
  static let shared = StretchTables()

  /// The owner of the memory that the views below read.
  nonisolated(unsafe) private let arena: Arena
  nonisolated(unsafe) let transform: Transform
  /// The transform of a spectrum of `NoteFinder`.
  nonisolated(unsafe) let noteTransform: Transform
  nonisolated(unsafe) let windows: Windows
  nonisolated(unsafe) let sinc: SincTable
  nonisolated(unsafe) let steps: StepList
  nonisolated(unsafe) let resuming: StepList
  /// The rising curve of the cross-fade, in `Playhead.fade` steps.
  /// It is a quarter of a sine over 3x^2 - 2x^3, so it has no corner at either end. The falling curve is the
  /// same backwards, and the two powers sum to 1.
  nonisolated(unsafe) let fade: UnsafePointer<Float>

  private init() {
    var arena = Arena(bytes: 2 * Transform.bytes + Windows.bytes + SincTable.bytes + (1 << 14))
    transform = Transform(&arena)
    noteTransform = Transform(&arena, size: NoteFinder.length)
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
