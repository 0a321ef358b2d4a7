import Foundation
import Hands
import Performer
import Realtime

/// A camera before which a computed person performs a script. Delivers the exact landmarks with every frame.
public final class VirtualPerformer: FrameSource, @unchecked Sendable {
  public let script: Choreography
  public let width: Int
  public let height: Int
  public let rate: Double
  private let orientation: Frame.Orientation
  private let renderer: Renderer
  private let pool: FramePool
  private let live: Bool
  private let seconds: Double?
  private var start: Double?
  private var index = 0
  private var skipped = 0
  private var closed = false

  /// - Parameters:
  ///   - rate: frames a second.
  ///   - live: true paces the frames by the clock; false delivers one whenever asked.
  ///   - seconds: ends after that much; nil goes on for ever.
  public init(
    _ script: Choreography, width: Int = 640, height: Int = 480, rate: Double = 30, live: Bool, seconds: Double? = nil,
    orientation: Frame.Orientation = .player
  ) {
    self.script = script
    self.width = width
    self.height = height
    self.rate = rate
    self.live = live
    self.seconds = seconds
    self.orientation = orientation
    renderer = Renderer(width: width, height: height, stage: script.stage)
    pool = FramePool(size: FramePool.size420(width, height))
  }

  public var name: String { "virtual performer (\(script.name))" }
  public var dropped: Int { skipped }
  public func close() { closed = true }

  public func next(timeout: Double) -> FrameEvent {
    if closed { return .ended }
    var captured = Double(index) / rate
    if live {
      let now = Clock.seconds
      let begin = start ?? now
      start = begin
      // The newest picture that a camera would have by now, but never one twice.
      let current = Int((now - begin) * rate)
      if current > index {
        skipped += current - index
        index = current
      }
      let due = begin + Double(index) / rate
      Clock.sleep(until: Int64(due * 1e9))
      captured = due
    }
    let scriptTime = Double(index) / rate
    if let seconds, scriptTime >= seconds { return .ended }
    defer { index += 1 }
    let hands = script.moment(at: scriptTime).hands
    let memory = pool.take()
    let half = width * height / 4
    let begun = Clock.nanoseconds
    renderer.render(
      hands, index: index, y: memory.start, u: memory.start + width * height, v: memory.start + width * height + half)
    // A live picture is complete when it is drawn: drawing stands for the exposure, so the capture time is the end of it.
    let drawn = Clock.nanoseconds
    return .frame(
      FramePool.planar420(
        memory, width: width, height: height, index: index, time: live ? max(captured, Double(drawn) * 1e-9) : captured,
        orientation: orientation, decodeTime: live ? 0 : drawn - begun))
  }

  /// The truth of frame `index`, in the coordinates of the delivered frames.
  public func truth(of index: Int) -> [TrueHand] {
    let aspect = Float(width) / Float(height)
    let moment = script.moment(at: Double(index) / rate)
    return zip(moment.hands, moment.settled).compactMap { hand, settled in
      guard hand.visibleShare(aspect: aspect) > 0 else { return nil }
      let points = hand.landmarks(aspect: aspect)
      return TrueHand(
        handedness: hand.handedness, landmarks: orientation.flip ? points.mirrored : points,
        fingers: settled && hand.pose.fingers >= 0 ? hand.pose.fingers : nil, visible: hand.visibleShare(aspect: aspect), size: hand.size)
    }
  }

  /// What is really there.
  public struct TrueHand: Sendable {
    public var handedness: Handedness
    public var landmarks: Landmarks
    /// Extended fingers; nil while they move or where the pose has no count.
    public var fingers: Int?
    /// Share of the landmarks in the picture.
    public var visible: Float
    /// Wrist to middle MCP in picture heights, as seen from the front.
    public var size: Float
  }
}
