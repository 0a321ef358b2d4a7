import GestureFlowAPI
import Gestures

/// How far what the gestures make of a session's hands now is from what the box made of them when it was recorded.
package struct ReplayComparison: Sendable {
  /// The largest difference of a value, and where it is.
  package struct Difference: Sendable {
    /// Without sign, in the value's own unit; 0 when it never differs.
    package private(set) var most = 0.0
    /// Time of the first frame that has it, in seconds.
    package private(set) var seconds = 0.0

    fileprivate mutating func add(_ difference: Double, at seconds: Double) {
      guard abs(difference) > most else { return }
      most = abs(difference)
      self.seconds = seconds
    }
  }

  /// Of the values that were heard, frame by frame.
  package struct Values: Sendable {
    /// In times the original.
    package private(set) var speed = Difference()
    /// In cents.
    package private(set) var pitchCents = Difference()
    /// In shares of full volume.
    package private(set) var volume = Difference()

    mutating func add(_ now: PlayerControl, _ recorded: ControlSample) {
      speed.add(Double(now.speed) - recorded.speed, at: recorded.t)
      pitchCents.add(Double(now.pitchCents) - recorded.pitchCents, at: recorded.t)
      volume.add(Double(now.volume) - recorded.volume, at: recorded.t)
    }
  }

  /// Landmarks are recorded with five digits: what happens at a threshold may happen some frames earlier or later than it did, by so many seconds.
  static let sameTime = 0.1

  /// How far the values differ.
  package let values: Values
  /// Events that were recorded and do not happen now.
  package private(set) var onlyRecorded: [Event] = []
  /// Events that happen now and were not recorded.
  package private(set) var onlyNow: [Event] = []
  /// Values that something else than hands had set during the recording, and that were set again.
  package let changesFromElsewhere: Int

  /// - Parameters:
  ///   - values: what was compared frame by frame.
  ///   - recorded, now: events in the order of their times; those that say the same at about the same time are one.
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
