import GestureFlowAPI

/// The sink that the owner chose.
public enum SinkChoice: Sendable, Equatable {
  case alsa(String?)
  case wav(String)
  case fifo(String)
  case null

  /// - Parameter text: `alsa`, `alsa:ID`, `wav:PATH`, `fifo:PATH` or `null`.
  /// - Throws: `Failure` that says what is wrong and what is allowed.
  public init(_ text: String) throws(Failure) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    let rest = parts.count > 1 ? parts[1] : ""
    switch parts.first {
    case "alsa": self = .alsa(rest.isEmpty ? nil : rest)
    case "wav" where !rest.isEmpty: self = .wav(rest)
    case "fifo" where !rest.isEmpty: self = .fifo(rest)
    case "null": self = .null
    default: throw Failure("--sink \(text): it takes alsa[:ID], wav:PATH, fifo:PATH or null")
    }
  }

  /// - Parameter card: value of `sound.card`: a card's name, or `fifo:PATH`.
  init(card: String) {
    let word = "fifo:"
    self = card.hasPrefix(word) ? .fifo(String(card.dropFirst(word.count))) : .alsa(card)
  }
}
