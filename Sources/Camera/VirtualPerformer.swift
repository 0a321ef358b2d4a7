import Hands
import Performer
import Realtime
import Synchronization

/// A camera before which a computed person performs a script. Delivers the exact landmarks with every frame.
public final class VirtualPerformer: FrameSource {
  /// What is performed.
  public let script: Choreography
  /// Pixels, a multiple of 8.
  public let width: Int
  /// Pixels, a multiple of 8.
  public let height: Int
  /// Frames a second.
  public let rate: Double
  private let orientation: Frame.Orientation
  private let pool: FramePool
  private let isLive: Bool
  private let seconds: Double?
  /// What the thread that asks for frames needs; held while a frame is waited for and drawn.
  private let state: Mutex<State>
  // Order: relaxed: a figure that orders nothing.
  private let skipped = Atomic(0)
  // Order: a wish that is asked for with each frame; released and acquired, so that who sees it sees what was done before it was closed.
  private let isClosed = Atomic(false)

  private struct State {
    let renderer: Renderer
    var start: Double?
    var index = 0
  }

  /// - Parameters:
  ///   - script: what is performed.
  ///   - width: pixels, a multiple of 8.
  ///   - height: pixels, a multiple of 8.
  ///   - rate: frames a second.
  ///   - live: true paces the frames by the clock; false delivers one whenever asked.
  ///   - seconds: ends after that much; nil goes on for ever.
  ///   - orientation: how the picture is to be read; the person is filmed by an ordinary camera.
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
    state = Mutex(State(renderer: Renderer(width: width, height: height, stage: script.stage)))
  }

  /// The script's name.
  public var name: String { "virtual performer (\(script.name))" }
  /// Pictures that a camera would have had while nobody asked.
  public var dropped: Int { skipped.load(ordering: .relaxed) }
  /// Ends the performance.
  public func close() { isClosed.store(true, ordering: .releasing) }

  /// Draws the picture of the moment; live, waits until it is due. The time-out plays no part: a picture is never later than 1 / rate.
  public func next(timeout: Double) -> FrameEvent { state.withLock { draw(&$0) } }

  private func draw(_ state: inout State) -> FrameEvent {
    if isClosed.load(ordering: .acquiring) { return .ended }
    var captured = Double(state.index) / rate
    if isLive {
      let now = Clock.seconds
      let begin = state.start ?? now
      state.start = begin
      // The newest picture that a camera would have by now, but never one twice.
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
    // A live picture is complete when it is drawn: drawing stands for the exposure, so the capture time is the end of it.
    let drawn = Clock.nanoseconds
    return .frame(
      FramePool.planar420(
        memory, width: width, height: height, index: index, time: isLive ? max(captured, Double(drawn) * 1e-9) : captured,
        orientation: orientation, decodeTime: isLive ? 0 : drawn - begun))
  }

  /// The truth of frame `index`, in the coordinates of the delivered frames.
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

  /// What is really there.
  public struct TrueHand: Sendable {
    /// Which of the script's hands it is, in their order from 0.
    public var part: Int
    /// The player's own.
    public var handedness: Handedness
    /// In the coordinates of the delivered frames.
    public var landmarks: Landmarks
    /// Extended fingers; nil while they move or where the pose has no count.
    public var fingers: Int?
    /// Share of the landmarks in the picture.
    public var visible: Float
    /// Wrist to middle MCP in picture heights, as seen from the front.
    public var size: Float
  }
}
