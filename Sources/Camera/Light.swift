/// Measures how well a frame is lit for hand tracking.
public struct Light: Sendable, Equatable {
  /// The verdict on the light, for status and doctor.
  public enum Verdict: String, Sendable, Codable, CaseIterable {
    case good, tooDark, tooBright, backlit
  }

  /// Mean brightness, 0...1.
  public let mean: Double
  /// Share of nearly black pixels (below 0.15 of full brightness), 0...1.
  public let dark: Double
  /// Share of nearly white pixels (above 0.9), 0...1.
  public let bright: Double
  /// Share of pixels at the sensor's limit (above 0.98), 0...1.
  public let clipped: Double

  /// Mean brightness below which hands are lost in weak noise. `FrameQuality` needs more in stronger noise.
  static let leastMean = 0.12
  /// Mean brightness above which skin becomes white.
  static let mostMean = 0.85
  /// Least share of pixels at the limit that means overexposure. White walls and tables stay below the limit.
  static let leastClipped = 0.35
  /// Least shares of white and of black pixels that mean backlight. A window in the frame causes this.
  static let backlitBright = 0.15
  static let backlitDark = 0.4

  /// Measures every 16th pixel in both directions.
  public init(of frame: Frame) {
    let offset = frame.fullRange ? 0 : 16
    let span = frame.fullRange ? 255.0 : 219.0
    let black = offset + Int(0.15 * span)
    let white = offset + Int(0.9 * span)
    let limit = offset + Int(0.98 * span)
    var (sum, count, dark, bright, clipped) = (0, 0, 0, 0, 0)
    for y in stride(from: 0, to: frame.height, by: 16) {
      let row = frame.luma.start + (y >> frame.luma.shiftY) * frame.luma.stride
      for x in stride(from: 0, to: frame.width, by: 16) {
        let light = Int(row[x * frame.luma.step])
        sum += light
        count += 1
        if light < black { dark += 1 }
        if light > white { bright += 1 }
        if light > limit { clipped += 1 }
      }
    }
    let all = Double(max(count, 1))
    mean = min(max((Double(sum) / all - Double(offset)) / span, 0), 1)
    self.dark = Double(dark) / all
    self.bright = Double(bright) / all
    self.clipped = Double(clipped) / all
  }

  /// The verdict. Backlight comes first, because the mean then says little. It also says little when clipped
  /// hands are before a dark wall.
  public var verdict: Verdict {
    if bright >= Self.backlitBright, dark >= Self.backlitDark { return .backlit }
    if mean < Self.leastMean { return .tooDark }
    if mean > Self.mostMean || clipped >= Self.leastClipped { return .tooBright }
    return .good
  }
}

extension Frame {
  /// Mean brightness, 0...1, of every 16th pixel in both directions.
  public var meanLight: Double { Light(of: self).mean }
}
