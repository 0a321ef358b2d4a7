import Realtime

/// A converter from a writer's bytes to stereo frames. Input may end anywhere; an incomplete frame waits for its
/// rest.
package struct PipeFormat {
  /// Bytes of a sample, and of a frame.
  let sample: Int
  package let frame: Int
  private let format: PipeSettings.Format
  private let mix: StereoMix
  /// Number of NaN or huge samples so far, which become silence.
  package private(set) var badSamples = 0

  package init(_ settings: PipeSettings) {
    format = settings.format
    sample =
      switch settings.format {
      case .s16: 2
      case .s24: 3
      case .s32, .f32: 4
      }
    frame = sample * settings.channels
    mix = StereoMix(channels: settings.channels)
  }

  /// Converts frames to stereo.
  /// - Parameters:
  ///   - bytes: `count` whole frames.
  ///   - left, right: room for the same number of samples.
  package mutating func convert(
    _ bytes: UnsafePointer<UInt8>, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
  ) {
    let channels = mix.left.count
    for i in 0..<count {
      let from = bytes + i * frame
      if channels == 2 {
        left[i] = value(from)
        right[i] = value(from + sample)
        continue
      }
      var (l, r): (Float, Float) = (0, 0)
      for channel in 0..<channels {
        let x = value(from + channel * sample)
        l += x * mix.left[channel]
        r += x * mix.right[channel]
      }
      left[i] = l
      right[i] = r
    }
  }

  private mutating func value(_ p: UnsafePointer<UInt8>) -> Float {
    switch format {
    case .s16: return Float(Int16(truncatingIfNeeded: Int(p[0]) | Int(p[1]) << 8)) * 0x1p-15
    case .s24:
      let high = Int32(truncatingIfNeeded: Int(p[0]) << 8 | Int(p[1]) << 16 | Int(p[2]) << 24)
      return Float(high >> 8) * 0x1p-23
    case .s32: return Float(Int32(truncatingIfNeeded: word(p))) * 0x1p-31
    case .f32:
      let x = Float(bitPattern: UInt32(truncatingIfNeeded: word(p)))
      // A larger value cannot be sound: the limit is 36 dB over full scale.
      if abs(x) <= 64 { return x }
      badSamples += 1
      return 0
    }
  }

  private func word(_ p: UnsafePointer<UInt8>) -> Int { Int(p[0]) | Int(p[1]) << 8 | Int(p[2]) << 16 | Int(p[3]) << 24 }
}
