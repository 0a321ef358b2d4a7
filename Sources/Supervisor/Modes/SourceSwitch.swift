/// Goes from one source to another: the one before ends, and the next begins when it has fallen silent, or after `patience` at the latest. So two never sound together.
///
/// Pure: whoever steps it says what time it is and who is silent, and does each step before he asks for the next. What is wanted last is what is begun; what was wanted meanwhile is never heard.
package struct SourceSwitch<ID: Hashable & Sendable>: Sendable {
  /// What is to be done now.
  package enum Step: Sendable, Equatable {
    /// It is to fall silent.
    case end(ID)
    /// It has not fallen silent in time, and must not be heard any more.
    case cut(ID)
    /// It may be heard.
    case begin(ID)
  }

  /// The one that may be heard; nil between two, and where nothing is wanted.
  package private(set) var present: ID?
  /// The one that was told to end and has not fallen silent, and until when that is waited for.
  private var leaving: (id: ID, until: Double)?

  /// - Parameter present: what is heard already.
  package init(_ present: ID? = nil) { self.present = present }

  /// How long a source may take to fall silent, in seconds.
  package static var patience: Double { 0.3 }

  /// A source is waited for.
  package var isWaiting: Bool { leaving != nil }

  /// The next step; nil when there is none now.
  /// - Parameters:
  ///   - wanted: what is to be heard; nil for nothing.
  ///   - now: seconds of a clock that never goes back.
  ///   - isSilent: whether a source is; one that is gone is.
  package mutating func next(wanted: ID?, at now: Double, isSilent: (ID) -> Bool) -> Step? {
    if let (id, until) = leaving {
      if wanted == id {
        // Back before anything else has begun.
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
