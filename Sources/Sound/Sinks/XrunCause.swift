import Glibc

/// Why the sound broke off.
package enum XrunCause: Sendable, Equatable {
  /// The audio thread was not run in time.
  case lateWake
  /// A block took longer to render than it lasts.
  case longRender
  /// The card itself, though it was served in time.
  case device

  /// - Parameters:
  ///   - error: what the card answered, a negative errno value.
  ///   - waited: nanoseconds from the end of the last write to the thread's waking.
  ///   - render: nanoseconds that the block took which could not be written; 0 if the error came while waiting.
  ///   - period: nanoseconds of one period.
  ///   - held: nanoseconds of sound that the card holds when it is full.
  package init(error: Int, waited: Int64, render: Int64, period: Int64, held: Int64) {
    // A card that was put to sleep is not our doing.
    if error == -Int(ESTRPIPE) {
      self = .device
    } else if render > period {
      self = .longRender
    } else if waited + render >= held - period {
      // A card that is served in time asks for a period as soon as one is free. When what it still held then has gone by as well, it has played all it had.
      self = .lateWake
    } else {
      self = .device
    }
  }
}
