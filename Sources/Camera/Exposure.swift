/// Decides how a camera exposes: short enough for moving hands, and never at the price of a dark picture.
///
/// Automatic exposure comes first. When the pictures show how bright it makes them, a fixed short exposure is tried; it stays only where the pictures
/// are bright enough, and is given up when they no longer are. Pure: pictures' brightness and times come in.
package struct Exposure {
  /// What is to be done to the camera now.
  package enum Step: Equatable { case keep, fix, release }

  private enum Phase: Equatable {
    /// Automatic since this time; tried next when it has settled.
    case settling(since: Double?)
    /// Fixed since this time, to see how it looks.
    case trying(since: Double)
    case fixed
    /// Automatic for good, unless it gets lighter than it was then; nil until that has been measured.
    case automatic(since: Double, lightThen: Double?)
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
      guard light >= Self.enough.lowerBound else { return resign(at: time) }
      return tryFixed(at: time)
    case .trying(let since):
      guard let mean = mean(light, at: time, since: since + Self.delay) else { return .keep }
      guard Self.enough.contains(mean) else {
        _ = resign(at: time)
        return .release
      }
      phase = .fixed
      return .keep
    case .fixed:
      guard lasts(!Self.bearable.contains(light), at: time) else { return .keep }
      _ = resign(at: time)
      return .release
    case .automatic(let since, let lightThen):
      guard let before = lightThen else {
        if let mean = mean(light, at: time, since: since + Self.settle) { phase = .automatic(since: since, lightThen: mean) }
        return .keep
      }
      guard lasts(light > before + Self.brighter && light >= Self.enough.lowerBound, at: time) else { return .keep }
      return tryFixed(at: time)
    }
  }

  private mutating func tryFixed(at time: Double) -> Step {
    phase = .trying(since: time)
    forget()
    return .fix
  }

  private mutating func resign(at time: Double) -> Step {
    phase = .automatic(since: time, lightThen: nil)
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
