/// Where frames come from: a camera, a film, the virtual performer. One thread at a time asks for frames.
public protocol FrameSource: AnyObject, Sendable {
  /// A name for messages: the card's, the film's, the script's.
  var name: String { get }
  /// Frames that existed and were not delivered.
  var dropped: Int { get }
  /// Waits for the newest frame, `timeout` seconds at most.
  func next(timeout: Double) -> FrameEvent
  func close()
}

/// What a source has to say.
public enum FrameEvent: Sendable {
  case frame(Frame)
  /// Nothing came in time.
  case nothing
  /// The camera is gone; the source goes on trying and delivers again when it is back.
  case lost(CameraError)
  /// The film is over.
  case ended
}

/// Why there is no picture, and what to do about it.
public enum CameraError: Error, Sendable, Equatable, CustomStringConvertible {
  case missing(path: String)
  case busy(path: String, by: String?)
  case noPermission(path: String, group: String?)
  case unsupported(path: String, reason: String)
  case system(path: String, reason: String)
  case film(path: String, reason: String)

  public var description: String {
    switch self {
    case .missing(let path): "no camera at \(path): plug one in, or name another with --camera"
    case .busy(let path, let program):
      "camera \(path) is in use by \(program ?? "another program"): close that program"
        + (program == nil ? " (sudo fuser -v \(path) names it)" : "")
    case .noPermission(let path, let group):
      "no permission to open \(path): "
        + (group.map { "add the user to the group \($0) (sudo usermod -aG \($0) USER) and log in again" }
          ?? "it belongs to root alone; GestureFlow's package brings a udev rule that gives cameras to the group video")
    case .unsupported(let path, let reason): "camera \(path) cannot be used: \(reason)"
    case .system(let path, let reason): "camera \(path): \(reason)"
    case .film(let path, let reason): "film \(path): \(reason)"
    }
  }
}
