import Camera
import Foundation
import Synchronization
import TestSupport
import Testing

/// Tests of frames that show hands badly: dark, bright, backlit, covered or out of focus.
@Suite struct FrameQualityTests {
  private static let width = 640
  private static let height = 480

  /// Returns the quality of a grey frame with these pixels.
  private func quality(_ pixel: (Int, Int) -> Int) -> FrameQuality {
    let bytes = Pixels.drawn(Self.width, Self.height, pixel)
    return FrameQuality(of: .of(bytes: bytes, width: Self.width, height: Self.height, luma: PlaneLayout(stride: Self.width)))
  }

  /// Noise of a sensor, -2...2.
  private func noise(_ x: Int, _ y: Int) -> Int {
    Int((UInt32(truncatingIfNeeded: x &* 7919 &+ y &* 104_729) &* 2_654_435_761) >> 16) % 5 - 2
  }

  @Test func `a covered lens shows nothing, whatever its brightness`() {
    for level in [3, 20, 90] { #expect(quality { noise($0, $1) + level }.verdict == .covered, "\(level)") }
    #expect(quality { noise($0, $1) + 250 }.verdict == .tooBright, "a lamp that shines in fills the frame, too")
  }

  @Test func `stripes are sharp, a slope is not, and a little noise does not hide that`() {
    let sharp = quality { x, _ in x / 40 % 2 == 0 ? 60 : 180 }
    #expect(sharp.verdict == .good && sharp.sharpness > 0.9)
    let blurred = quality { x, y in Int(120 + 100 * sin(Double(x) / 30)) + noise(x, y) / 2 }
    #expect(blurred.verdict == .blurred, "\(blurred)")
  }

  @Test func `light comes before focus`() {
    #expect(quality { x, _ in x < 320 ? 20 : 250 }.verdict == .backlit)
    #expect(quality { x, _ in Int(12 + 10 * sin(Double(x) / 40)) }.verdict == .tooDark)
  }

  /// Returns noise for each pixel of a frame, nearly with a normal distribution.
  /// - Parameter deviation: standard deviation in steps of a byte.
  private func grain(_ deviation: Double, count: Int = FrameQualityTests.width * FrameQualityTests.height) -> [Int] {
    var random = SplitMix(7)
    return (0..<count).map { _ in
      let sum = random.unit() + random.unit() + random.unit() + random.unit()
      return Int(((sum - 2) * 3.0.squareRoot() * deviation).rounded())
    }
  }

  @Test(arguments: [3.0, 6, 10]) func `noise is measured, also beside edges and at the limit of the sensor`(deviation: Double) {
    let grain = grain(deviation)
    let views: [(Int) -> Int] = [{ _ in 100 }, { $0 / 40 % 2 == 0 ? 30 : 90 }, { $0 / 40 % 2 == 0 ? 0 : 60 }]
    for (number, view) in views.enumerated() {
      let found = quality { x, y in view(x) + grain[y * Self.width + x] }.noise * 255
      #expect(abs(found / deviation - 1) < 0.2, "view \(number): \(found)")
      #expect(quality { x, _ in view(x) }.noise == 0, "view \(number): edges are not noise")
    }
    let bytes = Pixels.drawn(Self.width, Self.height) { x, y in 100 + grain[y * Self.width + x] }
    let found = [true, false].map { quality(Luma(bytes: bytes, width: Self.width, height: Self.height, isFull: $0)).noise }
    #expect(abs(found[1] / found[0] - 255 / 219) < 0.001, "video levels are stretched")
  }

  /// A dim frame shows hands as long as its noise is weak.
  @Test func `the darkness that counts depends on the noise`() {
    func verdict(_ deviation: Double, _ dark: Int, _ bright: Int) -> FrameQuality.Verdict {
      let grain = grain(deviation)
      return quality { x, y in (x / 40 % 2 == 0 ? dark : bright) + grain[y * Self.width + x] }.verdict
    }
    for deviation in [0.0, 3] { #expect(verdict(deviation, 30, 90) == .good, "\(deviation)") }
    for deviation in [6.0, 8, 12] {
      #expect(verdict(deviation, 30, 90) == .tooDark, "\(deviation)")
      #expect(verdict(deviation, 70, 130) == .good, "\(deviation): it is brighter")
    }
  }

  /// The mean brightness of each film at which a tenth of its hands is lost, from the curves in docs/design/light.svg.
  @Test(arguments: [(0.014, [0.108, 0.081, 0.031, 0.104, 0.085]), (0.03, [0.226, 0.266, 0.107, 0.208, 0.184])])
  func `no film has lost a tenth of its hands at the threshold of darkness`(noise: Double, lost: [Double]) throws {
    let limit = FrameQuality.leastMean(noise: noise)
    let latest = try #require(lost.max())
    #expect(limit >= latest && limit < 1.15 * latest, "\(limit)")
  }

  @Test func `the threshold of darkness rises with the noise between the measured curves alone`() {
    #expect(FrameQuality.leastMean(noise: 0) == FrameQuality.leastMean(noise: 0.014))
    #expect(FrameQuality.leastMean(noise: 0.5) == FrameQuality.leastMean(noise: 0.03))
    let limits = stride(from: 0.014, through: 0.03, by: 0.002).map { FrameQuality.leastMean(noise: $0) }
    #expect(zip(limits, limits.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `frames of any size are judged`() {
    for (width, height) in [(1, 1), (2, 2), (16, 16), (17, 1), (1920, 1080)] {
      let bytes = [UInt8](repeating: 0, count: width * height)
      let frame = Frame.of(bytes: bytes, width: width, height: height, luma: PlaneLayout(stride: width))
      let quality = FrameQuality(of: frame)
      #expect(quality.contrast == 0 && quality.noise == 0)
    }
  }

  // MARK: - Films

  /// The brightness of a frame, row by row.
  private struct Luma: Sendable {
    var bytes: [UInt8]
    var width: Int
    var height: Int
    var isFull: Bool

    /// Brightness of black.
    var black: Int { isFull ? 0 : 16 }

    /// Returns the frame with another brightness for each of the 256 values; results are clamped.
    func changed(_ change: (Int) -> Int) -> Luma {
      let table = (0...255).map { UInt8(max(0, min(255, change($0)))) }
      var result = self
      Pixels.replace(&result.bytes, by: table)
      return result
    }
  }

  /// Frames of films, decoded once.
  private static let decoded = Mutex<[String: Luma]>([:])

  /// The brightness of the frame at half a second.
  /// - Parameter clip: a film in `clips`, or a path from the folder of hands.
  private func luma(_ clip: String) throws -> Luma {
    if let known = Self.decoded.withLock({ $0[clip] }) { return known }
    let path = (clip.contains("/") ? clip : "clips/" + clip) + ".mp4"
    let film = try FilmFile(Places.hands.appendingPathComponent(path).path, pace: .asFastAsPossible)
    defer { film.close() }
    while case .frame(let frame) = film.next(timeout: 60) {
      guard frame.time > 0.5 else { continue }
      var bytes: [UInt8] = []
      for y in 0..<frame.height {
        let row = frame.luma.start + y * frame.luma.stride
        if frame.luma.step == 1 {
          bytes += UnsafeBufferPointer(start: row, count: frame.width)
        } else {
          bytes += (0..<frame.width).map { row[$0 * frame.luma.step] }
        }
      }
      let luma = Luma(bytes: bytes, width: frame.width, height: frame.height, isFull: frame.fullRange)
      Self.decoded.withLock { $0[clip] = luma }
      return luma
    }
    throw FilmEnded()
  }
  private struct FilmEnded: Error {}

  private func quality(_ luma: Luma) -> FrameQuality {
    FrameQuality(
      of: .of(
        bytes: luma.bytes, width: luma.width, height: luma.height, luma: PlaneLayout(stride: luma.width), fullRange: luma.isFull))
  }

  /// Adds noise to each pixel.
  /// - Parameter deviation: standard deviation in steps of a byte.
  private func noisy(_ luma: Luma, _ deviation: Double) -> Luma {
    var result = luma
    for (i, noise) in grain(deviation, count: luma.bytes.count).enumerated() {
      result.bytes[i] = UInt8(max(0, min(255, Int(luma.bytes[i]) + noise)))
    }
    return result
  }

  /// Averages each pixel over its neighbours, three times along rows and columns: nearly a Gaussian.
  private func blurred(_ luma: Luma, radius: Int) -> Luma {
    let (width, height) = (luma.width, luma.height)
    func along(_ bytes: [Int], lines: Int, length: Int, line: Int, step: Int) -> [Int] {
      var result = bytes
      for at in 0..<lines {
        var sum = 0
        func pixel(_ i: Int) -> Int { bytes[at * line + max(0, min(length - 1, i)) * step] }
        for i in -radius...radius { sum += pixel(i) }
        for i in 0..<length {
          result[at * line + i * step] = sum / (2 * radius + 1)
          sum += pixel(i + radius + 1) - pixel(i - radius)
        }
      }
      return result
    }
    let bytes = (0..<3).reduce(luma.bytes.map { Int($0) }) { bytes, _ in
      let rows = along(bytes, lines: height, length: width, line: width, step: 1)
      return along(rows, lines: width, length: height, line: 1, step: width)
    }
    var result = luma
    result.bytes = bytes.map { UInt8($0) }
    return result
  }

  @Test(.enabled(if: Places.hasFootage), arguments: Ring.cases(["temuge_cam0"], of: ["dexret_hand", "ezra_test", "temuge_cam0"]))
  func `a film is good as it is, and not when it is darkened, dim with noise or out of focus`(clip: String) throws {
    let luma = try luma(clip)
    let good = quality(luma)
    #expect(good.verdict == .good, "\(good)")
    let dark = quality(luma.changed { luma.black + ($0 - luma.black) * 15 / 100 })
    #expect(dark.verdict == .tooDark, "\(dark)")
    let dim = luma.changed { luma.black + ($0 - luma.black) * 40 / 100 }
    #expect(quality(dim).verdict == .good, "\(quality(dim))")
    let noisy = quality(noisy(dim, 7))
    #expect(noisy.verdict == .tooDark && noisy.noise > 5 * good.noise, "\(noisy)")
    let soft = quality(blurred(luma, radius: luma.width / 50))
    #expect(soft.verdict == .blurred, "\(soft)")
    #expect(soft.sharpness < 0.9 * good.sharpness)
  }

  /// Half of the frame may be dark, so that its mean is not high.
  @Test(.enabled(if: Places.hasFootage), arguments: ["akstheme_gesture", "dexret_hand", "temuge_cam0", "not-playing/sam_blocks"], [3, 5])
  func `an overexposed film is too bright`(clip: String, gain: Int) throws {
    let luma = try luma(clip)
    #expect(quality(luma).verdict == .good)
    let bright = quality(luma.changed { luma.black + ($0 - luma.black) * gain })
    #expect(bright.verdict == .tooBright, "\(bright)")
  }

  @Test(.enabled(if: Places.hasFootage), arguments: ["not-playing/sam_coffee", "not-playing/sam_cups", "not-playing/muse_dance"])
  func `a film with white things is good`(clip: String) throws {
    let good = quality(try luma(clip))
    #expect(good.verdict == .good && good.light.bright > 0.3, "\(good)")
  }
}
