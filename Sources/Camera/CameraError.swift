import GestureFlowAPI

/// A reason why frames do not come, with a remedy.
public enum CameraError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The device does not exist.
  case missing(path: String)
  /// Another program uses it; nil if /proc does not name it.
  case busy(path: String, by: String?)
  /// The user may not open it. `group` is the device's group, or nil when only root may.
  case noPermission(path: String, group: String?)
  /// It is not a camera, or not one that can be read.
  case unsupported(path: String, reason: String)
  /// Its USB bus has no bandwidth for its frames.
  case busFull(path: String)
  /// It has a format but its stream does not start. - Parameter code: the errno.
  case noStream(path: String, code: Int32)
  /// Its stream started and stopped. - Parameter code: the errno.
  case streamEnded(path: String, code: Int32)
  /// The system failed for another reason.
  case system(path: String, reason: String)
  /// It is open but delivers no readable frame. - Parameter damage: why the last frame was rejected; nil when none
  /// came.
  case silent(path: String, damage: FrameRefusal? = nil)
  /// `auto` found no camera. The attempts are the devices that it tried, with reasons.
  case nothingTaken([Attempt])
  /// A film that cannot be played.
  case film(path: String, reason: String)
  /// Neither program that reads libcamera's cameras is installed.
  case noProgram
  /// libcamera does not list this camera, or any camera. - Parameters: wanted: nil for any; others: those that it
  /// lists.
  case notListed(wanted: String?, others: [String])

  /// A device that `auto` tried and skipped.
  public struct Attempt: Sendable, Equatable {
    /// Path of the device file.
    public var path: String
    /// Reason why it was skipped.
    public var reason: String
    /// Remedy that makes it usable; nil when it is not a camera.
    public var remedy: String?

    /// - Parameters:
    ///   - path: the device file.
    ///   - reason: why it was skipped.
    ///   - remedy: what makes it usable, or nil when it is not a camera.
    public init(path: String, reason: String, remedy: String? = nil) {
      self.path = path
      self.reason = reason
      self.remedy = remedy
    }
  }

  /// Seconds without a frame after which a camera counts as silent.
  public static let patience = 2.0

  /// The cause alone.
  public var reason: String {
    switch self {
    case .missing(let path): "no camera at \(path)"
    case .busy(let path, let program): "camera \(path) is in use by \(program ?? "another program")"
    case .noPermission(let path, _): "no permission to open \(path)"
    case .unsupported(let path, let reason): "camera \(path) cannot be used (\(reason))"
    case .busFull(let path): "the USB bus has no room for the frames of camera \(path)"
    case .noStream(let path, let code): "camera \(path) delivers no frames (\(StreamFailure(code, .begin).reason))"
    case .streamEnded(let path, let code): "camera \(path) delivers no more frames (\(StreamFailure(code, .frames).reason))"
    case .system(let path, let reason): "camera \(path): \(reason)"
    case .silent(let path, let damage):
      // A libcamera frame may take longer, depending on the camera's pace.
      "no frames from camera \(path)" + (Self.isLibcamera(path) ? "" : " for \(Int(Self.patience)) s")
        + (damage.map { ", only damaged ones (\($0))" } ?? "")
    case .nothingTaken(let attempts): "no camera found, tried " + Self.list(attempts)
    case .film(let path, let reason): "film \(path): \(reason)"
    case .noProgram: "no camera through libcamera, because neither rpicam-vid nor cam is installed"
    case .notListed(let wanted, let others):
      "no camera \(wanted.map { "\($0) " } ?? "")in libcamera's list"
        + (others.isEmpty ? "" : ", which has \(others.joined(separator: ", "))")
    }
  }

  /// The remedy; nil when the reason includes it.
  public var remedy: String? {
    switch self {
    case .missing: Self.plug
    case .busy(let path, let program):
      "close that program" + (program == nil ? " (sudo fuser -v \(Self.isLibcamera(path) ? "/dev/media*" : path) names it)" : "")
    case .noPermission(_, let group):
      group.map { "add the user to the group \($0) (sudo usermod -aG \($0) USER) and log in again" }
        ?? "install GestureFlow's package, whose udev rule gives cameras to the group video"
    case .silent(let path, _) where Self.isLibcamera(path), .system(let path, _) where Self.isLibcamera(path):
      "wait until the box opens it again; if that does not help, switch the box off and seat the camera's flat cable at both ends"
    case .silent(_, .short): "set another camera.width and camera.height, or try another camera"
    case .silent:
      "wait until the box opens it again; if that does not help, pull its plug and put it in again, or try another port or cable"
    case .nothingTaken(let attempts): attempts.lazy.compactMap(\.remedy).first ?? Self.plug
    case .unsupported: "name another (gfctl config set camera.source v4l2:/dev/videoN)"
    case .busFull: "plug it into another port, without a hub that it shares with others, or set a smaller camera.width"
    case .noStream(_, let code): StreamFailure(code, .begin).remedy
    case .streamEnded(_, let code): StreamFailure(code, .frames).remedy
    case .system: "pull its plug and put it in again"
    case .film: nil
    case .noProgram: "sudo apt install rpicam-apps-lite, or libcamera-tools if that package does not exist"
    case .notListed(_, let others):
      others.isEmpty
        ? "switch the box off and seat the camera's flat cable at both ends; see docs/pi.md for sensors that must be named in config.txt"
        : "take the first of them (gfctl config set camera.source libcamera)"
    }
  }

  /// The same for people, without its case.
  public var failure: Failure { Failure(reason, remedy: remedy ?? "") }

  /// The reason, a colon, and the remedy.
  public var description: String { failure.description }

  /// Whether it concerns a device that is or may be a camera. Only then is a remedy worth showing.
  var isOfACamera: Bool {
    switch self {
    case .busy, .noPermission, .busFull, .noStream, .streamEnded, .system, .silent: true
    case .missing, .unsupported, .nothingTaken, .film, .noProgram, .notListed: false
    }
  }

  private static func isLibcamera(_ path: String) -> Bool { path == "libcamera" || path.hasPrefix("libcamera:") }

  private static let plug = "plug one in, or name another (gfctl config set camera.source v4l2:/dev/videoN)"

  /// Lists the devices by reason. A Pi has a dozen nodes of its image processor with the same reason.
  private static func list(_ attempts: [Attempt]) -> String {
    var reasons: [String] = []
    for attempt in attempts where !reasons.contains(attempt.reason) { reasons.append(attempt.reason) }
    return reasons.map { reason in
      let paths = attempts.filter { $0.reason == reason }.map(\.path)
      return paths.joined(separator: " ") + " (\(reason))"
    }.joined(separator: ", ")
  }
}
