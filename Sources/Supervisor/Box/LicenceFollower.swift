import GestureFlowAPI
import Licensing
import Modes
import Synchronization

/// Sets the tier that the licences allow.
package final class LicenceFollower: Sendable {
  private let licence: LicenceController
  private let controls: ControlLoop
  private let modes: PlayModes
  private let stems: StemController
  private let reporter: Reporter
  /// Sources that sounded when the licence ended. They keep its limits to their end. Held while the tier follows the
  /// licences, so that the sources and the tier fit each other. The thread of the controls never takes it.
  private let licensedSounds = Mutex<Set<String>>([])

  init(_ licence: LicenceController, _ controls: ControlLoop, _ modes: PlayModes, _ stems: StemController, _ reporter: Reporter) {
    (self.licence, self.controls, self.modes, self.stems, self.reporter) = (licence, controls, modes, stems, reporter)
  }

  /// Checks the dates of the licences. Ends the rights of an expired licence once the sounds that it allowed have
  /// ended.
  package func look() {
    licence.look()
    follow()
  }

  /// Looks for licences on the connected sticks. Reads files.
  /// - Parameter sticks: see `LicenceController.update`.
  func update(_ sticks: @autoclosure () -> [ConnectedStick], rereads: Bool = false) {
    licence.update(sticks(), rereads: rereads)
    follow()
  }

  /// Sets the tier. When the last licence expires, present sounds continue to their end.
  func follow() { licensedSounds.withLock { follow(&$0) } }

  private func follow(_ licensed: inout Set<String>) {
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
      licensed = sounding
      stems.openIfPlayed()
      let policy = controls.view.policy
      let tier = "tier \(policy.tier.rawValue)"
      let text = policy.isHeld ? "\(tier): what plays now continues to its end" : tier
      reporter.log.notice("licence: \(hasLicence ? "valid" : "not valid"): \(text)")
      reporter.publish("licence", licence.status.state.rawValue)
      if !hasLicence { reporter.signals.flash(.refused) }
    } else if controls.view.policy.isHeld, licensed.isDisjoint(with: sounding) {
      controls.change { controls in
        var policy = controls.policy
        policy.release()
        controls.follow(policy)
      }
      stems.openIfPlayed()
    }
  }

  /// Present sounds, to detect their end. They are each held note, or the playing track, set or stream.
  private var sounding: Set<String> {
    controls.values.isResting ? [] : modes.now.sounding
  }
}
