import GestureFlowAPI
import Realtime

/// The clock of events and recorded frames. A live box counts from its start, like its uptime and its notices. A run
/// without a clock counts the frames' own time from the first frame on, so that the result is the same each time.
package final class EventClock: Sendable {
  private struct Frames {
    var first: Double?
    var last: Double?
  }

  /// Start of the box, in seconds of `Clock`.
  package let begun: Double
  private let isLive: Bool
  private let present: @Sendable () -> Double
  /// Published by the thread that reads the hands of frames.
  private let frames = Published(Frames())

  /// - Parameters:
  ///   - begun: start of the box, in seconds of `Clock`.
  ///   - present: the clock; replaced in tests.
  package init(isLive: Bool, begun: Double = Clock.seconds, present: @escaping @Sendable () -> Double = { Clock.seconds }) {
    self.isLive = isLive
    self.begun = begun
    self.present = present
  }

  /// Current time in seconds. For events that do not belong to a frame.
  package var now: Double {
    if isLive { return (present() - begun).rounded(digits: 4) }
    let frames = frames.now
    return ((frames.last ?? 0) - (frames.first ?? 0)).rounded(digits: 4)
  }

  /// Returns the time of a frame, in seconds.
  /// - Parameter time: its capture time; live in seconds of `Clock`.
  package func seconds(ofFrame time: Double) -> Double {
    if isLive { return (time - begun).rounded(digits: 4) }
    let first = frames.change { frames in
      let first = frames.first ?? time
      frames = Frames(first: first, last: time)
      return first
    }
    return (time - first).rounded(digits: 4)
  }
}
