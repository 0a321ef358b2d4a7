import Foundation

/// Gains of a splice and of the cross-fade between two sets. They are calculated once and shared, and never
/// change afterwards.
package final class SpliceCurve: Sendable {
  /// Number of frames of a splice: 10 ms.
  package static let frames = 480
  static let shared = SpliceCurve()

  /// Gains for sounds that differ: `frames + 1` values from 0 to 1. The squares of a gain and of its mirrored
  /// gain add up to 1. The curve is flat at both ends, so a splice has no corner there.
  nonisolated(unsafe) let power: UnsafePointer<Float>
  /// The same for sounds that are the same. A gain and its mirrored gain add up to 1.
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
