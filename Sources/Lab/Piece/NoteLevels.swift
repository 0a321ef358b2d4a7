import Foundation
import Sound

/// How loud a note's fundamental is over time: a Fourier term in windows that are just long enough to keep it apart from the next semitone.
struct NoteLevels: Sendable {
  /// Seconds between two levels.
  static let hop = 0.02
  /// MIDI notes between which it is exact.
  static let lowest = 33
  static let highest = 100
  /// Samples of the slowed sound in a second: what is above the highest note's fundamental is not asked for.
  private static let slowing = 6
  private static let rate = Double(SoundFormat.rate) / Double(slowing)
  /// Periods of a window: four lines of Fourier's lie between two semitones, and a Hann window gives off to two.
  private static let periods = 4 / (exp2(1.0 / 12) - 1)

  /// In dB under a sine of full scale, one for every `hop`, each in the middle of its window.
  let decibels: [Double]
  /// Levels from a note's beginning to the first window that has all of it.
  let reach: Int

  var loudest: Double { decibels.max() ?? -120 }

  /// - Parameter samples: of `slow`.
  init(of note: Int, in samples: [Float]) {
    let hertz = 440 * exp2(Double(note - 69) / 12)
    let length = Int(Self.periods / hertz * Self.rate)
    reach = Int((Double(length) / 2 / Self.rate / Self.hop).rounded(.up)) + 1
    var (cosines, sines) = ([Float](repeating: 0, count: length), [Float](repeating: 0, count: length))
    for i in 0..<length {
      let window = (1 - cos(2 * .pi * (Double(i) + 0.5) / Double(length))) * 2 / Double(length)
      let angle = 2 * .pi * hertz * Double(i) / Self.rate
      cosines[i] = Float(window * cos(angle))
      sines[i] = Float(window * sin(angle))
    }
    let step = Int(Self.hop * Self.rate)
    decibels = (0..<samples.count / step).map { place in
      let from = place * step - length / 2
      var (re, im): (Float, Float) = (0, 0)
      for i in max(0, -from)..<max(min(length, samples.count - from), max(0, -from)) {
        re += samples[from + i] * cosines[i]
        im += samples[from + i] * sines[i]
      }
      return 10 * log10(Double(re * re + im * im) + 1e-12)
    }
  }

  /// Seconds at which it first comes up to a level within some places.
  func crossing(of level: Double, in places: ClosedRange<Int>) -> Double {
    guard let at = places.first(where: { decibels[$0] >= level }), at > places.lowerBound else {
      return Double(places.lowerBound) * Self.hop
    }
    let (below, above) = (decibels[at - 1], decibels[at])
    return (Double(at - 1) + (level - below) / max(above - below, 1e-9)) * Self.hop
  }

  /// Both sides together at a sixth of the rate, without what the slower rate cannot hold.
  static func slow(_ left: [Float], _ right: [Float]) -> [Float] {
    let half = 16 * slowing
    let taps = (-half...half).map { i -> Float in
      let x = Double(i) * 0.9 / Double(slowing)
      let sinc = i == 0 ? 1 : sin(.pi * x) / (.pi * x)
      return Float(sinc * (0.5 + 0.5 * cos(.pi * Double(i) / Double(half + 1))) * 0.9 / Double(slowing))
    }
    let count = min(left.count, right.count)
    return (0..<count / slowing).map { place in
      let middle = place * slowing
      var sum: Float = 0
      for i in max(-half, -middle)...min(half, count - 1 - middle) { sum += taps[i + half] * (left[middle + i] + right[middle + i]) }
      return sum / 2
    }
  }
}
