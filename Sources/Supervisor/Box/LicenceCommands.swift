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
      followLicence()
      return done
    case .licenseRemove:
      let done = try licence.remove()
      followLicence()
      return done
    default: throw unhandled(command)
    }
  }

  /// Checks the dates of the licences. Ends the rights of an expired licence once the sounds that it allowed have
  /// ended.
  package func lookAtLicence() {
    licence.look()
    followLicence()
  }

  /// Looks for licences on the connected sticks. Reads files.
  func lookAtSticksForLicences(rereads: Bool = false) {
    licence.update(soundSticks, rereads: rereads)
    followLicence()
  }

  /// Sets the tier that the licences allow. When the last licence expires, present sounds continue to their end.
  private func followLicence() {
    let told: (text: String, hasLicence: Bool)? = policy.withLock { policy in
      let hasLicence = licence.hasLicence
      if policy.set(hasLicence: hasLicence) {
        let sounding = sounding
        licence.hold(sounding)
        if sounding.isEmpty { policy.release() }
        follow(policy)
        let tier = "tier \(policy.tier.rawValue)"
        return (policy.isHeld ? "\(tier): what sounds goes on to its end" : tier, hasLicence)
      }
      if policy.isHeld, licence.hasEnded(sounding) {
        policy.release()
        follow(policy)
      }
      return nil
    }
    guard let told else { return }
    log.notice("licence: \(told.hasLicence ? "one counts" : "none counts any more"): \(told.text)")
    note("licence", licence.status.state.rawValue)
    if !told.hasLicence { flash(.refused, on: .status) }
  }

  /// Sounds of now, to detect their end: each held note, or the playing track, set or stream.
  private var sounding: Set<String> {
    controls.values.isResting ? [] : modes.now.sounding
  }

  /// Sets the mode of the start. Logs the reason if it is not the requested or the saved mode.
  package func beginMode() {
    policy.withLock { follow($0, isFirst: true) }
    let asked = settings.mode ?? loop.keeping.saved.mode
    let text = policy.withLock { policy -> String? in
      guard asked != policy.mode, let problem = policy.refusal(of: asked) else { return nil }
      let later = policy.wanted == asked ? ", and \(asked.rawValue) as soon as a licence counts" : ""
      return "\(problem.detail); \(policy.mode.rawValue) is played\(later)"
    }
    if let text { log.notice(text) }
  }
}
