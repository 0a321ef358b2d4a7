import Camera
import GestureFlowAPI
import Gestures
import HandTracking
import Hands

extension HandsPipeline {
  /// The result of the last frame.
  public struct Snapshot: Sendable {
    /// Values of the mode, as the hands set them.
    public var control = ControlFrame()
    /// The hands as the status shows them.
    public var hands: [HandStatus] = []
    /// The hands with their landmarks.
    public var landmarks: [Hand] = []
    /// Progress towards the command of a held gesture, 0...1.
    public var holdProgress: Float = 0
    /// Which hands hold which values.
    public var held: [HeldControl] = []
    /// Number of processed frames.
    public var frames = 0
    /// The last frame; nil before the first one.
    public var lastFrame: Frame?
    /// Counts of the tracker.
    public var quality = TrackQuality()
    /// How often two hands of one side met.
    public var sideConflicts = 0

    /// Makes the state before the first frame.
    public init() {}
  }

  /// State that only the thread of `process` uses.
  struct Reader: Sendable {
    var gestures: GestureEngine
    var framePace = FramePace()
    var searchPace: SearchPace
    /// Number of hands in the last processed frame.
    var hands = 0
    /// Number of sounding notes of hands in that frame.
    var sounding = 0
    /// Number of hands that may play the instrument.
    var sources = HandLimit.most
    /// Largest step that was logged. The pace changes often, with the number of hands, so a step is logged only when
    /// it is a new maximum.
    var slowestTold = 1
    /// Meetings of two hands of one side: in total, and in earlier engines.
    var sideConflicts = 0
    var earlierConflicts = 0
  }

  /// State that any thread may read.
  struct Known: Sendable {
    var latest = Snapshot()
    var events: [Event] = []
    var controls: [ControlSample] = []
    /// Why the last frame could not be processed.
    var failure: Failure?
    /// Settings to apply with the next frame.
    var freshSettings: GestureSettings?
    /// Mode from the next frame on.
    var mode: Mode?
    /// Seconds from capture to loudspeaker; nil until measured.
    var toLoudspeaker: Double?
    /// Work that the box skips on a slow machine, in words.
    var saving: String?
  }
}
