import GestureFlowAPI
import Gestures

/// The difference of a replay from the recorded session.
/// It compares the results of the current gestures with those of the box at the recording.
package struct ReplayComparison: Sendable {
  /// The largest difference of a value, with its time.
  package struct Difference: Sendable {
    /// Absolute difference in the value's own unit; 0 without a difference.
    package private(set) var most = 0.0
    /// Time of the first frame that has it, in seconds.
    package private(set) var seconds = 0.0

    fileprivate mutating func add(_ difference: Double, at seconds: Double) {
      guard abs(difference) > most else { return }
      most = abs(difference)
      self.seconds = seconds
    }
  }

  /// Differences of the audible values, frame by frame.
  package struct Values: Sendable {
    /// Difference of speed; 1 is the original speed.
    package private(set) var speed = Difference()
    /// Difference of pitch in cents.
    package private(set) var pitchCents = Difference()
    /// Difference of volume as a fraction of full volume.
    package private(set) var volume = Difference()

    mutating func add(_ now: PlayerControl, _ recorded: ControlSample) {
      speed.add(Double(now.speed) - recorded.speed, at: recorded.t)
      pitchCents.add(Double(now.pitchCents) - recorded.pitchCents, at: recorded.t)
      volume.add(Double(now.volume) - recorded.volume, at: recorded.t)
    }
  }

  /// Time within which two events count as the same, in seconds.
  /// Landmarks are recorded with five digits, so an event at a threshold may happen some frames earlier or
  /// later.
  static let sameTime = 0.1

  /// The differences of the values.
  package let values: Values
  /// Events that were recorded and do not happen now.
  package private(set) var onlyRecorded: [Event] = []
  /// Events that happen now and were not recorded.
  package private(set) var onlyNow: [Event] = []
  /// Number of values set from outside, and set again in the replay.
  package let changesFromElsewhere: Int

  /// Compares the events.
  /// - Parameters:
  ///   - values: the differences, frame by frame.
  ///   - recorded, now: events in the order of their times; equal events at about the same time count as one.
  init(values: Values, recorded: [Event], now: [Event], changesFromElsewhere: Int) {
    self.values = values
    self.changesFromElsewhere = changesFromElsewhere
    var isTaken = [Bool](repeating: false, count: now.count)
    var from = 0
    for event in recorded {
      while from < now.count, now[from].atSeconds < event.atSeconds - Self.sameTime { from += 1 }
      var i = from
      while i < now.count, now[i].atSeconds <= event.atSeconds + Self.sameTime, isTaken[i] || !Self.saySame(now[i], event) { i += 1 }
      if i < now.count, now[i].atSeconds <= event.atSeconds + Self.sameTime { isTaken[i] = true } else { onlyRecorded.append(event) }
    }
    onlyNow = now.indices.filter { !isTaken[$0] }.map { now[$0] }
  }

  private static func saySame(_ a: Event, _ b: Event) -> Bool {
    a.type == b.type && a.hand == b.hand && a.handedness == b.handedness && a.value == b.value
  }
}
