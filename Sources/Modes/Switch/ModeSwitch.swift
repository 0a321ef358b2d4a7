import GestureFlowAPI
import Licensing

/// The switch from one mode to another. `Policy` says which mode may be played, and `set` switches to it.
/// `SourceSwitcher` waits until the previous mode is silent; then `begin` lets the mode be heard.
extension Controls {
  /// Changes mode, tier or licence, with all consequences.
  /// - Parameter body: changes the policy. When it throws, nothing has changed.
  package mutating func change(_ body: (inout Policy) throws(Problem) -> Void) throws(Problem) {
    var next = policy
    try body(&next)
    follow(next)
  }

  /// Plays by another mode, tier or licence.
  /// - Parameter isFirst: whether nothing was heard yet. Otherwise another mode waits for `begin`.
  package mutating func follow(_ new: Policy, isFirst: Bool = false) {
    policy = new
    stems.set(most: policy.heard.mostStems)
    instrument.set { $0.limits = policy.heard.instrument }
    set(mode: policy.mode, waits: !isFirst)
  }

  /// Sets the mode that plays.
  /// - Parameter waits: whether the mode stays silent until `begin`, because the previous mode must end first.
  package mutating func set(mode: Mode, waits: Bool = false) {
    guard mode != values.mode else { return }
    values.isBetween = waits
    // Hands may have changed the volume in the previous mode.
    reading?.known?.volume = nil
    values.mode = mode
    apply()
  }

  /// Lets a channel be heard, once the previous one is silent. Does nothing if the current channel is another one.
  package mutating func begin(_ channel: SoundChannel) {
    guard values.isBetween, values.channel == channel else { return }
    values.isBetween = false
    apply()
  }

  /// Silences a channel until `begin`. Does nothing if the current channel is another one.
  package mutating func hold(_ channel: SoundChannel) {
    guard values.channel == channel else { return }
    values.isBetween = true
    apply()
  }
}
