import GestureFlowAPI

/// The check of `gfctl test camera`. It takes rate, light and hands over some seconds.
package struct CameraCheck {
  /// Share of the wanted frames that must come.
  private static let leastShare = 0.8
  private var last: Status?
  private var mostHands = 0

  /// Makes a check without a status.
  package init() {}

  /// Takes the present status of the box.
  package mutating func take(_ status: Status) {
    last = status
    mostHands = max(mostHands, status.tracker.hands.count)
  }

  /// Whether waiting cannot help: there is no camera.
  package var isHopeless: Bool { camera.contains { $0.result == .fail } }

  private var camera: [Finding] { last.map { Doctor.camera($0) } ?? [] }

  /// Findings in display order. They are a missing camera alone, or rate, light and hands.
  package var findings: [Finding] {
    guard let last else { return [] }
    if isHopeless { return camera.filter { $0.result == .fail } }
    return [rate(last), light(last), hands]
  }

  private func rate(_ s: Status) -> Finding {
    let rate = s.camera.framesPerSecond
    let shown = StatusScreen.format(rate, 1)
    guard let wanted = s.board?.cameraRate, wanted > 0 else {
      return rate > 0 ? Finding("frame rate", .good, "\(shown) frames/s") : Finding("frame rate", .warn, "no frames come: check the cable")
    }
    let text = "\(shown) of \(StatusScreen.format(wanted, 0)) frames/s"
    if rate >= wanted * Self.leastShare { return Finding("frame rate", .good, text) }
    return Finding("frame rate", .warn, "\(text): put a lamp beside the camera, and plug it in without a hub")
  }

  /// The verdict of doctor, or the view's problem that the box reports. The view may be covered or out of focus.
  private func light(_ s: Status) -> Finding {
    let found = camera.first { $0.part == "light" } ?? Finding("light", .warn, "not known: no frame has come, check the camera's cable")
    let label = "light: "
    guard found.result == .good || s.framing == nil, let problem = s.problems.first(where: { $0.hasPrefix(label) }) else { return found }
    return Finding("light", .warn, String(problem.dropFirst(label.count)))
  }

  private var hands: Finding {
    guard mostHands > 0 else {
      return Finding("hands", .warn, "none was seen: hold one up, an arm's length from the camera, and run the test again")
    }
    return Finding("hands", .good, "\(mostHands) \(mostHands == 1 ? "hand was" : "hands were") seen")
  }
}
