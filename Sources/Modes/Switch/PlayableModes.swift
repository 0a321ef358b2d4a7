import GestureFlowAPI
import Licensing

/// The rule that says what a tier may play.
/// It covers modes, stems and commands of the instrument.
extension Policy {
  /// Changes the mode.
  /// - Throws: `Problem` with the reason, if it is not allowed.
  package mutating func change(mode new: Mode) throws(Problem) {
    if new != mode, let problem = refusal(of: new) { throw problem }
    take(mode: new, keepsLimits: new == mode)
  }

  /// Returns why a mode may not be played; nil if it may.
  package func refusal(of mode: Mode) -> Problem? {
    guard !limits.modes.contains(mode) else { return nil }
    return .tierLimit(
      "mode '\(mode.rawValue)' needs tier pro: tier \(tier.rawValue) has \(limits.modes.map(\.rawValue).joined(separator: ", "))")
  }

  /// Changes to the tier's next mode, in the order of `Mode`.
  package mutating func nextMode() {
    let there = Mode.allCases.filter { limits.modes.contains($0) || $0 == mode }
    let at = there.firstIndex(of: mode) ?? -1
    take(mode: there[(at + 1) % there.count])
  }

  /// Checks that the tier includes a stem.
  /// - Parameter channel: of a stem, from 1.
  /// - Throws: `Problem` when the tier does not include it.
  package func check(stem channel: Int) throws(Problem) {
    guard channel <= mostStems else {
      throw .tierLimit("channel \(channel) needs tier pro: tier \(tier.rawValue) plays the channels 1 to \(mostStems)")
    }
  }

  /// Checks that the tier includes a command of the instrument.
  /// - Parameter command: the command.
  /// - Throws: `Problem` when the tier does not include its request.
  package func check(_ command: Command) throws(Problem) {
    guard let complaint = instrument.complaint(command) else { return }
    throw .tierLimit("tier pro is needed: in tier \(tier.rawValue) \(complaint)")
  }
}
