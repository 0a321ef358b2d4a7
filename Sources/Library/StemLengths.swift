import GestureFlowAPI

/// Whether a set's sound files are as long as its bars and its tempo say, by the rule of the loader (`StemRule`): what suits here is not refused there.
package struct StemLengths: Sendable, Equatable {
  /// One channel: what is said of it, and how long its file is.
  package struct Channel: Sendable, Equatable {
    /// What it is called in reasons, cleaned.
    package var name: String
    /// As said; nil when nothing is.
    package var bars: Int?
    /// Seconds; nil if the file does not say.
    package var seconds: Double?
    /// Hz; nil when the file was not looked at for that.
    package var rate: Int?

    package init(_ name: String, bars: Int? = nil, seconds: Double?, rate: Int? = nil) {
      self.name = name
      self.bars = bars
      self.seconds = seconds
      self.rate = rate
    }

    /// Length in frames of 48 kHz, to the frame the loader's where the rate is known; nil if the file does not say. What no number holds is the largest one.
    fileprivate var frames: Int64? {
      guard let seconds else { return nil }
      guard seconds <= 2 * StemSetPlan.mostSeconds else { return .max }
      let rate = rate ?? StemRule.rate
      return StemRule.frames(Int64((max(seconds, 0) * Double(rate)).rounded()), rate: rate)
    }
  }

  /// Frames by which a file may be shorter or longer than its bars. A millisecond less than the loader's: it judges once more what was decoded, which may be some frames fewer.
  private static let slack = StemRule.slack - 48
  /// Share of a bar by which whole bars are told from songs, besides: of fast bars the slack is a tenth.
  private static let exactly = 0.05
  /// Frames that a channel may have.
  private static let longest = Int64(StemSetPlan.mostSeconds) * Int64(StemRule.rate)

  /// Why it cannot be played as a set.
  package private(set) var refusals = StemReasons()
  /// What the owner better says, though it can be played as it is.
  package private(set) var remarks = StemReasons()
  /// Every length is known and whole bars.
  package private(set) var isExact = true
  private let metre: Metre

  /// - Parameters:
  ///   - milliBPM: thousandths of a quarter a minute; nil when it is not said, and is then found from the longest channel whose bars are.
  ///   - metre: of the bars.
  ///   - channels: at least one.
  package init(milliBPM: Int?, metre: Metre = .common, _ channels: [Channel]) {
    self.metre = metre
    guard let tempo = milliBPM ?? findTempo(channels) else {
      isExact = false
      return
    }
    for channel in channels { judge(channel, tempo, isSaid: milliBPM != nil) }
  }

  /// The tempo that lengths and bars have; a refusal, and nil, when they have none that can be played.
  private mutating func findTempo(_ channels: [Channel]) -> Int? {
    let known = channels.compactMap { channel in
      channel.bars.flatMap { bars in channel.frames.map { (bars: bars, frames: $0, channel: channel) } }
    }
    guard let found = StemRule.tempo(of: known.map { ($0.bars, $0.frames) }, metre: metre),
      let longest = known.max(by: { $0.frames < $1.frames })
    else {
      refusals.add("there is no tempo, and no channel whose bars are said and whose length is known: give the tempo")
      return nil
    }
    if StemRule.tempi.contains(found) { return found }
    refusals.add(
      "there is no tempo, and that of '\(longest.channel.name)' (\(Self.text(longest.channel.seconds ?? 0)) s, \(words(longest.bars))) would be "
        + "\(Self.bpm(found)): give the tempo, or correct its bars")
    return nil
  }

  private mutating func judge(_ channel: Channel, _ tempo: Int, isSaid: Bool) {
    guard let frames = channel.frames, let seconds = channel.seconds else {
      isExact = false
      // Without the tempo the loader would have to decode it to know its place in the set.
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
        "'\(channel.name)' lasts \(Self.text(seconds)) s, \(Self.text(long)) bars at \(Self.bpm(tempo)), and its bars are not said: give them"
      )
    case (true, _): break
    }
  }

  /// Bars in words, with their metre where it is not the usual one.
  private func words(_ bars: Int) -> String { (bars == 1 ? "1 bar" : "\(bars) bars") + (metre == .common ? "" : " of \(metre)") }

  private static func bpm(_ tempo: Int) -> String { "\(text(Double(tempo) / 1000)) BPM" }

  /// Two digits at the most, and none that are zero.
  private static func text(_ value: Double) -> String {
    let hundredths = value.isFinite ? Int((min(max(value, -1e9), 1e9) * 100).rounded()) : 0
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
