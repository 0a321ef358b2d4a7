import Glibc

/// The cause of an xrun.
package enum XrunCause: Sendable, Equatable {
  /// The audio thread did not run in time.
  case lateWake
  /// A block took longer to render than it lasts.
  case longRender
  /// The card itself, although it received its data in time.
  case device

  /// - Parameters:
  ///   - error: the card's result, a negative errno value.
  ///   - waited: nanoseconds from the end of the last write to the wake-up of the thread.
  ///   - render: nanoseconds to render the block that could not be written; 0 if the error came while waiting.
  ///   - period: nanoseconds per period.
  ///   - held: nanoseconds of sound in the full card.
  package init(error: Int, waited: Int64, render: Int64, period: Int64, held: Int64) {
    // The box does not cause the suspend of a card.
    if error == -Int(ESTRPIPE) {
      self = .device
    } else if render > period {
      self = .longRender
    } else if waited + render >= held - period {
      // The card requests a period as soon as one is free. If the rest of its sound has passed since then, it has
      // played everything.
      self = .lateWake
    } else {
      self = .device
    }
  }
}
