import GestureFlowAPI

/// Whether a set's sound files are as long as its bars and its tempo say.
///
/// A bar has four beats: at T beats a minute it lasts 240 / T seconds.
package struct StemLengths: Sendable, Equatable {
  /// One channel: what is said of it, and how long its file is.
  package struct Channel: Sendable, Equatable {
    /// What it is called in reasons, cleaned.
    package var name: String
    /// As said; nil when nothing is.
    package var bars: Int?
    /// Seconds; nil if the file does not say.
    package var seconds: Double?

    package init(_ name: String, bars: Int? = nil, seconds: Double?) {
      self.name = name
      self.bars = bars
      self.seconds = seconds
    }
  }

  /// Share of a bar, a beat, by which a file may be longer or shorter than its bars: more is no untidy cut.
  private static let tolerance = 0.25
  /// Share of a bar by which whole bars are told from songs: the padding of an MP3 file is a fortieth of a bar.
  private static let exactly = 0.05

  /// Why it cannot be played as a set.
  package private(set) var refusals = StemReasons()
  /// What does not agree, and could be played all the same.
  package private(set) var remarks = StemReasons()
  /// Every length is known and whole bars.
  package private(set) var isExact = true

  /// - Parameters:
  ///   - milliBPM: thousandths of a beat a minute; nil when it is not said, and is then found from the longest channel whose bars are.
  ///   - channels: at least one.
  package init(milliBPM: Int?, _ channels: [Channel]) {
    let longest = channels.filter { $0.bars != nil && ($0.seconds ?? 0) > 0 }.max { ($0.seconds ?? 0) < ($1.seconds ?? 0) }
    var tempo = milliBPM.map { Double($0) / 1000 }
    if tempo == nil, let longest, let bars = longest.bars, let seconds = longest.seconds {
      let found = Double(bars) * 240 / seconds
      guard (20...400).contains(found) else {
        isExact = false
        refusals.add(
          "there is no tempo, and that of '\(longest.name)' (\(Self.text(seconds)) s, \(Self.bars(bars))) would be \(Self.text(found)) BPM: "
            + "give the tempo, or correct its bars")
        return
      }
      tempo = found
    }
    guard let tempo else {
      isExact = false
      refusals.add("there is no tempo, and no channel whose bars are said and whose length is known: give the tempo")
      return
    }
    for channel in channels { judge(channel, tempo) }
  }

  private mutating func judge(_ channel: Channel, _ tempo: Double) {
    guard let seconds = channel.seconds else {
      isExact = false
      if channel.bars == nil { refusals.add("'\(channel.name)' does not say how long it is: give its bars") }
      return
    }
    let long = seconds * tempo / 240
    guard seconds <= StemSetPlan.mostSeconds else {
      isExact = false
      return refusals.add("'\(channel.name)' lasts \(Self.text(seconds)) s, and a channel may last an hour: shorten it")
    }
    let limit = Double(StemSetPlan.bars.upperBound)
    guard long <= limit + Self.tolerance else {
      isExact = false
      return refusals.add(
        "'\(channel.name)' lasts \(Self.text(seconds)) s, which is more than \(StemSetPlan.bars.upperBound) bars at \(Self.text(tempo)) BPM: shorten it"
      )
    }
    guard channel.bars != nil || long >= 0.5 else {
      isExact = false
      return refusals.add("'\(channel.name)' lasts \(Self.text(seconds)) s, which is not half a bar: give its bars")
    }
    let bars = channel.bars ?? Int(long.rounded())
    let off = abs(long - Double(bars))
    if off > Self.exactly { isExact = false }
    // What is not said is taken for the nearest whole number: that is worth a word from far less on.
    guard let said = channel.bars else {
      if off > Self.exactly {
        remarks.add(
          "'\(channel.name)' lasts \(Self.text(seconds)) s, \(Self.text(long)) bars at \(Self.text(tempo)) BPM, and its bars are not said: give them"
        )
      }
      return
    }
    if off > Self.tolerance {
      remarks.add(
        "'\(channel.name)' lasts \(Self.text(seconds)) s and \(Self.bars(said)) at \(Self.text(tempo)) BPM are \(Self.text(Double(said) * 240 / tempo)) s: "
          + "correct its bars, its length or the tempo")
    }
  }

  private static func bars(_ bars: Int) -> String { bars == 1 ? "1 bar" : "\(bars) bars" }

  /// Two digits at the most, and none that are zero.
  private static func text(_ value: Double) -> String {
    let hundredths = value.isFinite ? Int((min(max(value, -1e9), 1e9) * 100).rounded()) : 0
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
