import GestureFlowAPI
import Gestures
import Hands
import Perception

/// A replay of recorded hands through the current gesture rules.
///
/// The box's own engine processes the frames. It also receives the other inputs of the box: the missing frames,
/// if frames are more than a second apart, and, in a session, the values set from outside. Two things are not
/// in a recording: the configuration, and the look-ahead of filters that predict, which stays at its default.
package struct GestureReplay: Sendable {
  /// The events in order, at the times of the recording.
  package private(set) var events: [Event] = []
  /// The values after the last frame.
  package private(set) var control = PlayerControl()
  /// The difference from the recording; nil for a file of hands alone.
  package private(set) var comparison: ReplayComparison?
  private var engine: GestureEngine

  /// Longest silence of the camera with an effect, in seconds.
  /// The engine waits for three frames of 5 s.
  private static let longestWait = 16.0

  /// Plays the recording through an engine that begins with its first frame.
  package init(_ recording: HandsRecording, settings: GestureSettings) {
    engine = GestureEngine(settings, noise: recording.noise)
    var outside = OutsideChanges(recording.frames)
    var seenOnFrames: [Event] = []
    var values = ReplayComparison.Values()
    var last: HandsRecording.Frame?
    for frame in recording.frames {
      if let last {
        let meanwhile = wait(from: last, to: frame)
        events += meanwhile
        outside.see(meanwhile)
      }
      let set = outside.next(frame)
      engine.set(speed: set.speed, pitchCents: set.pitchCents, volume: set.volume)
      let output = engine.process(frame.hands)
      let happened = output.events.map { Event($0, at: frame.seconds) }
      control = output.control.player ?? control
      events += happened
      seenOnFrames += happened
      if let recorded = frame.control { values.add(control, recorded) }
      last = frame
    }
    guard recording.frames.contains(where: { $0.control != nil }) else { return }
    comparison = ReplayComparison(
      values: values, recorded: recording.frames.flatMap(\.events), now: seenOnFrames, changesFromElsewhere: outside.count)
  }

  /// Reports missing frames to the engine, as often as the box does.
  /// - Returns: the events of what ended in between.
  private mutating func wait(from last: HandsRecording.Frame, to next: HandsRecording.Frame) -> [Event] {
    var happened: [Event] = []
    // The steps are counted: with a time so large that a quarter of a second is lost in it, the loop would not
    // end.
    for step in 1...Int(Self.longestWait / CameraLoop.frameless) {
      let passed = Double(step) * CameraLoop.frameless
      guard last.hands.time + passed < next.hands.time else { break }
      guard let output = engine.noFrame(at: last.hands.time + passed) else { continue }
      happened += output.events.map { Event($0, at: last.seconds + passed) }
    }
    return happened
  }
}

/// A detector of values set from outside (buttons, clients) in a session.
/// Such a value changes while, by the session's own events, no hand holds it. A change during a hold cannot be
/// separated from the motion of the hand.
private struct OutsideChanges {
  /// Number of changes after the first frame.
  private(set) var count = 0
  private var held: Set<String>
  private var before: ControlSample?

  init(_ frames: [HandsRecording.Frame]) {
    // A recording may begin while a value is held: then its first event is the release.
    var first: [String: Bool] = [:]
    for event in frames.lazy.flatMap(\.events) {
      guard let value = event.value, let isHeld = Self.isHeld(after: event), first[value] == nil else { continue }
      first[value] = !isHeld
    }
    held = Set(first.filter(\.value).keys)
  }

  /// Returns the changes before this frame. With the first one come all values, as on the box.
  mutating func next(_ frame: HandsRecording.Frame) -> (speed: Float?, pitchCents: Float?, volume: Float?) {
    guard let now = frame.control else { return (nil, nil, nil) }
    let heldBefore = held
    see(frame.events)
    defer { before = now }
    guard let before else { return (Float(now.speed), Float(now.pitchCents), Float(now.volume)) }
    // The frame that releases a control still sets its value: a change in it belongs to the hands.
    let theirs = heldBefore.union(held)
    func set(_ control: GestureEvent.Control, _ value: KeyPath<ControlSample, Double>) -> Float? {
      guard now[keyPath: value] != before[keyPath: value], !theirs.contains(control.rawValue) else { return nil }
      return Float(now[keyPath: value])
    }
    let changes = (set(.speed, \.speed), set(.pitch, \.pitchCents), set(.volume, \.volume))
    count += [changes.0, changes.1, changes.2].count { $0 != nil }
    return changes
  }

  /// Processes the holds and releases of hands.
  /// Releases while frames were missing are in no frame of the session; they come from the engine of the
  /// replay.
  mutating func see(_ events: [Event]) {
    for event in events {
      guard let value = event.value, let isHeld = Self.isHeld(after: event) else { continue }
      if isHeld { held.insert(value) } else { held.remove(value) }
    }
  }

  /// Returns whether the value is held after the event. Nil for other events.
  private static func isHeld(after event: Event) -> Bool? {
    switch event.type {
    case "controlEngaged": true
    case "controlReleased": false
    default: nil
    }
  }
}
