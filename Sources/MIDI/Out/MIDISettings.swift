/// Settings of the MIDI output.
public struct MIDISettings: Sendable, Equatable {
  /// Channel that all sources share, 1...16. With `isPerSource` it is the first one's channel.
  public var channel = 1
  /// Whether each source has its own channel, from `channel` on.
  public var isPerSource = false
  /// Whether MIDI Polyphonic Expression is on. It uses the lower zone with all its channels, and overrides the two
  /// settings above.
  public var isMPE = false
  /// Semitones of a full bend up or down, 1...96. Members of an MPE zone have 48, as in its specification.
  public var bendRange = 2
  /// Ports that the box connects by itself. `*` means all devices, but no programs and no port that returns its
  /// input. An empty string means none. Otherwise, parts of port names (`client:port`) separated by commas, with the
  /// wildcards `*` and `?`.
  public var connect = MIDISettings.devices
  /// Whether the mode that plays notes is on. When it ends, all notes end.
  public var isScene = true
  /// Whether notes are sent. When this becomes false, sounding notes continue to their own end.
  public var isHeard = true

  /// Value of `connect` for all devices.
  public static let devices = "*"
  /// Creates the settings with the default of each property.
  public init() {}

  /// Whether the channels of sources and their bend range are the same.
  package func hasSameChannels(as other: MIDISettings) -> Bool {
    channel == other.channel && isPerSource == other.isPerSource && isMPE == other.isMPE && bendRange == other.bendRange
  }
}
