/// A controller or a note of an external MIDI device.
public enum LearnControl: Sendable, Hashable, BitwiseCopyable {
  /// Channel 0...15, controller 0...119 except those for banks and registered parameters.
  case controller(channel: UInt8, number: UInt8)
  /// Channel 0...15, note 0...127.
  case note(channel: UInt8, number: UInt8)

  /// Bank select, data entry and registered parameters. These controllers come in pairs and have their own meaning.
  private static let reserved: Set<UInt8> = [0, 6, 32, 38, 96, 97, 98, 99, 100, 101]

  /// The control that a message belongs to. Nil if it cannot be bound.
  public init?(_ message: MIDIMessage) {
    switch message {
    case .control(let channel, let number, _): self.init(controller: number, channel)
    case .noteOn(let channel, let note, _), .noteOff(let channel, let note, _):
      guard message.isValid else { return nil }
      self = .note(channel: channel, number: note)
    default: return nil
    }
  }

  /// Reads a control from its text.
  /// - Parameter text: in the form of `text`; nil for anything else.
  public init?(text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 4, words[2] == "channel", let number = UInt8(words[1]), let channel = UInt8(words[3]), (1...16).contains(channel)
    else { return nil }
    switch words[0] {
    case "cc": self.init(controller: number, channel - 1)
    case "note" where number < 128: self = .note(channel: channel - 1, number: number)
    default: return nil
    }
  }

  private init?(controller number: UInt8, _ channel: UInt8) {
    guard number < 120, channel < 16, !Self.reserved.contains(number) else { return nil }
    self = .controller(channel: channel, number: number)
  }

  /// The control as text, such as "cc 7 channel 1". Another example is "note 60 channel 10". Channels are counted from
  /// 1.
  public var text: String {
    switch self {
    case .controller(let channel, let number): "cc \(number) channel \(channel + 1)"
    case .note(let channel, let number): "note \(number) channel \(channel + 1)"
    }
  }
}
