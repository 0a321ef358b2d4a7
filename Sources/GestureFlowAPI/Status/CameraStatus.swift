/// Source of the frames: a camera, a film or the synthetic performer.
public struct CameraStatus: Codable, Sendable {
  /// Name that the source gives itself.
  public var name: String
  /// Whether it delivers frames, or could at once.
  public var connected: Bool
  /// Frame rate over the last 3 s of a live run.
  public var framesPerSecond: Double
  /// Number of frames received so far.
  public var frames: Int
  /// Number of these frames that were dropped because the tracker was busy.
  public var droppedFrames: Int
  /// Number of frames with harmless irregularities that were accepted. Nil without a live camera.
  public var warnedFrames: Int?
  /// Number of truncated or damaged frames that were rejected. Nil without a live camera.
  public var refusedFrames: Int?
  /// Former name of `warnedFrames`, with the same value.
  public var warnedPictures: Int?
  /// Former name of `refusedFrames`, with the same value.
  public var refusedPictures: Int?
  /// Mean brightness of the last frame, 0...1; nil without one.
  public var light: Double?
  /// Contrast of the last frame, 0...0.5. It is the standard deviation of its brightness. Nil without one.
  public var contrast: Double?
  /// Sharpness of the last frame's steepest edges, 0...1. Below 0.173 it is out of focus. Nil without a frame.
  public var sharpness: Double?
  /// Noise of the last frame. It is the standard deviation as a share of full brightness. From 0.014 on, a frame must
  /// be brighter. Nil without a frame.
  public var noise: Double?
  /// Verdict on the last frame: `good`, `tooDark`, `tooBright`, `backlit`, `covered` or `blurred`. It is `good` while
  /// a hand is followed, and nil without a camera or a film.
  public var lightVerdict: String?
  /// Width of the frame in pixels.
  public var width: Int?
  /// Height of the frame in pixels.
  public var height: Int?
  /// Creates an instance from its fields.
  public init(name: String, connected: Bool, framesPerSecond: Double, frames: Int, droppedFrames: Int) {
    self.name = name
    self.connected = connected
    self.framesPerSecond = framesPerSecond
    self.frames = frames
    self.droppedFrames = droppedFrames
  }
}
