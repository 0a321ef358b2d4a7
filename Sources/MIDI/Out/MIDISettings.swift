/// How notes go out, and where to.
public struct MIDISettings: Sendable, Equatable {
  /// The channel that all sources share, 1...16; with `isPerSource` the first one's.
  public var channel = 1
  /// Each source has a channel of its own, from `channel` on.
  public var isPerSource = false
  /// MIDI Polyphonic Expression: the lower zone with all its channels, whatever the two above say.
  public var isMPE = false
  /// Semitones that a full bend goes up or down, 1...96. MPE's members have 48, as its specification has it.
  public var bendRange = 2
  /// Which ports are connected by themselves: `*` all devices, but no programs and nothing that gives back what it takes; empty none; or parts of their names (`client:port`), commas between them, where `*` and `?`
  /// stand for whatever comes there.
  public var connect = MIDISettings.devices
  /// The mode that plays notes is on. When it ends, so do all notes.
  public var isScene = true
  /// Notes are to go out. While they are not, what sounds goes on to its own end.
  public var isHeard = true

  /// `connect`: all devices.
  public static let devices = "*"
  /// Every setting has the default that is written at its property.
  public init() {}

  /// Whether sources have the same channels, with bends of the same range.
  package func hasSameChannels(as other: MIDISettings) -> Bool {
    channel == other.channel && isPerSource == other.isPerSource && isMPE == other.isMPE && bendRange == other.bendRange
  }
}
