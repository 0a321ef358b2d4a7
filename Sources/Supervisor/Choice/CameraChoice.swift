import Camera
import Foundation
import Performer

/// Which camera the owner asked for.
public enum CameraChoice: Sendable, Equatable {
  case v4l2(String)
  case film(String)
  case performer(String)

  /// - Parameter text: `auto`, `v4l2:/dev/video0`, `film:PATH`, `performer` or `performer:SCRIPT`.
  /// - Throws: `ChoiceError` that names what is wrong and what there is.
  public init(_ text: String) throws(ChoiceError) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    let rest = parts.count > 1 ? parts[1] : ""
    switch parts.first {
    case "auto" where rest.isEmpty: self = .v4l2("auto")
    case "v4l2": self = .v4l2(rest.isEmpty ? "auto" : rest)
    case "film" where !rest.isEmpty: self = .film(rest)
    case "performer":
      let script = rest.isEmpty ? "demo" : rest
      guard Scripts.named(script) != nil else {
        throw ChoiceError(
          "--camera \(text): there is no script '\(script)'; the scripts are \(Scripts.all.map(\.name).joined(separator: ", "))")
      }
      self = .performer(script)
    default: throw ChoiceError("--camera \(text): it takes v4l2:DEVICE, film:PATH or performer[:SCRIPT]")
    }
  }

  /// Opens the camera.
  /// - Parameters:
  ///   - live: paced by the clock; a frame whenever asked otherwise.
  ///   - seconds: a performer that is not live ends after that much; nil goes on for ever.
  ///   - wish: what is asked of a camera.
  ///   - orientation: whether a camera's or film's pictures are mirrored here; the performer's are his own.
  /// - Throws: `CameraError`.
  public func open(
    live: Bool, seconds: Double?, wish: V4L2Camera.Wish = .init(), orientation: Frame.Orientation = .player
  ) throws -> any FrameSource {
    switch self {
    case .v4l2(let path):
      let camera = V4L2Camera(path, wish: wish, orientation: orientation)
      try camera.open()
      return camera
    case .film(let path): return try FilmFile(path, pace: live ? .realTime : .asFastAsPossible, orientation: orientation)
    case .performer(let script): return VirtualPerformer(Scripts.named(script)!, live: live, seconds: live ? nil : seconds)
    }
  }
}

/// A word on the command line that cannot be understood.
public struct ChoiceError: Error, CustomStringConvertible, Sendable {
  /// What is wrong, and what there is instead.
  public let description: String
  /// - Parameter description: what is wrong, and what there is instead.
  public init(_ description: String) { self.description = description }
}
