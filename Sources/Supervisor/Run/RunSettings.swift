import HandTracking

/// What a run of the daemon was asked to do.
public struct RunSettings: Sendable {
  /// Nil: the first camera, or the performer if there is none.
  public var camera: CameraChoice?
  /// Nil: the first sound card, or a WAV file if there is none.
  public var sink: SinkChoice?
  public var play: [String] = []
  /// Ends after so many seconds; nil goes on until it is told to stop.
  public var seconds: Double?
  /// Without clock and threads, for tests.
  public var freeRunning = false
  public var record: String?
  public var report: String?
  public var model = ModelWish.auto
  public var maxHands = 2
  public var models = ModelFolder.standard()
  /// Where the fall-back WAV file goes.
  public var fallbackWAV = "gestureflow.wav"

  public init() {}

  /// Which model is wanted; `auto` begins with full and steps down when frames come faster than they can be looked at.
  public enum ModelWish: String, Sendable, CaseIterable { case full, lite, auto }
}
