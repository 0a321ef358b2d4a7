import GestureFlowAPI
import Panel

/// State before a button's first click, for a second click to restore.
///
/// A click acts at once and never waits for a second one. If the double click means null mode or the glide home, the
/// second click undoes the first and has no effect of its own. Any other double click acts in addition to its two
/// clicks.
package struct FirstClick: Sendable {
  /// State before the click, and mode and tier after it.
  private var before: (values: Controls.Values, policy: Policy)?
  private var after: Policy?

  /// Makes the state before any click.
  package init() {}

  /// Returns whether a double click with this word undoes the first click. A change of track cannot be undone.
  package static func isTakenBack(_ word: String, of button: Button) -> Bool {
    guard word == Command.Name.toggleHands.rawValue || word == Command.Name.home.rawValue else { return false }
    switch button {
    case .mode, .tier, .play: return true
    case .prev, .next: return false
    }
  }

  /// Stores the state before a first click acts.
  package mutating func begins(_ values: Controls.Values, _ policy: Policy) {
    before = (values, policy)
    after = nil
  }

  /// Stores the result of the first click.
  /// - Parameter policy: mode and tier after it; nil if it was refused, so that there is nothing to undo.
  package mutating func ends(_ policy: Policy?) {
    after = policy
    if policy == nil { before = nil }
  }

  /// Takes the state before the first click. Returns nil when there is nothing to undo.
  /// - Parameter policy: the current mode and tier. A later change by something else is not undone.
  package mutating func takeBack(_ policy: Policy) -> (values: Controls.Values, policy: Policy)? {
    defer { before = nil }
    return policy == after ? before : nil
  }
}
