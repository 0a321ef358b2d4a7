import GestureFlowAPI

/// Auto-pause, null mode and the way home, as buttons and clients ask for them.
extension Box {
  /// - Returns: what was done. - Throws: `Problem` that says why not.
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
    controls.setAutoPause(on)
    note("autoPause", on ? "on" : "off")
  }

  private func switchHands(_ isOn: Bool) -> String {
    controls.set(handsOff: !isOn)
    note("hands", isOn ? "on" : "off")
    return isOn ? "hands mean something again" : "hands mean nothing until gfctl hands on, both fists for a second, or MODE twice"
  }

  private func goHome() throws(Problem) -> String {
    let mode = modes.now
    try mode.checkHome()
    note("home", "")
    if canGlide {
      controls.glideHome()
      return "going home"
    }
    // Nobody reads hands, so nothing glides.
    mode.goHome()
    return "home"
  }

  /// Frames come, and what is told to the reading of gestures counts.
  private var canGlide: Bool {
    guard let performance, performance.replay == nil, let loop = part.camera.loop else { return false }
    return loop.isConnected && performance.snapshot.frames > 0
  }
}
