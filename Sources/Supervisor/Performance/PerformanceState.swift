import Camera
import GestureFlowAPI
import Gestures
import HandTracking
import Hands

extension Performance {
  /// What the last frame gave.
  public struct Snapshot: Sendable {
    /// The mode's values, as the hands have them.
    public var control = ControlFrame()
    /// The hands in the words of the status.
    public var hands: [HandStatus] = []
    /// The hands with their landmarks.
    public var landmarks: [Hand] = []
    /// 0...1 of the way to a held gesture's command.
    public var holdProgress: Float = 0
    /// Which hands hold which values.
    public var held: [HeldControl] = []
    /// Frames looked at so far.
    public var frames = 0
    /// The picture; nil before the first one.
    public var lastFrame: Frame?
    /// The tracker's counts.
    public var quality = TrackQuality()
    /// How often two hands of one side met so far.
    public var sideConflicts = 0

    /// Before the first frame.
    public init() {}
  }

  /// What only the thread of `process` touches.
  struct Reader: Sendable {
    var gestures: GestureEngine
    var framePace = FramePace()
    var searchPace: SearchPace
    /// Hands of the last frame that was looked at.
    var hands = 0
    /// Notes of hands that sounded then.
    var sounding = 0
    /// Hands that may play the instrument.
    var sources = HandLimit.most
    /// The fewest pictures that were told of: the pace goes up and down with the number of hands.
    var slowestTold = 1
    /// Meetings of two hands of one side: so far, and those of the engines before this one.
    var sideConflicts = 0
    var earlierConflicts = 0
  }

  /// What anybody may ask for.
  struct Known: Sendable {
    var latest = Snapshot()
    var events: [Event] = []
    var controls: [ControlSample] = []
    /// Why the last frame could not be looked at.
    var failure: TrackerError?
    /// Settings that are taken over with the next frame.
    var freshSettings: GestureSettings?
    /// The mode that is played from the next frame on.
    var mode: Mode?
    /// From capture to loudspeaker in seconds; nil until it was measured.
    var toLoudspeaker: Double?
    /// What is left out because the machine is too slow for all of it.
    var saving: String?
  }
}
