/// A source of frames: a camera, a film or the virtual performer. One thread at a time requests frames; any thread may
/// close.
public protocol FrameSource: AnyObject, Sendable {
  /// Name for messages: the card's, the film's or the script's.
  var name: String { get }
  /// Number of frames that existed and were not delivered.
  var dropped: Int { get }
  /// Damaged frames, of both kinds.
  var damage: FrameDamage { get }
  /// Whether a device is behind it, which may hang. Computed or decoded frames do not hang.
  var isDevice: Bool { get }
  /// Waits for the newest frame, at most `timeout` seconds.
  func next(timeout: Double) -> FrameEvent
  /// Ends the source; any thread may call it. From then on `next` returns `ended`. A waiting `next` returns at once or
  /// at its time-out.
  func close()
}

extension FrameSource {
  /// No damage. Frames that are computed or decoded from a film are whole.
  public var damage: FrameDamage { FrameDamage() }
  /// False: the frames are computed or decoded.
  public var isDevice: Bool { false }
}

/// A source with a camera, which is reopened after a loss.
public protocol CameraSource: FrameSource {
  /// Opens the camera and reports faults; optional before `next`. It may take as long as the camera needs, at most 10
  /// s.
  func open() throws(CameraError)
  /// Does the part of `open` that does not wait for other programs. `next` does the rest.
  /// - Returns: whether it is open. False when another program must first be queried: whether there is a camera is not
  ///   known yet.
  func begin() throws(CameraError) -> Bool
}

/// Number of damaged frames since the source was opened.
public struct FrameDamage: Sendable, Equatable {
  /// Frames that are irregular but whole, and were used.
  public var warned = 0
  /// Frames that were cut off or damaged, and dropped. `dropped` counts them too.
  public var refused = 0

  /// Creates the counts, zero by default.
  public init(warned: Int = 0, refused: Int = 0) {
    self.warned = warned
    self.refused = refused
  }
}

/// Result of a request for a frame.
public enum FrameEvent: Sendable {
  /// The newest frame.
  case frame(Frame)
  /// Nothing came in time.
  case nothing
  /// The camera is lost. The source keeps trying and delivers again when it is back.
  case lost(CameraError)
  /// The film is over.
  case ended
}
