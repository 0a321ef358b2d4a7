/// Decides how a camera exposes: short enough for moving hands, and never at the price of a dark picture.
///
/// Automatic exposure comes first. When the pictures show how bright it makes them, a fixed short exposure is tried; it stays only where the pictures
/// are bright enough, and is given up when they no longer are. Where it was given up it is tried again when it has got lighter, and after a while: automatic exposure makes a picture as bright by day as by lamp. Pure: pictures' brightness and times come in.
package struct Exposure {
  /// What is to be done to the camera now.
  package enum Step: Equatable { case keep, fix, release }

  private enum Phase: Equatable {
    /// Automatic since this time; tried next when it has settled.
    case settling(since: Double?)
    /// Fixed since this time, to see how it looks.
    case trying(since: Double)
    case fixed
    /// Automatic, unless it gets lighter than it was then (nil until that has been measured), or so many seconds have passed.
    case automatic(since: Double, lightThen: Double?, wait: Double)
    /// The driver lets nothing be fixed.
    case given
  }

  /// Brightness 0...1 that a fixed exposure must reach to stay, and below or above which it is given up.
  static let enough = 0.2...0.85
  static let bearable = 0.15...0.9
  /// So much lighter than at the last trial, it is worth another.
  static let brighter = 0.15
  /// Seconds: until a camera's automatic has found its exposure, until a change shows in the pictures, how long brightness is measured.
  static let settle = 1.0
  static let delay = 0.4
  static let measure = 0.5
  /// Seconds for which it must be too dark, or lighter, until something is done.
  static let resolve = 2.0
  /// Seconds after which it is tried again: where it had been bright enough, which it is again when what covered the lens is gone, and where it was not, which the next day may change. Seldom, because a
  /// trial in the dark takes a hand from the tracker for most of a second.
  static let soon = 60.0
  static let late = 6 * 3600.0

  private var phase: Phase
  private var sum = 0.0
  private var count = 0
  /// Since when the brightness has been one that asks for a change.
  private var changedSince: Double?

  /// - Parameter canFix: the driver takes a fixed exposure.
  package init(canFix: Bool) { phase = canFix ? .settling(since: nil) : .given }

  /// The driver took no fixed exposure after all: it is not asked again.
  package mutating func refused() { phase = .given }

  /// True while the exposure is fixed, on trial or for good.
  package var isFixed: Bool {
    switch phase {
    case .trying, .fixed: true
    default: false
    }
  }

  /// One picture. - Parameters: its mean brightness, 0...1, and capture time in seconds.
  package mutating func saw(_ light: Double, at time: Double) -> Step {
    switch phase {
    case .given: return .keep
    case .settling(let since):
      let begin = since ?? time
      phase = .settling(since: begin)
      guard time - begin >= Self.settle else { return .keep }
      // A picture that automatic exposure leaves dark would be black with a shorter one.
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

  /// Mean of the pictures from `begin` on, once there are enough of them.
  private mutating func mean(_ light: Double, at time: Double, since begin: Double) -> Double? {
    guard time >= begin else { return nil }
    sum += light
    count += 1
    guard time - begin >= Self.measure, count >= 3 else { return nil }
    defer { forget() }
    return sum / Double(count)
  }

  /// True when it has been so for `resolve` seconds without a break.
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
