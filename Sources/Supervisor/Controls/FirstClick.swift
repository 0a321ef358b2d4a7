import GestureFlowAPI
import Panel

/// The state before a button's first click, so that a second click can take it back.
///
/// A click acts at once and never waits for a second one. Where two clicks mean the null mode or the way home, the second one takes back what the first did and does nothing of its own; other double clicks come
/// besides the two clicks.
package struct FirstClick: Sendable {
  /// How the box was before the click, and mode and tier after it.
  private var before: (values: Controls.Values, policy: Policy)?
  private var after: Policy?

  /// No button was clicked yet.
  package init() {}

  /// Whether the double click with this word takes back the first click. Another track cannot be taken back.
  package static func isTakenBack(_ word: String, of button: Button) -> Bool {
    guard word == Command.Name.toggleHands.rawValue || word == Command.Name.home.rawValue else { return false }
    switch button {
    case .mode, .tier, .play: return true
    case .prev, .next: return false
    }
  }

  /// A first click is about to act.
  package mutating func begins(_ values: Controls.Values, _ policy: Policy) {
    before = (values, policy)
    after = nil
  }

  /// It has acted. - Parameter policy: mode and tier after it; nil if it was refused, so that there is nothing to take back.
  package mutating func ends(_ policy: Policy?) {
    after = policy
    if policy == nil { before = nil }
  }

  /// How the box was before the first click; nil when there is nothing to take back. - Parameter policy: mode and tier of now. A change that something else has made since stays.
  package mutating func takeBack(_ policy: Policy) -> (values: Controls.Values, policy: Policy)? {
    defer { before = nil }
    return policy == after ? before : nil
  }
}
