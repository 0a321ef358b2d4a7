import Foundation
import Sound

/// The level of a note's fundamental over time.
/// It is a Fourier term in windows just long enough to separate it from the next semitone.
struct NoteLevels: Sendable {
  /// Seconds between two levels.
  static let hop = 0.02
  /// Seconds between two levels in the search for a start.
  private static let finely = 0.005
  /// Lowest and highest MIDI notes for which it is exact.
  static let lowest = 33
  static let highest = 100
  /// Decimation of the sound: only the highest note's fundamental is needed.
  private static let slowing = 6
  private static let rate = Double(SoundFormat.rate) / Double(slowing)
  /// Periods of a window: four Fourier lines between two semitones.
  /// A Hann window leaks to two lines.
  private static let periods = 4 / (exp2(1.0 / 12) - 1)

  /// Levels in dB under a sine of full scale, every `hop`.
  /// Each is in the middle of its window.
  let decibels: [Double]
  private let hertz: Double
  private let samples: [Float]
  /// Levels from a note's start to its first full window.
  let reach: Int

  var loudest: Double { decibels.max() ?? -120 }

  /// Measures a note.
  /// - Parameter samples: of `slow`.
  init(of note: Int, in samples: [Float]) {
    hertz = 440 * exp2(Double(note - 69) / 12)
    self.samples = samples
    let window = Window(hertz, seconds: Self.periods / hertz)
    reach = Int((Self.periods / hertz / 2 / Self.hop).rounded(.up)) + 1
    let step = Int(Self.hop * Self.rate)
    decibels = (0..<samples.count / step).map { 10 * log10(window.power(of: samples, around: $0 * step) + 1e-12) }
  }

  /// Returns the time of the steepest rise between two places, in seconds.
  /// The windows are too short to separate the note from its neighbours, but not from silence.
  func begin(in places: ClosedRange<Int>) -> Double {
    let window = Window(hertz, seconds: Self.periods / hertz / 4)
    let step = Int(Self.finely * Self.rate)
    let fine = Int((Self.hop / Self.finely).rounded())
    let first = places.lowerBound * fine - 2
    let levels: [Double] = (first...places.upperBound * fine + 2).map { place -> Double in
      window.power(of: samples, around: place * step).squareRoot()
    }
    var (steepest, rise) = (2, -1.0)
    for at in 2..<levels.count - 2 where levels[at + 2] - levels[at - 2] > rise {
      (steepest, rise) = (at, levels[at + 2] - levels[at - 2])
    }
    return Double(first + steepest) * Self.finely
  }

  /// A Fourier term under a Hann window.
  private struct Window {
    private var cosines: [Float] = []
    private var sines: [Float] = []

    init(_ hertz: Double, seconds: Double) {
      let length = Int(seconds * NoteLevels.rate)
      for i in 0..<length {
        let window = (1 - cos(2 * .pi * (Double(i) + 0.5) / Double(length))) * 2 / Double(length)
        let angle = 2 * .pi * hertz * Double(i) / NoteLevels.rate
        cosines.append(Float(window * cos(angle)))
        sines.append(Float(window * sin(angle)))
      }
    }

    /// Returns the power. It is 1 for a sine of full scale. There is silence outside the samples.
    func power(of samples: [Float], around middle: Int) -> Double {
      let from = middle - cosines.count / 2
      let begin = max(0, -from)
      var (re, im): (Float, Float) = (0, 0)
      for i in begin..<max(begin, min(cosines.count, samples.count - from)) {
        re += samples[from + i] * cosines[i]
        im += samples[from + i] * sines[i]
      }
      return Double(re * re + im * im)
    }
  }

  /// Returns the mono sum at a sixth of the rate.
  /// It is filtered for that rate.
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
