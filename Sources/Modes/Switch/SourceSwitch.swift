/// Switches from one source to another so that two never sound together. The old source ends; the new one begins when
/// the old one is silent, or after `patience`.
///
/// It depends on nothing but its inputs: the caller passes the time and which source is silent, and carries out each
/// step before requesting the next. The last wanted source is started. A source wanted only in between is never
/// heard.
package struct SourceSwitch<ID: Hashable & Sendable>: Sendable {
  /// The next action.
  package enum Step: Sendable, Equatable {
    /// The source must fade to silence.
    case end(ID)
    /// The source was not silent in time: silence it at once.
    case cut(ID)
    /// The source may be heard.
    case begin(ID)
  }

  /// The source that may be heard. Nil between two sources, and if none is wanted.
  package private(set) var present: ID?
  /// The source that is fading out, and the deadline for it.
  private var leaving: (id: ID, until: Double)?

  /// - Parameter present: the source that is heard already.
  package init(_ present: ID? = nil) { self.present = present }

  /// Maximum time in seconds that a source may take to fall silent.
  package static var patience: Double { 0.3 }

  /// Whether a source is still fading out.
  package var isWaiting: Bool { leaving != nil }

  /// Returns the next step; nil if there is nothing to do now.
  /// - Parameters:
  ///   - wanted: the source to play; nil for none.
  ///   - now: seconds of a monotonic clock.
  ///   - isSilent: whether a source is silent. A source that is gone counts as silent.
  package mutating func next(wanted: ID?, at now: Double, isSilent: (ID) -> Bool) -> Step? {
    if let (id, until) = leaving {
      if wanted == id {
        // The source is wanted again before another one has begun.
        leaving = nil
        present = id
        return .begin(id)
      }
      if !isSilent(id) {
        guard now >= until else { return nil }
        leaving = nil
        return .cut(id)
      }
      leaving = nil
    }
    guard present != wanted else { return nil }
    if let before = present {
      present = nil
      leaving = (before, now + Self.patience)
      return .end(before)
    }
    present = wanted
    return wanted.map { .begin($0) }
  }
}
