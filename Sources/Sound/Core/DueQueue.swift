/// Something to be done at a frame of the output.
struct Due<Command: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
  let command: Command
  /// Frames that were rendered before it is done; 0, or one that has passed, for at once.
  let due: Int64
}

/// What the audio thread is to do at frames to come, in their order; what is due at the same frame is done in the order in which it came.
///
/// Its functions are generic and so checked where they are called, as a ring's.
struct DueQueue<Command: BitwiseCopyable & Sendable>: ~Copyable {
  /// The next one is the last.
  private let places: UnsafeMutablePointer<Due<Command>>
  private let capacity: Int
  private var count = 0

  /// - Parameters:
  ///   - capacity: so many can wait.
  ///   - fill: what the memory holds until then.
  init(capacity: Int, fill: Command) {
    self.capacity = capacity
    places = .allocate(capacity: capacity)
    places.initialize(repeating: Due(command: fill, due: 0), count: capacity)
  }

  deinit { places.deallocate() }

  /// Puts one in. - Returns: false if there is no room.
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

  /// The next one that is to be done by now, once. - Parameter now: frames that were rendered.
  mutating func rtNext(at now: Int64) -> Command? {
    guard count > 0 else { return nil }
    let first = places[count &- 1]
    if first.due > now { return nil }
    count &-= 1
    return first.command
  }

  /// Frames until the next one, no more than `most`.
  func rtFrames(from now: Int64, most: Int) -> Int {
    guard count > 0 else { return most }
    return Int(min(Int64(most), max(places[count &- 1].due &- now, 1)))
  }
}
