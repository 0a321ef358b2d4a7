/// Where frames come from: a camera, a film, the virtual performer. One thread at a time asks for frames; any may close.
public protocol FrameSource: AnyObject, Sendable {
  /// A name for messages: the card's, the film's, the script's.
  var name: String { get }
  /// Frames that existed and were not delivered.
  var dropped: Int { get }
  /// Pictures that came damaged, of both kinds.
  var damage: FrameDamage { get }
  /// A device stands behind it, which may hang; what is computed or decoded does not.
  var isDevice: Bool { get }
  /// Waits for the newest frame, `timeout` seconds at most.
  func next(timeout: Double) -> FrameEvent
  /// Ends it, from any thread; `next` answers `ended` from then on, and where it waits meanwhile it comes back at once or with its time-out.
  func close()
}

extension FrameSource {
  /// What is computed or decoded from a film arrives whole.
  public var damage: FrameDamage { FrameDamage() }
  /// It is computed or decoded.
  public var isDevice: Bool { false }
}

/// A source with a camera behind it, which is looked for again whenever it is not there.
public protocol CameraSource: FrameSource {
  /// Opens the camera. Not needed before `next`, but says what is wrong; may take as long as the camera does, 10 s at most.
  func open() throws(CameraError)
  /// The part of `open` that does not wait for other programs; `next` does the rest.
  /// - Returns: it is open. False where another program must be asked first: whether there is a camera is not known yet.
  func begin() throws(CameraError) -> Bool
}

/// Pictures that came damaged since the source was opened.
public struct FrameDamage: Sendable, Equatable {
  /// Untidy but whole, and taken.
  public var warned = 0
  /// Cut off or damaged, and not delivered; counted among the dropped ones too.
  public var refused = 0

  /// None yet.
  public init(warned: Int = 0, refused: Int = 0) {
    self.warned = warned
    self.refused = refused
  }
}

/// What a source has to say.
public enum FrameEvent: Sendable {
  /// The newest picture.
  case frame(Frame)
  /// Nothing came in time.
  case nothing
  /// The camera is gone; the source goes on trying and delivers again when it is back.
  case lost(CameraError)
  /// The film is over.
  case ended
}
