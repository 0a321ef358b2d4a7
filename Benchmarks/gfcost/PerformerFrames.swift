import CTurboJPEG
import Camera
import HandTracking
import Hands
import SyntheticHands

/// The performer's frames, with its sensor's noise: the same in each run.
enum PerformerFrames {
  static let (width, height) = (640, 480)
  static var aspect: Float { Float(width) / Float(height) }
  static let landmarkSize = 224
  static var landmarkFloats: Int { 3 * landmarkSize * landmarkSize }

  /// Around the hand of the script `open` in its first frame.
  static var regionOfHand: Region {
    let hand = (Scripts.named("open") ?? Scripts.all[0]).moment(at: 0).hands[0]
    let points = hand.landmarks(aspect: aspect).array.map { SIMD2($0.x * Float(width), $0.y * Float(height)) }
    return Region(landmarks: points)
  }

  /// The first frames of a script, as filmed.
  static func make(_ name: String, count: Int) throws -> [Frame] {
    guard let script = Scripts.named(name) else { throw CostError("there is no script \(name)") }
    let performer = VirtualPerformer(script, width: width, height: height, live: false, orientation: .asFilmed)
    return (0..<count).compactMap { _ in
      guard case .frame(let frame) = performer.next(timeout: 1) else { return nil }
      return frame
    }
  }

  /// A frame as a webcam sends it: 4:2:0, quality 85.
  static func jpeg(of frame: Frame) throws -> [UInt8] {
    guard let encoder = tjInitCompress(), let chroma = frame.chroma else { throw CostError("turbojpeg cannot be used") }
    defer { tjDestroy(encoder) }
    var planes: [UnsafePointer<UInt8>?] = [frame.luma.start, chroma.u.start, chroma.v.start]
    let strides = [Int32(frame.luma.stride), Int32(chroma.u.stride), Int32(chroma.v.stride)]
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let result = tjCompressFromYUVPlanes(
      encoder, &planes, Int32(width), strides, Int32(height), Int32(TJSAMP_420.rawValue), &bytes, &count, 85, 0)
    guard result == 0, let bytes else { throw CostError("the frame cannot be compressed") }
    defer { tjFree(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
