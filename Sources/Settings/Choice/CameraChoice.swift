import GestureFlowAPI
import SyntheticHands

/// The camera that the owner chose.
public enum CameraChoice: Sendable, Equatable {
  /// The first that V4L2 reads, else the first that libcamera lists.
  case auto
  /// A device file, or `auto` for the first one.
  case v4l2(String)
  /// A camera's id, its sensor or a part of its id. Nil for the first one.
  case libcamera(String?)
  case film(String)
  case performer(String)
  /// A recorded session. Its hands replace camera and tracker.
  case replay(String)

  /// - Parameter text: `auto`, `v4l2:/dev/video0`, `libcamera`, `libcamera:ID`, `film:PATH`, `performer`,
  ///   `performer:SCRIPT` or `replay:SESSION`.
  /// - Throws: `Failure` that says what is wrong and what is allowed.
  public init(_ text: String) throws(Failure) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    let rest = parts.count > 1 ? parts[1] : ""
    switch parts.first {
    case "auto" where rest.isEmpty: self = .auto
    case "v4l2": self = .v4l2(rest.isEmpty ? "auto" : rest)
    case "libcamera": self = .libcamera(rest.isEmpty ? nil : rest)
    case "replay" where !rest.isEmpty: self = .replay(rest)
    case "film" where !rest.isEmpty: self = .film(rest)
    case "performer":
      let script = rest.isEmpty ? "demo" : rest
      guard Scripts.named(script) != nil else {
        throw Failure(
          "--camera \(text): the script '\(script)' does not exist; choose one of \(Scripts.all.map(\.name).joined(separator: ", "))")
      }
      self = .performer(script)
    default:
      throw Failure("--camera \(text): it takes auto, v4l2:DEVICE, libcamera[:ID], film:PATH, performer[:SCRIPT] or replay:SESSION")
    }
  }
}
