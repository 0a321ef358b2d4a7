import GestureFlowAPI

/// A stem set as described by a `stems.toml` or by file names. Its sound files are not checked yet.
package struct StemSetPlan: Sendable, Equatable {
  /// One channel.
  package struct Channel: Sendable, Equatable {
    /// Path of the sound file from the set's folder.
    package var file: String
    /// The displayed name, cleaned, never empty.
    package var name: String
    /// Length in bars, 1...4000; nil if not given.
    package var bars: Int?
    /// Gain as a linear factor, 0...4.
    package var gain: Double

    package init(file: String, name: String, bars: Int? = nil, gain: Double = 1) {
      self.file = file
      self.name = name
      self.bars = bars
      self.gain = gain
    }
  }

  /// Allowed number of bars of a channel.
  package static let bars = 1...4000
  /// Allowed gain of a channel.
  package static let gains = 0.0...4.0
  /// Maximum length of a channel in seconds.
  package static let mostSeconds = 3600.0
  /// Allowed tempo in thousandths of a quarter per minute. It is 20 to 400 quarters per minute.
  package static let milliBPM = 20_000...400_000
  /// Maximum number of channels of a set.
  package static let mostChannels = 4
  /// Maximum length of a name, in characters.
  package static let longestName = 60

  /// The displayed name, cleaned; nil if not given.
  package var name: String?
  /// Tempo in thousandths of a quarter per minute; nil if not given.
  package var milliBPM: Int?
  /// Time signature; 4/4 if not given.
  package var metre: Metre
  /// The key as the author writes it, cleaned; nil if not given.
  package var key: String?
  /// One to four channels.
  package var channels: [Channel]

  package init(name: String? = nil, milliBPM: Int? = nil, metre: Metre = .common, key: String? = nil, channels: [Channel]) {
    self.name = name
    self.milliBPM = milliBPM
    self.metre = metre
    self.key = key
    self.channels = channels
  }

  /// Returns a tempo as text: `110` or `110.5`.
  package static func text(milliBPM: Int) -> String {
    let (whole, rest) = milliBPM.quotientAndRemainder(dividingBy: 1000)
    guard rest != 0 else { return "\(whole)" }
    var digits = String(rest + 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}

/// Collects reasons and joins them to one sentence. The sentence has the first reasons and the number of the others.
package struct StemReasons: Sendable, Equatable {
  private static let mostReported = 3
  /// The first reasons, which are kept.
  package private(set) var reported: [String] = []
  /// Number of all reasons, including those that are not kept.
  package private(set) var count = 0

  package init(_ reasons: [String] = []) { for reason in reasons { add(reason) } }

  package mutating func add(_ reason: String) {
    count += 1
    if reported.count < Self.mostReported { reported.append(reason) }
  }

  /// The reasons as one sentence; nil without a reason.
  package var sentence: String? {
    guard count > 0 else { return nil }
    return reported.joined(separator: "; ") + (count > reported.count ? " (and \(count - reported.count) more)" : "")
  }
}
