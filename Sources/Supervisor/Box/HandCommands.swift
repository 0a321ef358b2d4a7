import GestureFlowAPI

/// Commands for auto-pause, null mode and the glide home.
extension Box {
  /// Carries out a command for the hands.
  /// - Returns: what was done.
  /// - Throws: `Problem` with the reason.
  func actOnHands(_ command: Command) throws(Problem) -> String {
    switch command {
    case .autopause(let isOn):
      setAutoPause(isOn)
      return "done"
    case .hands(let isOn): return switchHands(isOn)
    case .toggleHands: return switchHands(controls.values.areHandsOff)
    case .home: return try goHome()
    default: throw unhandled(command)
    }
  }

  func setAutoPause(_ on: Bool) {
    controls.change { $0.setAutoPause(on) }
    publish("autoPause", on ? "on" : "off")
  }

  private func switchHands(_ isOn: Bool) -> String {
    controls.change { $0.set(handsOff: !isOn) }
    publish("hands", isOn ? "on" : "off")
    return isOn ? "hands act again" : "hands are off: run gfctl hands on, show both fists for a second, or press MODE twice"
  }

  private func goHome() throws(Problem) -> String {
    let mode = modes.now
    try mode.checkHome()
    publish("home", "")
    if readsHands {
      controls.change { $0.glideHome() }
      return "going home"
    }
    // Without gesture reading nothing can glide, so set the values at once.
    mode.goHome()
    return "home"
  }

  /// Whether frames arrive, and the gesture engine takes values from the box. A replayed session does not.
  var readsHands: Bool {
    guard let pipeline, pipeline.replay == nil, let loop = part.camera.loop else { return false }
    return loop.isConnected && pipeline.snapshot.frames > 0
  }
}
