/// Measures whether hands can be found in a frame. It reads the frame's light, contrast, noise and focus.
public struct FrameQuality: Sendable, Equatable {
  /// The verdict on the frame.
  public enum Verdict: String, Sendable, CaseIterable {
    case good, tooDark, tooBright, backlit, covered, blurred
  }

  /// The light of the frame.
  public let light: Light
  /// Standard deviation of the brightness, 0...0.5 of full brightness.
  public let contrast: Double
  /// Sharpness of the steepest edges, 0...1. An edge within a 320th of the width has 1, an even slope has 0.125.
  public let sharpness: Double
  /// Standard deviation of the sensor's noise as a share of full brightness. Films of hands have 0.01 or less.
  public let noise: Double

  /// Contrast below which the frame shows nothing. Noise of a covered sensor stays below it.
  static let leastContrast = 0.012
  /// Sharpness below which a frame is out of focus. Films of hands have 0.196 or more; blurred by a 50th of their
  /// width (standard deviation) they have 0.171 or less (docs/design/signals.md).
  static let leastSharpness = 0.173
  /// Mean brightness below which hands are lost in strong noise. No film loses a tenth above 0.266.
  static let leastNoisyMean = 0.27
  /// Noise up to which `Light.leastMean` holds, and noise from which `leastNoisyMean` does. Both were measured
  /// (docs/design/signals.md).
  static let measuredNoise = 0.014...0.03
  /// Share of all edges that are the steepest.
  private static let steepest = 0.005
  /// Share of all bends that are the least. A quarter is flat even in a frame full of edges.
  private static let flattest = 0.25
  /// Quarter point of the absolute bends of noise. Its standard deviation is 1. A bend a - 2b + c of three values has
  /// the standard deviation sqrt(6), and a quarter of a normal distribution is within 0.31864 of it.
  private static let bendOfNoise = 0.31864 * 6.0.squareRoot()

  /// Measures every second pixel of every 16th row. It reads four pixels at each of the 9,360 places of a frame of
  /// 640 x 480.
  public init(of frame: Frame) {
    light = Light(of: frame)
    let luma = frame.luma
    // The brightness may rise over this many pixels in a frame of good focus, and over the second in a blurred one.
    let near = max(1, frame.width / 320)
    let far = 8 * near
    var steps = [Int](repeating: 0, count: 256)
    var (slopes, bends) = (steps, steps)
    var (sum, squares, count) = (0, 0, 0)
    // Noise does not show in pixels at the sensor's limits.
    let (black, white) = frame.fullRange ? (0, 255) : (16, 235)
    for y in stride(from: 0, to: frame.height, by: 16) {
      let row = luma.start + (y >> luma.shiftY) * luma.stride
      var x = 0
      while x + far < frame.width {
        let here = Int(row[x * luma.step])
        let next = Int(row[(x + near) * luma.step])
        steps[abs(next - here)] += 1
        if here > black, here < white {
          bends[min(abs(here - 2 * next + Int(row[(x + 2 * near) * luma.step])), 255)] += 1
        }
        slopes[abs(Int(row[(x + far) * luma.step]) - here)] += 1
        sum += here
        squares += here * here
        count += 1
        x += 2
      }
    }
    let all = Double(max(count, 1))
    let mean = Double(sum) / all
    let span = Double(white - black)
    contrast = max(Double(squares) / all - mean * mean, 0).squareRoot() / span
    noise = Self.flattest(of: bends) / Self.bendOfNoise / span
    let slope = Self.steepest(of: slopes, count)
    sharpness = slope > 0 ? min(Self.steepest(of: steps, count) / slope, 1) : 1
  }

  /// Returns the mean of the largest differences.
  private static func steepest(of differences: [Int], _ count: Int) -> Double {
    let wanted = max(1, Int(Double(count) * steepest))
    var (left, sum) = (wanted, 0)
    for difference in stride(from: 255, to: 0, by: -1) where left > 0 {
      let taken = min(left, differences[difference])
      sum += taken * difference
      left -= taken
    }
    return Double(sum) / Double(wanted)
  }

  /// Returns the size below which the least bends lie. A number n stands for n - 0.5 to n + 0.5.
  private static func flattest(of bends: [Int]) -> Double {
    let wanted = Double(bends.reduce(0, +)) * flattest
    var passed = 0.0
    for (bend, count) in bends.enumerated() where count > 0 {
      let share = Double(count)
      if passed + share >= wanted { return max(Double(bend) - 0.5 + (wanted - passed) / share, 0) }
      passed += share
    }
    return 0
  }

  /// Returns the mean brightness below which hands are lost in this noise.
  package static func leastMean(noise: Double) -> Double {
    let (low, high) = (measuredNoise.lowerBound, measuredNoise.upperBound)
    let share = (min(max(noise, low), high) - low) / (high - low)
    return Light.leastMean + share * (leastNoisyMean - Light.leastMean)
  }

  /// The verdict. Light comes before focus: edges of a dark frame are lost in noise.
  public var verdict: Verdict {
    if contrast < Self.leastContrast, light.mean < Light.mostMean { return .covered }
    switch light.verdict {
    case .tooDark: return .tooDark
    case .tooBright: return .tooBright
    case .backlit: return .backlit
    case .good:
      if light.mean < Self.leastMean(noise: noise) { return .tooDark }
      return sharpness < Self.leastSharpness ? .blurred : .good
    }
  }
}
