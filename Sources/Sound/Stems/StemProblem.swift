import GestureFlowAPI

/// The reason why a set or its file cannot be played. It includes a remedy.
public struct StemProblem: Sendable, Equatable, CustomStringConvertible {
  /// The kind of problem.
  public enum Kind: Sendable, Equatable {
    /// Not one to four channels.
    case count(Int)
    /// A tempo outside `BarGrid.tempi`, in thousandths of a quarter note per minute.
    case tempo(Int)
    /// Bars outside `StemSet.bars`.
    case bars(Int)
    /// A gain outside 0...4.
    case gain
    /// Neither the tempo nor the bars of a channel are known.
    case neitherTempoNorBars
    /// The file cannot be opened or is not music. The reason says why.
    case unreadable
    /// The file has only one channel.
    case mono
    /// The sample rate, in Hz, differs from that of the first channel.
    case rate(Int, first: Int)
    /// The length does not match the bars.
    case length
    /// Longer than a channel may be, or too large. Too large means that it does not fit into memory and cannot be
    /// streamed.
    case size
    /// The file gave less than it had announced. It shrank, or it is damaged.
    case shrunk
  }

  /// The kind of problem.
  public let kind: Kind
  /// The exact path of the file. If the problem does not concern a file, the name of the set or channel.
  public let path: String
  /// Cause and remedy.
  public let reason: String
  /// Path and reason in one line; the path is cleaned for display.
  public var description: String { "\(cleaned(path, limit: FileError.longestPath)): \(reason)" }

  package init(_ kind: Kind, _ path: String, _ reason: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
  }
}

/// Everything that is wrong with a set; at least one problem.
public struct StemRefusal: Error, Sendable, Equatable {
  /// The problems, in the order of the channels.
  public let problems: [StemProblem]

  package init(problems: [StemProblem]) { self.problems = problems }
  package init(_ kind: StemProblem.Kind, _ path: String, _ reason: String) { problems = [StemProblem(kind, path, reason)] }
}
