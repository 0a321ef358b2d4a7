/// What gives pictures: a camera, a film or the computed performer.
public struct CameraStatus: Codable, Sendable {
  /// As it calls itself.
  public var name: String
  /// It gives pictures, or could at once.
  public var connected: Bool
  /// Over the last 3 s of a live run.
  public var framesPerSecond: Double
  /// Frames that came so far.
  public var frames: Int
  /// Of these, frames for which the tracker had no time.
  public var droppedFrames: Int
  /// Pictures that came with harmless irregularities and were taken; nil without a live camera.
  public var warnedPictures: Int?
  /// Pictures that came cut off or damaged and were not; nil without a live camera.
  public var refusedPictures: Int?
  /// Mean brightness of the last picture, 0...1; nil without one.
  public var light: Double?
  /// What to say of it: `good`, `tooDark`, `tooBright` or `backlit`; nil without a picture.
  public var lightVerdict: String?
  /// Width of the picture in pixels.
  public var width: Int?
  /// Height of the picture in pixels.
  public var height: Int?
  /// Out of its fields, as they are described here.
  public init(name: String, connected: Bool, framesPerSecond: Double, frames: Int, droppedFrames: Int) {
    self.name = name
    self.connected = connected
    self.framesPerSecond = framesPerSecond
    self.frames = frames
    self.droppedFrames = droppedFrames
  }
}
