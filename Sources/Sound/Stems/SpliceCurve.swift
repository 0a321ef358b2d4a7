import Foundation

/// The gains of a splice and of a set's taking over: made once and shared. Nothing writes there after it is made.
package final class SpliceCurve: Sendable {
  /// Frames of a splice: 10 ms.
  package static let frames = 480
  static let shared = SpliceCurve()

  /// `frames + 1` gains from 0 to 1 whose squares and those of the same gains backwards are 1 together: for sounds that are not alike. The curve is flat at both ends, so that
  /// a splice has no corner there.
  nonisolated(unsafe) let power: UnsafePointer<Float>
  /// The same with gains that are 1 together: for sounds that are the same.
  nonisolated(unsafe) let plain: UnsafePointer<Float>

  private init() {
    let count = Self.frames + 1
    let (power, plain) = (UnsafeMutablePointer<Float>.allocate(capacity: count), UnsafeMutablePointer<Float>.allocate(capacity: count))
    for i in 0..<count {
      let share = 0.5 - 0.5 * cos(.pi * Double(i) / Double(Self.frames))
      (plain + i).initialize(to: Float(share))
      (power + i).initialize(to: Float(sin(.pi / 2 * share)))
    }
    self.power = UnsafePointer(power)
    self.plain = UnsafePointer(plain)
  }
}
