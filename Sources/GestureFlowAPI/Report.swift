import Foundation

/// The report that `--report` writes at the end of a run.
///
/// It holds the last status, every event with its time, and the control values over time.
public struct Report: Codable, Sendable {
  /// Status of the box at the end of the run.
  public var status: Status
  /// Time from the start of the process to READY, in seconds.
  public var startSeconds: Double
  /// Events in the order in which they happened.
  public var events: [Event]
  /// Control values, one sample per frame.
  public var controls: [ControlSample]
  /// Creates an instance from its fields.
  public init(status: Status, startSeconds: Double, events: [Event], controls: [ControlSample]) {
    self.status = status
    self.startSeconds = startSeconds
    self.events = events
    self.controls = controls
  }
}

/// An event: something that happened in the box.
public struct Event: Codable, Sendable, Equatable {
  /// Time of the event in seconds since the start of the box. A run without a clock counts from the first frame. The
  /// time of a gesture is the capture time of its frame.
  public var atSeconds: Double
  /// Kind of the event: `handsPresent`, `gestureBegan`, `controlEngaged`, `trackChanged`, ...
  public var type: String
  /// Identity of the hand that caused the event; nil without one.
  public var hand: Int?
  /// `left` or `right`, as seen by the player.
  public var handedness: String?
  /// Value of the event; its meaning depends on the type. General: fingers, gesture, control, title, or on and off
  /// (`hands`, `handsSwapped`). Stems: the channel (`channelSelected`, `muteAsked`, `soloAsked`); channel and region
  /// as in the command `loop` (`loopAsked`, `loopPending`, `loopApplied`, `loopDropped`); the bar from 1 (`bar`); the
  /// name of the set (`stemSet`). `loopDropped` means that a pending loop will not be played, because another set has
  /// begun or the loop was cancelled. Instrument: the name of the note (`noteOn`, `noteOff`), the name of the sound
  /// (`sound`).
  public var value: String?
  /// Only `loopApplied`: output frame with which the region became audible. Frames count from the start.
  public var frame: Int64?
  /// Only `noteOn` and `noteOff`: the source of the note, as in `InstrumentSource.id`.
  public var source: String?
  /// Only `noteOn`: velocity, 1...127.
  public var velocity: Int?
  /// Creates an instance from its fields.
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
  /// Capture time of the frame in seconds since the box started. A run without a clock counts from the first frame.
  public var t: Double
  /// Speed, 0.1...2.0 times the original.
  public var speed: Double
  /// Pitch in cents, -2400...2400.
  public var pitchCents: Double
  /// Volume, 0...1.
  public var volume: Double
  /// Filter of the song, -1...1, in mode player; nil at the original.
  public var filter: Double?
  /// The four channels, in mode stems.
  public var stems: [StemSample]?
  /// Sources of the instrument and their notes, in mode instrument.
  public var notes: [NoteSample]?
  /// Pitch of the external source in cents, -2400...2400, in mode stream.
  public var streamPitchCents: Double?
  /// Number of output frames that were rendered when the values arrived. Only in the report of a run, in modes stems
  /// and instrument. The values take effect from the next block on.
  public var frame: Int64?
  /// Creates an instance from its fields.
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

/// State of a stem channel at the time of a frame.
public struct StemSample: Codable, Sendable, Equatable {
  /// Volume, 0...1.
  public var volume: Double
  /// Pitch in cents, -200...200.
  public var pitchCents: Double
  /// Whether the channel is silent. It is muted, another channel is solo, or the tier locks it.
  public var silent: Bool
  /// Creates an instance from its fields.
  public init(volume: Double, pitchCents: Double, silent: Bool) {
    self.volume = volume
    self.pitchCents = pitchCents
    self.silent = silent
  }
}

/// State of an instrument source at the time of a frame.
public struct NoteSample: Codable, Sendable, Equatable {
  /// Source, as in `InstrumentSource.id`.
  public var source: String
  /// MIDI note; nil while it is silent.
  public var note: Int?
  /// Velocity of its stroke, 1...127.
  public var velocity: Int
  /// Expression (strength), 0...1.
  public var expression: Double
  /// Pitch bend in cents: -200...200, of a continuous tone -4800...4800.
  public var bendCents: Double
  /// Creates an instance from its fields.
  public init(source: String, note: Int?, velocity: Int, expression: Double, bendCents: Double) {
    self.source = source
    self.note = note
    self.velocity = velocity
    self.expression = expression
    self.bendCents = bendCents
  }
}

/// Version of everything in this package.
public enum Version {
  /// Major, minor and patch number.
  public static let current = "0.1.0"
}
