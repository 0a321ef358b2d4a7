/// Measures whether hands can be found in a frame. It reads the frame's light, contrast and focus.
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

  /// Contrast below which the frame shows nothing. Noise of a covered sensor stays below it.
  static let leastContrast = 0.012
  /// Sharpness below which a frame is out of focus. Films of hands have 0.196 or more; blurred by a 50th of their
  /// width (standard deviation) they have 0.171 or less (docs/design/signals.md).
  static let leastSharpness = 0.173
  /// Share of all edges that are the steepest.
  private static let steepest = 0.005

  /// Measures every 16th row. Takes about as long as a copy of these rows.
  public init(of frame: Frame) {
    light = Light(of: frame)
    let luma = frame.luma
    // The brightness may rise over this many pixels in a frame of good focus, and over the second in a blurred one.
    let near = max(1, frame.width / 320)
    let far = 8 * near
    var steps = [Int](repeating: 0, count: 256)
    var slopes = steps
    var (sum, squares, count) = (0, 0, 0)
    for y in stride(from: 0, to: frame.height, by: 16) {
      let row = luma.start + (y >> luma.shiftY) * luma.stride
      var x = 0
      while x + far < frame.width {
        let here = Int(row[x * luma.step])
        steps[abs(Int(row[(x + near) * luma.step]) - here)] += 1
        slopes[abs(Int(row[(x + far) * luma.step]) - here)] += 1
        sum += here
        squares += here * here
        count += 1
        x += 2
      }
    }
    let all = Double(max(count, 1))
    let mean = Double(sum) / all
    contrast = max(Double(squares) / all - mean * mean, 0).squareRoot() / (frame.fullRange ? 255 : 219)
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

  /// The verdict. Light comes before focus: edges of a dark frame are lost in noise.
  public var verdict: Verdict {
    if contrast < Self.leastContrast, light.mean < Light.mostMean { return .covered }
    switch light.verdict {
    case .tooDark: return .tooDark
    case .tooBright: return .tooBright
    case .backlit: return .backlit
    case .good: return sharpness < Self.leastSharpness ? .blurred : .good
    }
  }
}
