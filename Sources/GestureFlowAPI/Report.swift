import Foundation

/// What `--report` writes at the end of a run: the last status, every event with its time, and the control values over time.
public struct Report: Codable, Sendable {
  /// The box at the end of the run.
  public var status: Status
  /// Start of the process to READY, in seconds.
  public var startSeconds: Double
  /// In the order in which they happened.
  public var events: [Event]
  /// A sample a frame.
  public var controls: [ControlSample]
  /// Out of its fields, as they are described here.
  public init(status: Status, startSeconds: Double, events: [Event], controls: [ControlSample]) {
    self.status = status
    self.startSeconds = startSeconds
    self.events = events
    self.controls = controls
  }
}

/// Something that happened.
public struct Event: Codable, Sendable, Equatable {
  /// When it happened, in seconds since the start of the box; in a run without a clock since the first frame. A gesture's is the capture time of its frame.
  public var atSeconds: Double
  /// `handsPresent`, `gestureBegan`, `controlEngaged`, `trackChanged`, ...
  public var type: String
  /// Identity of the hand, where one was the cause.
  public var hand: Int?
  /// The player's own `left` or `right`.
  public var handedness: String?
  /// Fingers, gesture, control or title, by the type; on or off (`hands`). Of stems: the channel (`channelSelected`, `muteAsked`, `soloAsked`), channel and region as in the
  /// command `loop` (`loopAsked`, `loopPending`, `loopApplied`, and `loopDropped` when one that waited will not be played: another set has begun, or it was taken back), the bar from 1
  /// (`bar`), the set's name (`stemSet`). Of the instrument: the note's name (`noteOn`, `noteOff`), the name of the sound (`sound`).
  public var value: String?
  /// Of `loopApplied`: with which frame of the output, counted from the start, the region began to be heard.
  public var frame: Int64?
  /// Of `noteOn` and `noteOff`: who plays it, as in `InstrumentSource.id`.
  public var source: String?
  /// Of `noteOn`: 1...127.
  public var velocity: Int?
  /// Out of its fields, as they are described here.
  public init(
    atSeconds: Double, type: String, hand: Int? = nil, handedness: String? = nil, value: String? = nil, frame: Int64? = nil,
    source: String? = nil, velocity: Int? = nil
  ) {
    self.atSeconds = atSeconds
    self.type = type
    self.hand = hand
    self.handedness = handedness
    self.value = value
    self.frame = frame
    self.source = source
    self.velocity = velocity
  }
}

/// The control values of one frame.
public struct ControlSample: Codable, Sendable {
  /// Capture time of the frame in seconds since the start of the box; in a run without a clock since the first frame.
  public var t: Double
  /// Speed, 0.1...2.0 times the original.
  public var speed: Double
  /// Pitch in cents, -2400...2400.
  public var pitchCents: Double
  /// Volume, 0...1.
  public var volume: Double
  /// The four channels, in mode stems.
  public var stems: [StemSample]?
  /// Who plays the instrument, and what, in mode instrument.
  public var notes: [NoteSample]?
  /// Pitch in cents, -2400...2400, of someone else's music, in mode stream.
  public var streamPitchCents: Double?
  /// In the report of a run, in modes stems and instrument: frames of the output that had been rendered when the values were there; they are heard from the next block on.
  public var frame: Int64?
  /// Out of its fields, as they are described here.
  public init(
    t: Double, speed: Double, pitchCents: Double, volume: Double, stems: [StemSample]? = nil, frame: Int64? = nil
  ) {
    self.t = t
    self.speed = speed
    self.pitchCents = pitchCents
    self.volume = volume
    self.stems = stems
    self.frame = frame
  }
}

/// How a channel of the stem set is played at the time of a frame.
public struct StemSample: Codable, Sendable, Equatable {
  /// Volume, 0...1.
  public var volume: Double
  /// Pitch in cents, -200...200.
  public var pitchCents: Double
  /// It is muted, another one is heard alone, or the tier does not reach to it.
  public var silent: Bool
  /// Out of its fields, as they are described here.
  public init(volume: Double, pitchCents: Double, silent: Bool) {
    self.volume = volume
    self.pitchCents = pitchCents
    self.silent = silent
  }
}

/// What a source of the instrument plays at the time of a frame.
public struct NoteSample: Codable, Sendable, Equatable {
  /// As in `InstrumentSource.id`.
  public var source: String
  /// MIDI note; nil while it is silent.
  public var note: Int?
  /// Of its stroke, 1...127.
  public var velocity: Int
  /// How strongly it plays, 0...1.
  public var expression: Double
  /// How far it bends its note, -200...200 cents; a continuous tone -4800...4800.
  public var bendCents: Double
  /// Out of its fields, as they are described here.
  public init(source: String, note: Int?, velocity: Int, expression: Double, bendCents: Double) {
    self.source = source
    self.note = note
    self.velocity = velocity
    self.expression = expression
    self.bendCents = bendCents
  }
}

/// The version of everything in this package.
public enum Version {
  /// Major, minor and patch.
  public static let current = "0.1.0"
}
