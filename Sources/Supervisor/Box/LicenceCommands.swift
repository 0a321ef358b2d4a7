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
  private func followLicence() { followingLicence.withLock { _ in followLicenceNow() } }

  private func followLicenceNow() {
    let hasLicence = licence.hasLicence
    let policy = controls.view.policy
    guard policy.hasLicence != hasLicence || policy.isHeld else { return }
    let sounding = sounding
    let isOtherTier = controls.change { controls in
      var policy = controls.policy
      let isOther = policy.set(hasLicence: hasLicence)
      if isOther, sounding.isEmpty { policy.release() }
      controls.follow(policy)
      return isOther
    }
    if isOtherTier {
      licence.hold(sounding)
      openStems()
      let policy = controls.view.policy
      let tier = "tier \(policy.tier.rawValue)"
      let text = policy.isHeld ? "\(tier): what plays now continues to its end" : tier
      log.notice("licence: \(hasLicence ? "valid" : "not valid"): \(text)")
      note("licence", licence.status.state.rawValue)
      if !hasLicence { flash(.refused, on: .status) }
    } else if controls.view.policy.isHeld, licence.hasEnded(sounding) {
      controls.change { controls in
        var policy = controls.policy
        policy.release()
        controls.follow(policy)
      }
      openStems()
    }
  }

  /// Sounds of now, to detect their end: each held note, or the playing track, set or stream.
  private var sounding: Set<String> {
    controls.values.isResting ? [] : modes.now.sounding
  }

  /// Sets the mode of the start. Logs the reason if it is not the requested or the saved mode.
  package func beginMode() {
    controls.change { $0.follow($0.policy, isFirst: true) }
    openStems()
    let policy = controls.view.policy
    let asked = settings.mode ?? loop.keeping.saved.mode
    guard asked != policy.mode, let problem = policy.refusal(of: asked) else { return }
    let later = policy.wanted == asked ? ", and \(asked.rawValue) as soon as a licence is valid" : ""
    log.notice("\(problem.detail); \(policy.mode.rawValue) is played\(later)")
  }
}
