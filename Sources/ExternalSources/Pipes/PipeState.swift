import GestureFlowAPI

/// A receiver of a pipe's sound. It is the sound engine's inlet, or a double in tests. Called by the pipe's own thread.
public protocol PipeOutlet: Sendable {
  /// Begins a writer.
  /// - Parameter rate: frames a second.
  func begin(rate: Int)
  /// Writes frames; 1 is full scale.
  /// - Returns: the number of frames that found room; the caller offers the others again.
  func write(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames: Int) -> Int
  /// Ends the writer. Frames already taken may sound when the outlet is heard again.
  func end()
  /// Ends the writer and discards frames that were not heard.
  func forget()
}

/// State of a pipe.
public enum PipeState: Sendable, Equatable {
  /// No program writes.
  case waiting
  /// Sound comes, or waits because the pipe is not heard.
  case playing
  /// A program has the pipe open but sent nothing for 0.5 s.
  case starved
  /// The pipe cannot be read.
  case fault(Failure)
}

/// An event of a pipe.
public enum PipeEvent: Sendable, Equatable {
  /// A program has begun to write sound.
  case began
  /// The program has ended.
  case ended
  /// The pipe cannot be read any more; nil when it can again.
  case trouble(Failure?)
}
