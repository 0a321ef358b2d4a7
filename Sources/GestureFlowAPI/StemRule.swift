/// Rules that relate tempo, bars and lengths of a stem set.
///
/// The scan, which informs the owner, and the loader, which plays, share these rules. So neither accepts a set that
/// the other rejects. Tempi are thousandths of a quarter per minute, lengths are frames at 48 kHz.
package enum StemRule {
  /// Sample rate of all lengths, in frames per second.
  package static let rate = 48_000
  /// Allowed tempi of a set: those of `Tempo`.
  package static let tempi = Int(Tempo.range.lowerBound * 1000)...Int(Tempo.range.upperBound * 1000)
  /// Allowed difference between a sound and its bars in frames, 60 ms. Encoders add as much at both ends. A longer
  /// sound is cut off, a shorter one is padded.
  package static let slack: Int64 = 2880
  /// Rounding error of a length that counts as exact, in frames.
  private static let rounding: Int64 = 4

  /// Returns the length of a file in frames at 48 kHz.
  /// - Parameter frames: at its own rate.
  package static func frames(_ frames: Int64, rate: Int) -> Int64 {
    Int64((Double(frames) * (Double(Self.rate) / Double(rate))).rounded())
  }

  /// Returns the length of a number of bars in whole frames.
  /// - Parameters: - bars: up to 4000. - tempo: see `tempi`.
  package static func frames(ofBars bars: Int, tempo: Int, metre: Metre) -> Int64 {
    // Only the result is rounded. The frames of a minute, times 1000, are a whole number of eighths.
    Int64(bars) * Int64(metre.thirtySeconds) * (Int64(rate) * 60_000 / 8) / Int64(tempo)
  }

  /// Returns the length of a bar in frames, not rounded.
  /// - Parameter tempo: see `tempi`.
  package static func bar(tempo: Int, metre: Metre) -> Double { metre.quarters * 60_000 * Double(rate) / Double(tempo) }

  /// Returns the tempo of the longest of these sounds. It is a whole number or a whole tenth of quarters per minute
  /// if such a tempo fits all sounds to the frame.
  /// - Parameter sounds: those whose number of bars is known.
  /// - Returns: the tempo, which may lie outside `tempi`; nil if all lengths are 0.
  package static func tempo(of sounds: [(bars: Int, frames: Int64)], metre: Metre) -> Int? {
    guard let longest = sounds.max(by: { $0.frames < $1.frames }), longest.frames > 0 else { return nil }
    let exact = Double(longest.bars) * metre.quarters * 60_000 * Double(rate) / Double(longest.frames)
    guard exact < 1e9 else { return Int(1e9) }
    func isRight(_ tempo: Int) -> Bool {
      tempi.contains(tempo) && sounds.allSatisfy { abs($0.frames - frames(ofBars: $0.bars, tempo: tempo, metre: metre)) <= rounding }
    }
    let (whole, tenth) = (Int((exact / 1000).rounded()) * 1000, Int((exact / 100).rounded()) * 100)
    return isRight(whole) ? whole : isRight(tenth) ? tenth : Int(exact.rounded())
  }
}
