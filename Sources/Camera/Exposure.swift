/// Decides how a camera exposes. The exposure should be short enough for moving hands, but never make the image dark.
///
/// It starts with automatic exposure. When the frames show how bright that makes them, it tries a fixed short exposure,
/// and keeps it only while the frames are bright enough.
/// After giving it up, it tries again when the light has increased. It also tries again after some time, because
/// automatic exposure makes frames as bright by day as by lamp.
/// It has no side effects and takes only brightness and times of frames.
package struct Exposure {
  /// Action for the camera.
  package enum Step: Equatable { case keep, fix, release }

  private enum Phase: Equatable {
    /// Automatic since this time; fixed is tried after it has settled.
    case settling(since: Double?)
    /// Fixed since this time, on trial.
    case trying(since: Double)
    case fixed
    /// Automatic until the light exceeds `lightThen` or `wait` seconds have passed. `lightThen` is nil until it is
    /// measured.
    case automatic(since: Double, lightThen: Double?, wait: Double)
    /// The driver does not allow a fixed exposure.
    case given
  }

  /// Brightness 0...1 that keeps a tried fixed exposure. Outside of `bearable` a fixed exposure is given up.
  static let enough = 0.2...0.85
  static let bearable = 0.15...0.9
  /// Increase in brightness since the last trial that allows another.
  static let brighter = 0.15
  /// Seconds until automatic exposure has settled. The next fields are the seconds until a change shows in the frames,
  /// and for which brightness is measured.
  static let settle = 1.0
  static let delay = 0.4
  static let measure = 0.5
  /// Seconds for which a change of light must last.
  static let resolve = 2.0
  /// Seconds until the next trial. `soon` applies when the image had been bright enough, as after something covered the
  /// lens. `late` applies when it had not, which the next day may change.
  /// Trials are rare, because a trial in the dark makes the tracker lose a hand for most of a second.
  static let soon = 60.0
  static let late = 6 * 3600.0

  private var phase: Phase
  private var sum = 0.0
  private var count = 0
  /// Start of the present brightness that requires a change; nil if none.
  private var changedSince: Double?

  /// - Parameter canFix: the driver supports a fixed exposure.
  package init(canFix: Bool) { phase = canFix ? .settling(since: nil) : .given }

  /// Records that the driver rejected a fixed exposure. It is not tried again.
  package mutating func refused() { phase = .given }

  /// Whether the exposure is fixed, on trial or for good.
  package var isFixed: Bool {
    switch phase {
    case .trying, .fixed: true
    default: false
    }
  }

  /// Processes one frame and returns the action. - Parameters: its mean brightness, 0...1, and capture time in seconds.
  package mutating func saw(_ light: Double, at time: Double) -> Step {
    switch phase {
    case .given: return .keep
    case .settling(let since):
      let begin = since ?? time
      phase = .settling(since: begin)
      guard time - begin >= Self.settle else { return .keep }
      // Do not try: a shorter exposure would make a dark frame black.
      guard light >= Self.enough.lowerBound else { return resign(at: time, for: Self.soon) }
      return tryFixed(at: time)
    case .trying(let since):
      guard let mean = mean(light, at: time, since: since + Self.delay) else { return .keep }
      guard Self.enough.contains(mean) else {
        _ = resign(at: time, for: Self.late)
        return .release
      }
      phase = .fixed
      return .keep
    case .fixed:
      guard lasts(!Self.bearable.contains(light), at: time) else { return .keep }
      _ = resign(at: time, for: Self.soon)
      return .release
    case .automatic(let since, let lightThen, let wait):
      guard let before = lightThen else {
        if let mean = mean(light, at: time, since: since + Self.settle) {
          phase = .automatic(since: since, lightThen: mean, wait: wait)
        }
        return .keep
      }
      let isDue = light > before + Self.brighter || time - since >= wait
      guard lasts(isDue && light >= Self.enough.lowerBound, at: time) else { return .keep }
      return tryFixed(at: time)
    }
  }

  private mutating func tryFixed(at time: Double) -> Step {
    phase = .trying(since: time)
    forget()
    return .fix
  }

  private mutating func resign(at time: Double, for wait: Double) -> Step {
    phase = .automatic(since: time, lightThen: nil, wait: wait)
    forget()
    return .keep
  }

  private mutating func forget() {
    sum = 0
    count = 0
    changedSince = nil
  }

  /// Mean brightness of the frames from `begin` on. Nil until enough have come.
  private mutating func mean(_ light: Double, at time: Double, since begin: Double) -> Double? {
    guard time >= begin else { return nil }
    sum += light
    count += 1
    guard time - begin >= Self.measure, count >= 3 else { return nil }
    defer { forget() }
    return sum / Double(count)
  }

  /// Whether the condition has held for `resolve` seconds without a break.
  private mutating func lasts(_ isSo: Bool, at time: Double) -> Bool {
    guard isSo else {
      changedSince = nil
      return false
    }
    let since = changedSince ?? time
    changedSince = since
    return time - since >= Self.resolve
  }
}
