import Hands
import SyntheticHands
import Realtime
import Synchronization

/// A frame source that draws a computed person performing a script. It also gives the exact landmarks of every frame.
public final class VirtualPerformer: FrameSource {
  /// The script that is performed.
  public let script: Choreography
  /// Width in pixels, a multiple of 8.
  public let width: Int
  /// Height in pixels, a multiple of 8.
  public let height: Int
  /// Frames a second.
  public let rate: Double
  private let orientation: Frame.Orientation
  private let pool: FramePool
  private let isLive: Bool
  private let seconds: Double?
  /// State of the thread that requests frames. It holds the lock while it waits for a frame and draws it.
  private let state: Mutex<State>
  // Order: relaxed: a figure that orders nothing.
  private let skipped = Atomic(0)
  // Order: checked with each frame; released and acquired, so that a thread that sees it also sees all that was done
  // before the close.
  private let isClosed = Atomic(false)

  private struct State {
    let renderer: Renderer
    var start: Double?
    var index = 0
  }

  /// - Parameters:
  ///   - script: the script to perform.
  ///   - width: pixels, a multiple of 8.
  ///   - height: pixels, a multiple of 8.
  ///   - rate: frames a second.
  ///   - live: true paces the frames by the clock; false delivers one per request.
  ///   - seconds: length of the performance; nil is endless.
  ///   - orientation: how to read the frames; they are those of a normal camera.
  public init(
    _ script: Choreography, width: Int = 640, height: Int = 480, rate: Double = 30, live: Bool, seconds: Double? = nil,
    orientation: Frame.Orientation = .player
  ) {
    self.script = script
    self.width = width
    self.height = height
    self.rate = rate
    isLive = live
    self.seconds = seconds
    self.orientation = orientation
    pool = FramePool(size: FramePool.size420(width, height))
    state = Mutex(State(renderer: Renderer(width: width, height: height, scenery: script.scenery)))
  }

  /// The script's name.
  public var name: String { "virtual performer (\(script.name))" }
  /// Frames that a camera would have delivered between requests.
  public var dropped: Int { skipped.load(ordering: .relaxed) }
  /// Ends the performance.
  public func close() { isClosed.store(true, ordering: .releasing) }

  /// Draws the present frame; live, waits until it is due. It ignores the time-out, because a frame is never later than
  /// 1 / rate.
  public func next(timeout: Double) -> FrameEvent { state.withLock { draw(&$0) } }

  private func draw(_ state: inout State) -> FrameEvent {
    if isClosed.load(ordering: .acquiring) { return .ended }
    var captured = Double(state.index) / rate
    if isLive {
      let now = Clock.seconds
      let begin = state.start ?? now
      state.start = begin
      // Use the newest frame a camera would have, but never one twice.
      let current = Int((now - begin) * rate)
      if current > state.index {
        skipped.add(current - state.index, ordering: .relaxed)
        state.index = current
      }
      let due = begin + Double(state.index) / rate
      Clock.sleep(until: Int64(due * 1e9))
      captured = due
    }
    let index = state.index
    let scriptTime = Double(index) / rate
    if let seconds, scriptTime >= seconds { return .ended }
    state.index += 1
    let hands = script.moment(at: scriptTime).hands
    let memory = pool.take()
    let half = width * height / 4
    let begun = Clock.nanoseconds
    state.renderer.render(
      hands, index: index, y: memory.start, u: memory.start + width * height, v: memory.start + width * height + half)
    // A live frame is complete when it is drawn. Drawing stands for the exposure, so the capture time is its end.
    let drawn = Clock.nanoseconds
    return .frame(
      FramePool.planar420(
        memory, width: width, height: height, index: index, time: isLive ? max(captured, Double(drawn) * 1e-9) : captured,
        orientation: orientation, decodeTime: isLive ? 0 : drawn - begun))
  }

  /// Returns the true hands of frame `index`. Coordinates are those of the delivered frames.
  public func truth(of index: Int) -> [TrueHand] {
    let aspect = Float(width) / Float(height)
    let moment = script.moment(at: Double(index) / rate)
    return moment.hands.indices.compactMap { part in
      let (hand, settled) = (moment.hands[part], moment.settled[part])
      guard hand.visibleShare(aspect: aspect) > 0 else { return nil }
      let points = hand.landmarks(aspect: aspect)
      return TrueHand(
        part: part, handedness: hand.handedness, landmarks: orientation.flip ? points.mirrored : points,
        fingers: settled && hand.pose.fingers >= 0 ? hand.pose.fingers : nil, visible: hand.visibleShare(aspect: aspect), size: hand.size)
    }
  }

  /// A hand as it really is in the scene.
  public struct TrueHand: Sendable {
    /// Index of the hand in the script, from 0.
    public var part: Int
    /// The player's own side.
    public var handedness: Handedness
    /// Landmarks in the coordinates of the delivered frames.
    public var landmarks: Landmarks
    /// Number of extended fingers. Nil while they move or when the pose has no count.
    public var fingers: Int?
    /// Share of the landmarks inside the frame.
    public var visible: Float
    /// Distance of wrist and middle MCP in frame heights. It is the distance as seen from the front.
    public var size: Float
  }
}
