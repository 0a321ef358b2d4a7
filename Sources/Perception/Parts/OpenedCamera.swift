import Camera
import Settings
import SyntheticHands

extension CameraChoice {
  /// Opens the camera.
  /// - Parameters:
  ///   - live: whether frames are paced by the clock; otherwise each request returns a frame.
  ///   - seconds: length of a performer that is not live; nil never ends.
  ///   - request: settings requested of a camera.
  ///   - orientation: whether frames of a camera or film are mirrored here. The performer's frames are not changed.
  /// - Throws: `CameraError`.
  public func open(
    live: Bool, seconds: Double?, request: V4L2Camera.Request = .init(), orientation: Frame.Orientation = .player
  ) throws -> any FrameSource {
    if let camera = device(request: request, orientation: orientation) {
      try camera.open()
      return camera
    }
    return try openOther(live: live, seconds: seconds, orientation: orientation)
  }

  /// Returns the camera, not opened yet. Returns nil if the choice is not a device.
  package func device(request: V4L2Camera.Request, orientation: Frame.Orientation) -> (any CameraSource)? {
    switch self {
    case .auto: AutoCamera(request: request, orientation: orientation)
    case .v4l2(let path): V4L2Camera(path, request: request, orientation: orientation)
    case .libcamera(let id): LibcameraCamera(id, request: request, orientation: orientation)
    case .film, .performer, .replay: nil
    }
  }

  private func openOther(live: Bool, seconds: Double?, orientation: Frame.Orientation) throws -> any FrameSource {
    switch self {
    case .auto, .v4l2, .libcamera: preconditionFailure("a device is opened by itself")
    case .replay(let path): return try ReplayFile(path, isLive: live)
    case .film(let path): return try FilmFile(path, pace: live ? .realTime : .asFastAsPossible, orientation: orientation)
    case .performer(let script): return VirtualPerformer(Scripts.named(script)!, live: live, seconds: live ? nil : seconds)
    }
  }
}
