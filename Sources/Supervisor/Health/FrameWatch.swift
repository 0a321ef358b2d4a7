import Camera
import GestureFlowAPI
import Modes

/// Decides when frames that show hands badly are a problem. Pure; one look a second is enough.
package struct FrameWatch: Sendable {
  /// Seconds for which a verdict must last before it counts.
  package static let patience = 5.0
  /// Seconds between two looks.
  package static let pause = 1.0
  /// The verdict that counts.
  package private(set) var verdict = FrameQuality.Verdict.good
  /// Time since which the frames differ from `verdict`. Nil while they do not.
  private var since: Double?
  private var lastLook = -Double.infinity

  /// Makes the state before any frame.
  package init() {}

  /// Returns whether a look is due, and counts it as done.
  /// - Parameter now: seconds of `Clock`.
  package mutating func isDue(at now: Double) -> Bool {
    guard now - lastLook >= Self.pause else { return false }
    lastLook = now
    return true
  }

  /// Processes the verdict on the newest frame. Nil means no frames, which ends any problem.
  /// - Returns: the event, if the verdict that counts has changed.
  package mutating func see(_ seen: FrameQuality.Verdict?, at now: Double) -> Signal? {
    guard let seen else {
      (verdict, since) = (.good, nil)
      return nil
    }
    guard seen != verdict else {
      since = nil
      return nil
    }
    let begun = since ?? now
    since = begun
    guard now - begun >= Self.patience else { return nil }
    (verdict, since) = (seen, nil)
    return seen.signal
  }

  /// The problem for the health of the box. Nil while hands can be seen.
  package var problem: PartStatus? {
    guard let failure = verdict.signal.row.problem else { return nil }
    return PartStatus(.light, reason: failure.reason, remedy: failure.remedy)
  }
}

extension FrameQuality.Verdict {
  /// The event that this verdict begins.
  package var signal: Signal {
    switch self {
    case .good: .frameGood
    case .tooDark: .tooDark
    case .tooBright: .tooBright
    case .backlit: .backlit
    case .covered: .covered
    case .blurred: .blurred
    }
  }
}
