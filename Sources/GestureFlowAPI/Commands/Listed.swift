/// A list of words that a command takes.
public protocol WordList: Sendable {
  /// All words, as they are written.
  static var words: [String] { get }
  /// A text as the list would have it.
  static func spelled(_ text: String) -> String
}

extension WordList {
  /// Words are taken as they are written.
  public static func spelled(_ text: String) -> String { text }
}

/// A word of its list: a value that exists is valid.
public struct Listed<List: WordList>: Hashable, Sendable, ExpressibleByStringLiteral {
  /// As the list has it.
  public let text: String

  /// Checks a word. - Returns: nil for a word that is not in the list.
  public init?(_ text: String) {
    let spelled = List.spelled(text)
    guard List.words.contains(spelled) else { return nil }
    self.text = spelled
  }

  /// A literal in source code: one that is not in the list ends the program. - Parameter text: in the list.
  public init(stringLiteral text: String) {
    precondition(List.words.contains(text), "'\(text)' is not in the list")
    self.text = text
  }
}

/// The name of a scale, such as pentatonicMajor.
public typealias ScaleName = Listed<InstrumentRange.Scales>
/// The name of a key, such as Bb or F#.
public typealias KeyName = Listed<InstrumentRange.Keys>
/// A parameter that MIDI gear can play, such as volume, `volume 2` or `mute 1`.
public typealias MIDIParameterName = Listed<MIDIParameter>
