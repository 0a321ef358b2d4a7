import GestureFlowAPI
import Realtime

/// State of the session's part that is recorded now.
///
/// A plain value: it belongs to the owner of the gesture engine, which calls `SessionRecorder` with it.
package struct SessionPart: Sendable {
  /// Longest wait in seconds for free hands before a part begins.
  private static let patience = 5.0

  /// Number of session requests when the last part began.
  private var turn = 0
  /// Start of the wait for free hands, in seconds of `Clock`.
  private var waitsSince: Double?
  /// Time of the last frame, in seconds of the camera's clock.
  private var lastFrame: Double?
  /// Look-ahead that the file states.
  var lookAhead: Float = 0

  /// Makes the state before the first part.
  package init() {}

  /// Returns whether a part begins with this frame. See `SessionRecorder.begins`.
  /// - Parameter now: number of session requests.
  mutating func begins(turn now: Int, isHolding: Bool, at time: Double?) -> Bool {
    let isApart = if let time, let lastFrame { FrameGap.leftOut(time, after: lastFrame) > 0 } else { false }
    if let time { lastFrame = time }
    guard isApart || now != turn else { return false }
    let since = waitsSince ?? Clock.seconds
    waitsSince = since
    guard isApart || !isHolding || Clock.seconds - since >= Self.patience else { return false }
    (turn, waitsSince, lastFrame) = (now, nil, time)
    return true
  }
}
