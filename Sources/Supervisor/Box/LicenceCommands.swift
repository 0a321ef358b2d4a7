import GestureFlowAPI
import Notes

/// Commands for licences, and the tier that follows from them.
extension Box {
  /// Carries out a command for licences.
  /// - Returns: what was done.
  /// - Throws: `Problem` with the reason.
  func actOnLicence(_ command: Command) throws(Problem) -> String {
    switch command {
    case .licenseInstall(let text):
      let done = try licence.install(text)
      licences.follow()
      return done
    case .licenseRemove:
      let done = try licence.remove()
      licences.follow()
      return done
    default: throw unhandled(command)
    }
  }

  /// Sets the mode of the start. Logs the reason if it is not the requested or the saved mode.
  package func beginMode() {
    controls.change { $0.follow($0.policy, isFirst: true) }
    stems.openIfPlayed()
    let policy = controls.view.policy
    let asked = settings.mode ?? loop.keeping.saved.mode
    guard asked != policy.mode, let problem = policy.refusal(of: asked) else { return }
    let later = policy.wanted == asked ? ", and \(asked.rawValue) as soon as a licence is valid" : ""
    log.notice("\(problem.detail); \(policy.mode.rawValue) is played\(later)")
  }
}
