import GestureFlowAPI
import Gestures
import Settings

/// Changes of the configuration while the box plays.
extension Box {
  /// Reads the configuration files again. Reports the keys that need a restart.
  /// - Returns: the result, in a sentence.
  @discardableResult public func reload() -> String {
    config.reload { errors, old in
      if let first = errors.first {
        for error in errors { log.notice("\(error)") }
        return "the configuration was not changed: \(first)"
      }
      for notice in config.notices { log.notice(notice) }
      return adopt(old)
    }
  }

  /// Changes one key in the box's own file and applies it. A dry run only checks the change.
  /// - Throws: `Problem` that names key and range.
  public func configure(_ change: ConfigChange) throws(Problem) -> String {
    try config.set(change.key, to: change.value, isDry: change.dryRun == true) { old, changes in
      guard let old else { return Self.words(change, changes: changes) }
      if let first = config.errors.first { return "written, but not in use until you correct this: \(first)" }
      for notice in config.notices where notice.hasPrefix(change.key) { log.notice(notice) }
      return adopt(old)
    }
  }

  private static func words(_ change: ConfigChange, changes: Bool) -> String {
    guard changes else { return "\(change.key) has its default already" }
    let isLive = ConfigKeys.all.first { $0.name == change.key }?.isLive == true
    let what = change.value.map { "\(change.key) can be \(cleaned($0, limit: 100))" } ?? "\(change.key) can have its default"
    return "\(what); it would apply \(isLive ? "at once" : "at the next start")"
  }

  /// Exchanges the roles of the hands, or changes them back.
  /// - Throws: `Problem` if one hand has all roles, so that the setting is kept.
  func swapHands() throws(Problem) -> String {
    guard config.configuration.hands != HandsLaw.one.rawValue else {
      throw .refused("one hand plays all: set gestures.hands to both or swapped")
    }
    let isSwapped = config.configuration.hands == HandsLaw.swapped.rawValue
    let law = isSwapped ? HandsLaw.both : .swapped
    let answer = try configure(ConfigChange(key: "gestures.hands", value: "\"\(law.rawValue)\""))
    // An error in another file keeps the whole configuration as it was.
    guard config.configuration.hands == law.rawValue else { throw .refused(answer) }
    publish("handsSwapped", isSwapped ? "off" : "on")
    return isSwapped ? "the hands have their own roles again" : "the hands have exchanged roles"
  }

  private func adopt(_ old: Configuration) -> String {
    let new = config.configuration
    pipeline?.apply(settings.gestures(new))
    part.midi?.configure(new)
    tempo.configure(new)
    part.midi?.wake()
    part.osc?.configure(new)
    part.link?.configure(new)
    deck.set(crossFade: new.crossFade)
    if new.autoPause != old.autoPause { setAutoPause(new.autoPause) }
    // The part of the page sees the change later, or not at all if the page is opened again at once.
    if old.pageNetwork, !new.pageNetwork { pairing.end() }
    let later = ConfigStore.notLive(old, new)
    let text = later.isEmpty ? "the configuration is in use" : "in use; at the next start: \(later.joined(separator: ", "))"
    log.notice(text)
    publish("configuration", text)
    return text
  }
}
