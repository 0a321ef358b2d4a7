import GestureFlowAPI

/// Where each frame's hands and values go besides the box's own sound. Called on `gf-hands`: it waits for nothing.
package protocol FrameOutlet: Sendable {
  /// - Parameters:
  ///   - hands: those of the frame; none if there was no frame for a while.
  ///   - values: those that hold from now on.
  ///   - mode: what the hands play.
  ///   - captureTime: seconds of `Clock` at which the frame was taken; 0 for none.
  func tell(hands: [HandStatus], values: ControlSample, mode: Mode, captureTime: Double)
}
