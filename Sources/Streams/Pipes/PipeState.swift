/// Where a pipe's sound goes: the sound engine's inlet, and what tests put in its place. Called by the pipe's own thread.
public protocol PipeOutlet: Sendable {
  /// A writer begins. - Parameter rate: frames a second.
  func begin(rate: Int)
  /// Brings frames, 1 is full scale. - Returns: how many found room; the others come again.
  func write(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames: Int) -> Int
  /// The writer has ended; what was taken of it may be heard when the outlet is heard again.
  func end()
  /// The writer has ended, and what was taken of it and not heard is out of date.
  func forget()
}

/// What a pipe does.
public enum PipeState: Sendable, Equatable {
  /// No program writes.
  case waiting
  /// Sound comes, or waits because nobody takes it.
  case playing
  /// A program has the pipe open, and nothing has come of it for half a second.
  case starved
  /// It cannot be read.
  case fault(PipeTrouble)
}

/// What a pipe tells of.
public enum PipeNews: Sendable, Equatable {
  /// A program has begun to write sound.
  case began
  /// The program has ended.
  case ended
  /// It cannot be read any more, or, with nil, it can again.
  case trouble(PipeTrouble?)
}

/// Why a pipe cannot be read, and what to do about it.
public struct PipeTrouble: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong.
  public var reason: String
  /// What to do about it.
  public var remedy: String

  /// - Parameters: what is wrong, and what to do about it.
  public init(_ reason: String, remedy: String) {
    self.reason = reason
    self.remedy = remedy
  }

  /// Both.
  public var description: String { "\(reason): \(remedy)" }
}
