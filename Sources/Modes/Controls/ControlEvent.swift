import Camera
import GestureFlowAPI
import Gestures
import HandTracking
import Hands
import Notes
import Panel
import Perception

/// Everything that changes how the box plays. `ControlLoop` handles events in the order of their arrival.
package enum ControlEvent: Sendable {
  /// Hands of a frame.
  case hands(any HandsHandler, Frame, HandFrame)
  /// No frame came. `at` is the time in seconds of the frames' clock, and `waited` the seconds since the last frame
  /// came (nil before the first). `isLost`: the camera is gone, and not only slow.
  case noFrame(any HandsHandler, at: Double, waited: Double?, isLost: Bool)
  /// A frame of a replayed session.
  case replayed(any HandsHandler, Frame)
  /// Fingers on a touch device. `captureTime` is the time of its report in seconds of `Clock`.
  case touches([Source], captureTime: Double)
  /// A command, and the receiver of its result.
  case command(Command, CommandReply)
  /// The end of a command that ran beside the loop.
  case ended(Command, Result<String, Problem>, CommandReply)
  /// The command of a held gesture.
  case gesture(GestureCommand)
  case button(ButtonEvent)
  /// A step of PLAY and MODE held since power-on.
  case startHold(StartHold.Step)
  /// Any other change: the library, licences, players, tempo, timers. The work makes it by `ControlLoop.change`.
  case change(@Sendable () -> Void)

  /// Whether the loop drops it when too many events wait. The next frame or report replaces it.
  var mayBeDropped: Bool {
    switch self {
    case .hands, .replayed, .noFrame, .touches: true
    case .command, .ended, .gesture, .button, .startHold, .change: false
    }
  }
}

/// Receives the result of a command, on any thread. It must not wait.
package typealias CommandReply = @Sendable (Result<String, Problem>) -> Void

/// Handles commands and buttons on the thread of `ControlLoop`.
package protocol CommandHandler: Sendable {
  func handle(_ command: Command, _ reply: @escaping CommandReply)
  func end(_ command: Command, _ result: Result<String, Problem>, _ reply: @escaping CommandReply)
  func handle(_ gesture: GestureCommand)
  func handle(_ button: ButtonEvent)
  func handle(_ hold: StartHold.Step)
  /// Follows the choice of a scene by fingers. The loop calls it after each frame and each pause without one.
  /// - Parameter now: seconds of `Clock`.
  func lookAtSceneChoice(at now: Double)
}
