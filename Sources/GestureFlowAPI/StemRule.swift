/// How tempo, bars and lengths of a stem set belong together: one rule for the scan, which tells the owner, and for the loader, which plays, so that the one takes nothing that the other refuses.
///
/// Tempi are thousandths of a quarter a minute, lengths frames of 48 kHz.
package enum StemRule {
  /// Frames a second of all lengths.
  package static let rate = 48_000
  /// Tempi that a set may have: those of `StemRange`.
  package static let tempi = Int(StemRange.tempi.lowerBound * 1000)...Int(StemRange.tempi.upperBound * 1000)
  /// Frames that a sound may be shorter or longer than its bars, 60 ms: what encoders add at both ends. It is cut off or filled up.
  package static let slack: Int64 = 2880
  /// Frames by which a length is right that was rounded somewhere.
  private static let rounding: Int64 = 4

  /// Length of a file of another rate. - Parameter frames: at its own rate.
  package static func frames(_ frames: Int64, rate: Int) -> Int64 {
    Int64((Double(frames) * (Double(Self.rate) / Double(rate))).rounded())
  }

  /// Length of so many bars, a broken frame left out. - Parameters: - bars: up to 4000. - tempo: see `tempi`.
  package static func frames(ofBars bars: Int, tempo: Int, metre: Metre) -> Int64 {
    // A minute of frames, times 1000, is a whole number of eighths: nothing is rounded but the result.
    Int64(bars) * Int64(metre.thirtySeconds) * (Int64(rate) * 60_000 / 8) / Int64(tempo)
  }

  /// Length of a bar in frames, not rounded. - Parameter tempo: see `tempi`.
  package static func bar(tempo: Int, metre: Metre) -> Double { metre.quarters * 60_000 * Double(rate) / Double(tempo) }

  /// The tempo that the longest of these sounds has; a whole number or a whole tenth of quarters a minute where that is right to the frame for all of them.
  /// - Parameter sounds: those whose bars are known.
  /// - Returns: which may lie beyond `tempi`; nil where no sound has a length.
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
