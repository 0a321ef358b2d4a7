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
  /// A quarter of a sine in `Playhead.fade` steps.
  nonisolated(unsafe) let fade: UnsafePointer<Float>

  private init() {
    var arena = Arena(bytes: Transform.bytes + Windows.bytes + SincTable.bytes + (1 << 14))
    transform = Transform(&arena)
    windows = Windows(&arena)
    sinc = SincTable(&arena)
    steps = StepList(&arena, passes: transform.count, isResuming: false)
    resuming = StepList(&arena, passes: transform.count, isResuming: true)
    let fade = arena.floats(Playhead.fade + 1)
    for i in 0...Playhead.fade { fade[i] = Float(sin(.pi / 2 * Double(i) / Double(Playhead.fade))) }
    self.fade = UnsafePointer(fade)
    self.arena = arena
  }
}
