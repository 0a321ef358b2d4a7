import GestureFlowAPI
import Notes

/// Licences, as the box has to do with them: the tier follows them.
extension Box {
  /// - Returns: what was done. - Throws: `Problem` that says why not.
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

  /// Looks at the licences' dates, and ends what a licence of before still allows when it has sounded to its end.
  package func lookAtLicence() {
    licence.look()
    followLicence()
  }

  /// Looks for licences on the sticks that are there. Reads files.
  func lookAtSticksForLicences(rereads: Bool = false) {
    licence.update(soundSticks, rereads: rereads)
    followLicence()
  }

  /// The tier is what the licences allow. Without one any more, what sounds goes on to its end.
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

  /// What sounds now, so that its end can be told: each note that is held, or the track, set or stream that plays.
  private var sounding: Set<String> {
    controls.values.isResting ? [] : modes.now.sounding
  }

  /// The mode with which the run begins. Says why that is not the one that was asked for, or that was left.
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
