/// A list of words that a command takes.
public protocol WordList: Sendable {
  /// All words, in their spelling.
  static var words: [String] { get }
  /// Returns a text in the spelling of the list.
  static func spelled(_ text: String) -> String
}

extension WordList {
  /// Returns the text unchanged.
  public static func spelled(_ text: String) -> String { text }
}

/// A word of its list. Every value is valid.
public struct Listed<List: WordList>: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The word in the spelling of the list.
  public let text: String

  /// Checks a word.
  /// - Returns: nil for a word that is not in the list.
  public init?(_ text: String) {
    let spelled = List.spelled(text)
    guard List.words.contains(spelled) else { return nil }
    self.text = spelled
  }

  /// Makes a word from a literal. A literal that is not in the list ends the program.
  /// - Parameter text: a word of the list.
  public init(stringLiteral text: String) {
    precondition(List.words.contains(text), "'\(text)' is not in the list")
    self.text = text
  }
}

/// The name of a scale, such as pentatonicMajor.
public typealias ScaleName = Listed<InstrumentRange.Scales>
/// The name of a key, such as Bb or F#.
public typealias KeyName = Listed<InstrumentRange.Keys>
/// A parameter that MIDI gear can play, such as `volume 2`.
public typealias MIDIParameterName = Listed<MIDIParameter>
