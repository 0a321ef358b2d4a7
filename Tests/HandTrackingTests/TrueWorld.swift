import Camera
import Foundation
import GestureFlowAPI
import HandTracking
import Realtime
import Synchronization
import TestSupport

/// Hands at set places, and models that find them there. They test how the tracker uses the models' results, because
/// a real model cannot be made to fail at a given frame.
///
/// The image's colour encodes the place of each pixel, so that the double of the landmark model can tell its region
/// from its input.
final class TrueWorld: ModelRuntime {
  struct TrueHand: Sendable {
    /// Position of the middle MCP, in pixels.
    var at: SIMD2<Float>
    /// Distance from wrist to middle MCP, in pixels.
    var size: Float = 14
    /// Turn clockwise, in radians.
    var turn: Float = 0
    /// The model's belief that it is a right hand, 0...1.
    var rightness: Float = 0.97
    /// Largest distance of the region's middle at which the model sees it. The unit is hand sizes.
    var seenWithin: Float = 1.5
    var palmIsSeen = true
    /// Offset of the found palm from its true place, in pixels.
    var palmIsOff = SIMD2<Float>(0, 0)
    /// Error added to an output of both models. A value that overflows gives NaN.
    var off: Float = 0
    /// The landmark model's presence when it sees the hand, 0...1.
    var presence: Float = 0.99
    /// Distance of the region's middle beyond which the presence is only `doubt`. The unit is hand sizes.
    var sureWithin: Float = .infinity
    var doubt: Float = 0.3
  }
  /// One run of the palm model.
  struct PalmRun: Sendable {
    var thread: String
    var isHalf: Bool
  }
  /// A body that runs in each call of a model. An error makes the call fail.
  typealias Happening = @Sendable () throws(Failure) -> Void
  private struct Known {
    var hands: [TrueHand] = []
    var palmRuns: [PalmRun] = []
    var looks = 0
    var loaded: [String] = []
    var whileSearching: Happening?
    var whileLooking: Happening?
  }

  static let side = 128
  private let known = Mutex(Known())

  init(_ hands: [TrueHand] = []) { known.withLock { $0.hands = hands } }

  var hands: [TrueHand] {
    get { known.withLock { $0.hands } }
    set { known.withLock { $0.hands = newValue } }
  }
  var palmRuns: [PalmRun] { known.withLock { $0.palmRuns } }
  var looks: Int { known.withLock { $0.looks } }
  /// Names of the loaded model files. The text " in half precision" follows the name of a model that uses it.
  var loaded: [String] { known.withLock { $0.loaded } }
  /// Sets the body that runs in every palm search. It runs on the search's thread.
  func whileSearching(_ body: Happening?) { known.withLock { $0.whileSearching = body } }
  /// Sets the body that runs in every call of the landmark model. It runs on the model's thread.
  func whileLooking(_ body: Happening?) { known.withLock { $0.whileLooking = body } }

  func models(_ size: ModelSize = .int8, parallel: Bool = false, processor: Processor = Processor(cpuInfo: "")) throws -> TrackerModels {
    try TrackerModels(ModelFolder(path: "/nowhere"), size: size, parallel: parallel, processor: processor, runtime: self)
  }

  func load(_ file: ModelFile, outputs: Int, precision: Precision) throws(Failure) -> any InferenceModel {
    known.withLock { $0.loaded.append(file.name + (precision == .half ? " in half precision" : "")) }
    return outputs == 2 ? PalmDouble(self) : LandmarkDouble(self)
  }

  /// Returns a frame whose colours encode the place. Red is 64 + x and blue is red + 0.886 (y - 64), of 255.
  /// - Parameters:
  ///   - noise: largest random error of the brightness, of 255. It differs in each frame.
  ///   - spot: a place with eight by eight pixels that are brighter by 12.
  static func frame(_ index: Int, at time: Double, noise: Int = 0, spot: SIMD2<Int>? = nil) -> Frame {
    var random = SplitMix(UInt64(index + 1))
    var bytes = [UInt8](repeating: 128, count: 3 * side * side)
    for y in 0..<side {
      for x in 0..<side {
        let off = noise == 0 ? 0 : Int(random.next() % UInt64(2 * noise + 1)) - noise
        let isSpot = spot.map { x - $0.x >= 0 && x - $0.x < 8 && y - $0.y >= 0 && y - $0.y < 8 } ?? false
        bytes[y * side + x] = UInt8(64 + x + off + (isSpot ? 12 : 0))
        bytes[side * side + y * side + x] = UInt8(96 + y / 2)
      }
    }
    let plane = { PlaneLayout(offset: $0 * side * side, stride: side) }
    return Frame.of(bytes: bytes, width: side, height: side, luma: plane(0), chroma: (plane(1), plane(2)), index: index, time: time)
  }

  /// The joints of an upright hand, relative to the middle MCP. The unit is the hand's size. The y axis points down.
  static let shape: [SIMD2<Float>] = [
    SIMD2(0, 1), SIMD2(-0.35, 0.75), SIMD2(-0.55, 0.5), SIMD2(-0.65, 0.3), SIMD2(-0.75, 0.1),
    SIMD2(-0.3, 0.02), SIMD2(-0.33, -0.4), SIMD2(-0.34, -0.6), SIMD2(-0.35, -0.8),
    SIMD2(0, 0), SIMD2(0, -0.45), SIMD2(0, -0.7), SIMD2(0, -0.9),
    SIMD2(0.25, 0.05), SIMD2(0.27, -0.4), SIMD2(0.28, -0.6), SIMD2(0.29, -0.8),
    SIMD2(0.45, 0.15), SIMD2(0.5, -0.15), SIMD2(0.52, -0.3), SIMD2(0.55, -0.45),
  ]

  static func turned(_ p: SIMD2<Float>, by angle: Float) -> SIMD2<Float> {
    SIMD2(p.x * cos(angle) - p.y * sin(angle), p.x * sin(angle) + p.y * cos(angle))
  }

  /// Name of the calling thread.
  static var threadName: String {
    ((try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? "").trimmingCharacters(in: .newlines)
  }

  /// Memory of one model. Only one thread at a time uses it, as the protocol requires.
  private final class Memory: @unchecked Sendable {
    let input: UnsafeMutablePointer<Float>
    let outputs: [UnsafeMutableBufferPointer<Float>]
    init(input count: Int, outputs: [Int]) {
      input = .allocate(capacity: count)
      input.initialize(repeating: 0, count: count)
      self.outputs = outputs.map {
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: $0)
        buffer.initialize(repeating: 0)
        return buffer
      }
    }
    deinit {
      input.deallocate()
      for output in outputs { output.deallocate() }
    }
  }

  private final class PalmDouble: InferenceModel {
    private let world: TrueWorld
    private let memory = Memory(input: 192 * 192 * 3, outputs: [2016 * 18, 2016])
    init(_ world: TrueWorld) { self.world = world }

    func run(_ fill: (UnsafeMutablePointer<Float>) -> Void) throws(Failure) -> [UnsafeBufferPointer<Float>] {
      fill(memory.input)
      // Detect the half view by a pixel outside the frame. At half the size a tenth of the way in is beyond the
      // frame's edge, whose pixels are repeated.
      let isHalf = memory.input[(96 * 192 + 20) * 3] < 70.0 / 255
      let (hands, body) = world.known.withLock { known in
        known.palmRuns.append(PalmRun(thread: TrueWorld.threadName, isHalf: isHalf))
        return (known.hands, known.whileSearching)
      }
      try body?()
      let (boxes, scores) = (memory.outputs[0], memory.outputs[1])
      scores.update(repeating: -20)
      for (i, hand) in hands.enumerated() where hand.palmIsSeen {
        // The first row's anchors lie in the middles of the cells. The grid has 24 x 24 cells with two anchors each.
        let anchor = SIMD2((Float(i) + 0.5) / 24, 0.5 / 24)
        func put(_ p: SIMD2<Float>, _ at: Int) {
          let scale: Float = 1 / Float(TrueWorld.side) / (isHalf ? 2 : 1)
          let inFrame: SIMD2<Float> = (p + hand.palmIsOff - 64) * scale
          let place: SIMD2<Float> = inFrame + 0.5 - anchor
          boxes[i * 2 * 18 + at] = place.x * 192 + hand.off
          boxes[i * 2 * 18 + at + 1] = place.y * 192
        }
        func joint(_ k: Int) -> SIMD2<Float> { hand.at + TrueWorld.turned(TrueWorld.shape[k], by: hand.turn) * hand.size }
        put(hand.at + TrueWorld.turned(SIMD2(0, 0.5), by: hand.turn) * hand.size, 0)
        let wide = 1.2 * hand.size / Float(TrueWorld.side) / (isHalf ? 2 : 1) * 192
        boxes[i * 2 * 18 + 2] = wide
        boxes[i * 2 * 18 + 3] = wide
        for (k, at) in zip([0, 5, 9, 13, 17, 1, 2], stride(from: 4, to: 18, by: 2)) { put(joint(k), at) }
        scores[i * 2] = 5
      }
      return memory.outputs.map { UnsafeBufferPointer($0) }
    }
  }

  private final class LandmarkDouble: InferenceModel {
    private let world: TrueWorld
    private let memory = Memory(input: 224 * 224 * 3, outputs: [63, 1, 1, 63])
    init(_ world: TrueWorld) { self.world = world }

    func run(_ fill: (UnsafeMutablePointer<Float>) -> Void) throws(Failure) -> [UnsafeBufferPointer<Float>] {
      fill(memory.input)
      let (hands, body) = world.known.withLock { known in
        known.looks += 1
        return (known.hands, known.whileLooking)
      }
      try body?()
      // Find the region's middle. Also find the vector from the middle of its left half to that of its right half.
      var left = SIMD2<Float>.zero
      var right = SIMD2<Float>.zero
      for row in 0..<224 {
        for column in 0..<224 {
          let red = memory.input[(row * 224 + column) * 3] * 255
          let blue = memory.input[(row * 224 + column) * 3 + 2] * 255
          let place = SIMD2(red - 64, (blue - red) / 0.886 + 64)
          if column < 112 { left += place / 1000 } else { right += place / 1000 }
        }
      }
      left *= 1000.0 / (224 * 112)
      right *= 1000.0 / (224 * 112)
      let middle = (left + right) / 2
      let across = (right - left) * 2
      let side = (across * across).sum().squareRoot()
      let turn = atan2(across.y, across.x)
      func away(_ hand: TrueHand) -> Float { ((hand.at - middle) * (hand.at - middle)).sum().squareRoot() / hand.size }
      let hand = hands.min { away($0) < away($1) }
      memory.outputs[1][0] = 0.01
      guard let hand, away(hand) < hand.seenWithin else { return memory.outputs.map { UnsafeBufferPointer($0) } }
      memory.outputs[1][0] = away(hand) < hand.sureWithin ? hand.presence : hand.doubt
      // In an unmirrored frame the model calls the player's right hand left.
      memory.outputs[2][0] = hand.rightness
      for k in 0..<21 {
        let joint = hand.at + TrueWorld.turned(TrueWorld.shape[k], by: hand.turn) * hand.size
        let p = TrueWorld.turned(joint - middle, by: -turn) / side + 0.5
        memory.outputs[0][k * 3] = p.x * 224 + hand.off
        memory.outputs[0][k * 3 + 1] = p.y * 224
        memory.outputs[0][k * 3 + 2] = 0
        // The world landmarks of an upright hand. Wrist and middle MCP are 10 cm apart.
        let q = TrueWorld.turned(TrueWorld.shape[k], by: hand.turn - turn) * 0.1
        memory.outputs[3][k * 3] = q.x
        memory.outputs[3][k * 3 + 1] = q.y
        memory.outputs[3][k * 3 + 2] = Float(k) * 0.001
      }
      return memory.outputs.map { UnsafeBufferPointer($0) }
    }
  }
}
