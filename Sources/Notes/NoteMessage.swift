/// A note's begin or end, for a synthesizer or a MIDI port.
public struct NoteMessage: Sendable, Equatable, BitwiseCopyable {
  /// 0...15.
  public var channel: UInt8
  /// 0...127.
  public var note: UInt8
  /// 1...127 for a begin; 0 for an end.
  public var velocity: UInt8

  /// Creates a message.
  /// - Parameters: `channel` 0...15, `note` 0...127, `velocity` 1...127, or 0 for an end.
  @_noLocks public init(channel: UInt8, note: UInt8, velocity: UInt8) {
    self.channel = channel
    self.note = note
    self.velocity = velocity
  }

  /// Whether the message begins a note.
  public var isOn: Bool { velocity > 0 }
}
