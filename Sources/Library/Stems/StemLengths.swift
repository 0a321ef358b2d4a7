import GestureFlowAPI

/// Compares the lengths of a set's files with its bars and tempo. It uses the loader's rule (`StemRule`), so that the
/// loader does not reject a set accepted here.
package struct StemLengths: Sendable, Equatable {
  /// One channel: its description, and the length of its file.
  package struct Channel: Sendable, Equatable {
    /// Name in reasons, cleaned.
    package var name: String
    /// As described; nil if not given.
    package var bars: Int?
    /// Length in seconds; nil if unknown.
    package var seconds: Double?
    /// Sample rate in Hz; nil if it was not read.
    package var rate: Int?

    package init(_ name: String, bars: Int? = nil, seconds: Double?, rate: Int? = nil) {
      self.name = name
      self.bars = bars
      self.seconds = seconds
      self.rate = rate
    }

    /// Length in frames of 48 kHz; nil if unknown. If the rate is known, it is exactly the loader's. A length too
    /// large for the type becomes the largest value.
    fileprivate var frames: Int64? {
      guard let seconds else { return nil }
      guard seconds <= 2 * StemSetPlan.mostSeconds else { return .max }
      let rate = rate ?? StemRule.rate
      return StemRule.frames(Int64((max(seconds, 0) * Double(rate)).rounded()), rate: rate)
    }
  }

  /// Frames by which a file may differ from its bars. It is a millisecond less than the loader's tolerance. The
  /// loader checks again after decoding, which may give some frames fewer.
  private static let slack = StemRule.slack - 48
  /// Maximum deviation of exact lengths, as a share of a bar. It separates whole bars from songs: with short bars
  /// `slack` is a tenth of a bar.
  private static let exactly = 0.05
  /// Maximum number of frames of a channel.
  private static let longest = Int64(StemSetPlan.mostSeconds) * Int64(StemRule.rate)

  /// Reasons why it cannot be played as a set.
  package private(set) var refusals = StemReasons()
  /// Values that the owner should give, although the set plays without them.
  package private(set) var remarks = StemReasons()
  /// Whether every length is known and is whole bars.
  package private(set) var isExact = true
  private let metre: Metre

  /// - Parameters:
  ///   - milliBPM: thousandths of a quarter per minute. If nil, the tempo is derived from the longest channel with
  ///     given bars.
  ///   - metre: metre of the bars.
  ///   - channels: at least one.
  package init(milliBPM: Int?, metre: Metre = .common, _ channels: [Channel]) {
    self.metre = metre
    guard let tempo = milliBPM ?? findTempo(channels) else {
      isExact = false
      return
    }
    for channel in channels { judge(channel, tempo, isSaid: milliBPM != nil) }
  }

  /// Derives the tempo from lengths and bars. Adds a refusal and returns nil if no playable tempo results.
  private mutating func findTempo(_ channels: [Channel]) -> Int? {
    let known = channels.compactMap { channel in
      channel.bars.flatMap { bars in channel.frames.map { (bars: bars, frames: $0, channel: channel) } }
    }
    guard let found = StemRule.tempo(of: known.map { ($0.bars, $0.frames) }, metre: metre),
      let longest = known.max(by: { $0.frames < $1.frames })
    else {
      refusals.add("the tempo is missing, and no channel has both its bars and a known length: give the tempo")
      return nil
    }
    if StemRule.tempi.contains(found) { return found }
    refusals.add(
      "the tempo is missing, and that of '\(longest.channel.name)' (\(Self.text(longest.channel.seconds ?? 0)) s, \(words(longest.bars))) would be "
        + "\(Self.bpm(found)): give the tempo, or correct its bars")
    return nil
  }

  private mutating func judge(_ channel: Channel, _ tempo: Int, isSaid: Bool) {
    guard let frames = channel.frames, let seconds = channel.seconds else {
      isExact = false
      // Without the tempo, the loader would have to decode the file. It needs its place in the set.
      if channel.bars == nil || !isSaid {
        refusals.add("'\(channel.name)' does not say how long it is: give its bars and the tempo, or export it as WAV or FLAC")
      }
      return
    }
    guard frames <= Self.longest else {
      isExact = false
      return refusals.add("'\(channel.name)' lasts \(Self.text(seconds)) s, and a channel may last an hour: shorten it")
    }
    let bar = StemRule.bar(tempo: tempo, metre: metre)
    let long = Double(frames) / bar
    let bars = channel.bars ?? max(1, Int(long.rounded()))
    let most = StemSetPlan.bars.upperBound
    guard bars <= most else {
      isExact = false
      return refusals.add(
        "'\(channel.name)' lasts \(Self.text(seconds)) s, which is more than \(words(most)) at \(Self.bpm(tempo)): shorten it")
    }
    let wanted = StemRule.frames(ofBars: bars, tempo: tempo, metre: metre)
    let off = abs(frames - wanted)
    if Double(off) > Self.exactly * bar { isExact = false }
    let full = Self.text(Double(wanted) / Double(StemRule.rate))
    switch (off <= Self.slack, channel.bars) {
    case (false, let said?):
      isExact = false
      refusals.add(
        "'\(channel.name)' lasts \(Self.text(seconds)) s and \(words(said)) at \(Self.bpm(tempo)) are \(full) s: "
          + "correct its bars, its length or the tempo")
    case (false, nil):
      isExact = false
      refusals.add(
        "'\(channel.name)' lasts \(Self.text(seconds)) s, \(Self.text(long)) bars at \(Self.bpm(tempo)), and \(words(bars)) are \(full) s: "
          + "make it whole bars long, or correct the tempo")
    case (true, nil) where Double(off) > Self.exactly * bar:
      remarks.add(
        "'\(channel.name)' lasts \(Self.text(seconds)) s, \(Self.text(long)) bars at \(Self.bpm(tempo)), and its bars are missing: give them"
      )
    case (true, _): break
    }
  }

  /// Returns bars in words. A metre other than 4/4 is added.
  private func words(_ bars: Int) -> String { (bars == 1 ? "1 bar" : "\(bars) bars") + (metre == .common ? "" : " of \(metre)") }

  private static func bpm(_ tempo: Int) -> String { "\(text(Double(tempo) / 1000)) BPM" }

  /// Formats with at most two decimal places, without trailing zeros.
  private static func text(_ value: Double) -> String {
    let hundredths = value.isFinite ? Int((min(max(value, -1e9), 1e9) * 100).rounded()) : 0
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
