import GestureFlowAPI

/// The configuration, changed while the box plays.
extension Box {
  /// Reads the configuration files again. What cannot change live is said. - Returns: what came of it, in a sentence.
  @discardableResult public func reload() -> String {
    reconfiguring.withLock { _ in
      let old = config.configuration
      let errors = config.load(isReload: true)
      if let first = errors.first {
        for error in errors { log.notice("\(error)") }
        return "nothing was changed: \(first)"
      }
      if let notice = config.notice { log.notice(notice) }
      return adopt(old)
    }
  }

  /// Changes one key in the box's own file and takes it over. - Throws: `Problem` that names key and range.
  public func configure(_ change: ConfigChange) throws(Problem) -> String {
    try reconfiguring.withLock { _ throws(Problem) in
      let old = config.configuration
      try config.set(change.key, to: change.value)
      if let first = config.errors.first { return "written, and in use when this is mended, too: \(first)" }
      if change.key == "library.mount-root", let notice = config.notice { log.notice(notice) }
      return adopt(old)
    }
  }

  /// Takes the configuration over into hands that have just been made ready: it may have been changed while they were.
  func configure(_ performance: Performance) {
    reconfiguring.withLock { _ in performance.apply(settings.gestures(config.configuration)) }
    // A change of the mode in between is not overwritten by the one before it.
    policy.withLock { performance.change(mode: $0.mode) }
  }

  private func adopt(_ old: Configuration) -> String {
    let new = config.configuration
    performance?.apply(settings.gestures(new))
    part.midi?.configure(new)
    tempo.configure(new)
    part.midi?.wake()
    part.osc?.configure(new)
    part.link?.configure(new)
    if new.autoPause != old.autoPause { setAutoPause(new.autoPause) }
    let later = ConfigStore.notLive(old, new)
    let text = later.isEmpty ? "the configuration is in use" : "in use; at the next start: \(later.joined(separator: ", "))"
    log.notice(text)
    note("configuration", text)
    return text
  }
}
