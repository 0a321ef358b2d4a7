/// How a picture is lit: what a hand needs to be seen.
public struct Light: Sendable, Equatable {
  /// What there is to say of it, for status and doctor.
  public enum Verdict: String, Sendable, Codable, CaseIterable {
    case good, tooDark, tooBright, backlit
  }

  /// Mean brightness, 0...1.
  public let mean: Double
  /// Share of the picture that is nearly black (below 0.15 of full brightness), 0...1.
  public let dark: Double
  /// Share of the picture that is nearly white (above 0.9), 0...1.
  public let bright: Double

  /// Mean brightness below which hands are lost in noise.
  static let leastMean = 0.12
  /// Mean brightness above which skin runs into white.
  static let mostMean = 0.85
  /// A window: this much of the picture is white while that much beside it is black.
  static let backlitBright = 0.15
  static let backlitDark = 0.4

  /// Looks at every 16th pixel in both directions.
  public init(of frame: Frame) {
    let offset = frame.fullRange ? 0 : 16
    let span = frame.fullRange ? 255.0 : 219.0
    let black = offset + Int(0.15 * span)
    let white = offset + Int(0.9 * span)
    var sum = 0
    var count = 0
    var dark = 0
    var bright = 0
    for y in stride(from: 0, to: frame.height, by: 16) {
      let row = frame.luma.start + (y >> frame.luma.shiftY) * frame.luma.stride
      for x in stride(from: 0, to: frame.width, by: 16) {
        let light = Int(row[x * frame.luma.step])
        sum += light
        count += 1
        if light < black { dark += 1 }
        if light > white { bright += 1 }
      }
    }
    let all = Double(max(count, 1))
    mean = min(max((Double(sum) / all - Double(offset)) / span, 0), 1)
    self.dark = Double(dark) / all
    self.bright = Double(bright) / all
  }

  /// Backlight comes first: there the mean may be anything.
  public var verdict: Verdict {
    if bright >= Self.backlitBright, dark >= Self.backlitDark { return .backlit }
    if mean < Self.leastMean { return .tooDark }
    if mean > Self.mostMean { return .tooBright }
    return .good
  }
}

extension Frame {
  /// Mean brightness, 0...1, of every 16th pixel in both directions.
  public var meanLight: Double { Light(of: self).mean }
}
