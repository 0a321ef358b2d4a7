import GestureFlowAPI
import Gestures
import Hands
import Notes

/// The actions that the gestures detect in a recording, in one mode.
/// They are holds, commands and notes, and the values that stay when the hands are gone.
///
/// In recordings of people who do not play, each of them is false.
package struct IntentCount: Sendable {
  /// An action that began.
  package struct Act: Sendable, Equatable, Codable {
    /// Time in seconds of the recording.
    package var t: Double
    /// A control that was engaged, a command, a channel or a note.
    package var what: String
  }

  /// Duration of the empty frames after the recording's last frame, in seconds.
  /// By then hands have released everything, and values are taken back.
  private static let afterwards = 2.0
  private static let interval = 1.0 / 30

  /// Actions in the order of their times.
  package private(set) var acts: [Act] = []
  /// Whether values have changed after all hands have left.
  /// They are compared with those before the first frame.
  /// Notes leave nothing.
  package private(set) var isLeft = false

  /// Plays the recording; in stems mode the first channel is selected before.
  /// - Parameter frames: in the order of their times.
  package init(
    _ frames: [HandFrame], mode: Mode, settings: GestureSettings = GestureSettings(), noise: LandmarkNoise = .float
  ) {
    guard let first = frames.first, let last = frames.last else { return }
    var engine = GestureEngine(settings, noise: noise, mode: mode)
    engine.select(stem: 0)
    func empty(_ time: Double, _ index: Int) -> HandFrame { HandFrame(index: index, time: time, aspect: first.aspect, hands: []) }
    let before = engine.process(empty(first.time - Self.interval, first.index)).control
    var strokes: UInt32 = 0
    var after = before
    let end = (1...Int(Self.afterwards / Self.interval)).map { empty(last.time + Double($0) * Self.interval, last.index + $0) }
    for frame in frames + end {
      let output = engine.process(frame)
      take(output, &strokes)
      after = output.control
    }
    isLeft = Self.differ(before.values, after.values)
  }

  private mutating func take(_ output: GestureEngine.Output, _ strokes: inout UInt32) {
    func add(_ what: String) { acts.append(Act(t: output.control.time, what: what)) }
    for event in output.events {
      switch event {
      case .controlEngaged(let control): add(control.rawValue)
      case .channelSelected(let channel): add("channel \(channel + 1)")
      case .loopAsked: add("loop")
      case .muteAsked: add("mute")
      case .soloAsked: add("solo")
      case .handsSwitched: add("hands")
      case .home: add("home")
      default: break
      }
    }
    for command in output.commands { add(command.rawValue) }
    guard let notes = output.control.instrument else { return }
    var newest = strokes
    for k in 0..<notes.count {
      guard let note = notes[k].note, notes[k].stroke > strokes else { continue }
      add("note \(note)")
      newest = max(newest, notes[k].stroke)
    }
    strokes = newest
  }

  private static func differ(_ before: ControlFrame.Values, _ after: ControlFrame.Values) -> Bool {
    switch (before, after) {
    case (.player(let a), .player(let b)): a.speed != b.speed || a.pitchCents != b.pitchCents || a.volume != b.volume
    case (.stems(let a), .stems(let b)): a.selected != b.selected || a.volumes != b.volumes || a.pitchCents != b.pitchCents
    case (.stream(let a), .stream(let b)): a.volume != b.volume || a.pitchCents != b.pitchCents
    default: false
    }
  }
}
