import Camera

/// Events of a camera, a letter each: `f` a frame, `L` lost, `E` ended. An event without content leaves no letter.
struct CameraEvents {
  var letters = ""
  /// Reason of the last loss.
  var last: CameraError?

  mutating func take(_ event: FrameEvent) {
    switch event {
    case .frame: letters += "f"
    case .lost(let error):
      letters += "L"
      last = error
    case .nothing: break
    case .ended: letters += "E"
    }
  }
}
