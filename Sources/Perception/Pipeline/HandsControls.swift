import Camera
import GestureFlowAPI
import Gestures
import Hands

/// Handles frames of hands on `gf-control`.
package protocol HandsHandler: Sendable {
  func read(_ frame: Frame, _ hands: HandFrame)
  func readNoFrame(at time: Double, waited: Double?, isLost: Bool)
  func replay(_ frame: Frame)
}

/// The owner of how the box plays, as `HandsPipeline` needs it. Its thread is `gf-control`.
package protocol HandsControls: Sendable {
  // MARK: - On any thread

  /// The mode that plays.
  var mode: Mode { get }
  /// Reads gestures by a new engine from the next frame on.
  func begin(_ gestures: GestureEngine)
  /// Adds the hands of a frame. No `post` waits: the handler follows soon, on the owner's thread.
  func post(_ hands: HandFrame, of frame: Frame, for handler: any HandsHandler)
  /// Adds a pause without frames, with the arguments of `HandsHandler.readNoFrame`.
  func postNoFrame(at time: Double, waited: Double?, isLost: Bool, for handler: any HandsHandler)
  /// Adds a frame of a replayed session.
  func post(replayed frame: Frame, for handler: any HandsHandler)
  /// Adds the command of a held gesture.
  func post(gesture: GestureCommand)

  // MARK: - On its thread

  /// Reads the gestures of a frame, and applies them.
  /// - Parameter stamp: time of the frame in seconds since the start, for its values.
  /// - Returns: the results; nil without an engine.
  func read(_ hands: HandFrame, of frame: Frame, at stamp: Double, for pipeline: HandsPipeline) -> HandsPipeline.FrameResult?
  /// Advances the gestures without a frame.
  /// - Parameters:
  ///   - now: the time in seconds of the hands' clock.
  ///   - waited: seconds since the last frame came; nil before the first.
  /// - Returns: the time in seconds of the hands' clock, that time since the start, and the results. Nil if nothing
  ///   changes.
  func readNothing(at now: Double, waited: Double?, for pipeline: HandsPipeline) -> (
    time: Double, stamp: Double, result: HandsPipeline.FrameResult
  )?
  /// Ends the notes of the hands, because the camera is gone.
  func endNotes()
  /// Begins a part of a replayed session with a new engine.
  func begin(_ header: SessionHeader, for pipeline: HandsPipeline)
  /// Makes the automatic pause due.
  func waitForHands()
  /// Gives the gesture engine the changes of a replayed session.
  func tell(_ changes: SessionChanges, for pipeline: HandsPipeline)
  /// Sets the box's own values to those of a replayed session.
  func take(_ changes: SessionChanges)
}
