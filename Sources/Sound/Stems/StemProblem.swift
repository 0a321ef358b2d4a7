import GestureFlowAPI

/// Why a set, or one file of it, cannot be played, and what to do about it.
public struct StemProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: Sendable, Equatable {
    /// No channel, or more than four.
    case count(Int)
    /// A tempo out of `BarGrid.tempi`, in thousandths of a quarter a minute.
    case tempo(Int)
    /// Bars out of `StemSet.bars`.
    case bars(Int)
    /// A gain out of 0...4.
    case gain
    /// Neither the tempo nor any channel's bars are known.
    case neitherTempoNorBars
    /// The file cannot be opened or is no music; the reason says why.
    case unreadable
    /// One side only.
    case mono
    /// Another sample rate, in Hz, than the first channel's.
    case rate(Int, first: Int)
    /// A length that is not that of its bars.
    case length
    /// Longer than a channel may be, or more than fits into memory of what cannot be streamed.
    case size
    /// The file gave less than it had said: it shrank, or it is damaged.
    case shrunk
  }

  /// What is wrong.
  public let kind: Kind
  /// The file exactly as it is called, or the set's or channel's name where no file is meant.
  public let path: String
  /// Cause and remedy.
  public let reason: String
  /// All in one line; the path as it is shown.
  public var description: String { "\(cleaned(path, limit: FileError.longestPath)): \(reason)" }

  package init(_ kind: Kind, _ path: String, _ reason: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
  }
}

/// Everything that is wrong with a set; at least one problem.
public struct StemRefusal: Error, Sendable, Equatable {
  /// What is wrong, in the order of the channels.
  public let problems: [StemProblem]

  package init(problems: [StemProblem]) { self.problems = problems }
}
