/// A command that is due at a frame of the output.
struct Due<Command: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
  let command: Command
  /// Frames rendered before the command runs. 0 or a frame in the past means at once.
  let due: Int64
}

/// Commands that the audio thread runs at future frames, in order. Commands for the same frame run in the order in
/// which they came.
///
/// The functions are generic, so the compiler checks them where they are called, like those of `Ring`.
struct DueQueue<Command: BitwiseCopyable & Sendable>: ~Copyable {
  /// Sorted so that the next command is the last.
  private let places: UnsafeMutablePointer<Due<Command>>
  private let capacity: Int
  private var count = 0

  /// - Parameters:
  ///   - capacity: maximum number of waiting commands.
  ///   - fill: initial value of the memory.
  init(capacity: Int, fill: Command) {
    self.capacity = capacity
    places = .allocate(capacity: capacity)
    places.initialize(repeating: Due(command: fill, due: 0), count: capacity)
  }

  deinit { places.deallocate() }

  /// Adds a command.
  /// - Returns: false if the queue is full.
  mutating func rtAdd(_ new: Due<Command>) -> Bool {
    if count == capacity { return false }
    var at = count
    while at > 0 {
      if places[at &- 1].due > new.due { break }
      places[at] = places[at &- 1]
      at &-= 1
    }
    places[at] = new
    count &+= 1
    return true
  }

  /// Removes and returns the next command that is due.
  /// - Parameter now: frames rendered so far.
  mutating func rtNext(at now: Int64) -> Command? {
    guard count > 0 else { return nil }
    let first = places[count &- 1]
    if first.due > now { return nil }
    count &-= 1
    return first.command
  }

  /// Returns the frames until the next command, at most `most`.
  func rtFrames(from now: Int64, most: Int) -> Int {
    guard count > 0 else { return most }
    return Int(min(Int64(most), max(places[count &- 1].due &- now, 1)))
  }
}
