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

  /// The results of a frame, or of a pause without frames.
  package struct FrameResult: Sendable {
    let output: GestureEngine.Output
    /// The values after it.
    let sample: ControlSample
    /// Notes that began and ended.
    let notes: [NoteChange]
    let mode: Mode
    let sideConflicts: Int
    /// Identities of the hands that hold a value or play a note.
    let holdingHands: Set<Int>

    package init(
      output: GestureEngine.Output, sample: ControlSample, notes: [NoteChange], mode: Mode, sideConflicts: Int, holdingHands: Set<Int>
    ) {
      (self.output, self.sample, self.notes, self.mode) = (output, sample, notes, mode)
      (self.sideConflicts, self.holdingHands) = (sideConflicts, holdingHands)
    }
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
    /// Work that the box skips on a slow machine, in words.
    var saving: String?
  }
}

extension HandStatus {
  init(_ hand: Hand, fingers: Int) {
    func round(_ x: Float) -> Double { Double(x).rounded(digits: 4) }
    self.init(id: hand.id, handedness: hand.handedness.rawValue, fingers: fingers, confidence: round(hand.confidence))
    points = Joint.allCases.flatMap { [round(hand.landmarks[$0].x), round(hand.landmarks[$0].y)] }
  }
}
