import GestureFlowAPI

/// A receiver of each frame's hands and values. `gf-control` calls it, so it must not wait.
package protocol FrameOutlet: Sendable {
  /// Receives one frame's hands and values.
  /// - Parameters:
  ///   - hands: the hands of the frame; empty after a pause without frames.
  ///   - values: the values that apply from now on.
  ///   - mode: the mode that the hands play.
  ///   - captureTime: capture time of the frame in seconds of `Clock`; 0 without a frame.
  func tell(hands: [HandStatus], values: ControlSample, mode: Mode, captureTime: Double)
}
