import GestureFlowAPI

/// What a `stems.toml` or a folder's names say of a stem set, before its sound files were looked at.
package struct StemSetPlan: Sendable, Equatable {
  /// One channel.
  package struct Channel: Sendable, Equatable {
    /// Path of the sound file from the set's folder.
    package var file: String
    /// What is shown, cleaned, never empty.
    package var name: String
    /// Length in bars, 1...4000; nil when it is not said.
    package var bars: Int?
    /// Factor, 0...4.
    package var gain: Double

    package init(file: String, name: String, bars: Int? = nil, gain: Double = 1) {
      self.file = file
      self.name = name
      self.bars = bars
      self.gain = gain
    }
  }

  /// Bars that a channel may have.
  package static let bars = 1...4000
  /// Seconds that a channel may last.
  package static let mostSeconds = 3600.0
  /// Thousandths of a quarter a minute that a set may have: 20 to 400 quarters a minute.
  package static let milliBPM = 20_000...400_000
  /// Most channels of a set.
  package static let mostChannels = 4
  /// Longest name that is kept, in characters.
  package static let longestName = 60

  /// What is shown, cleaned; nil when it is not said.
  package var name: String?
  /// Tempo in thousandths of a quarter a minute; nil when it is not said.
  package var milliBPM: Int?
  /// Time signature; 4/4 when it is not said.
  package var metre: Metre
  /// The key, as its maker writes it, cleaned; nil when it is not said.
  package var key: String?
  /// One to four.
  package var channels: [Channel]

  package init(name: String? = nil, milliBPM: Int? = nil, metre: Metre = .common, key: String? = nil, channels: [Channel]) {
    self.name = name
    self.milliBPM = milliBPM
    self.metre = metre
    self.key = key
    self.channels = channels
  }

  /// A tempo as it is written: `110` or `110.5`.
  package static func text(milliBPM: Int) -> String {
    let (whole, rest) = milliBPM.quotientAndRemainder(dividingBy: 1000)
    guard rest != 0 else { return "\(whole)" }
    var digits = String(rest + 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}

/// Reasons, as one sentence: the first of them and how many more there are.
package struct StemReasons: Sendable, Equatable {
  private static let mostTold = 3
  /// The first reasons.
  package private(set) var told: [String] = []
  /// All reasons, those too that are not kept.
  package private(set) var count = 0

  package init(_ reasons: [String] = []) { for reason in reasons { add(reason) } }

  package mutating func add(_ reason: String) {
    count += 1
    if told.count < Self.mostTold { told.append(reason) }
  }

  /// Nil when there is none.
  package var sentence: String? {
    guard count > 0 else { return nil }
    return told.joined(separator: "; ") + (count > told.count ? " (and \(count - told.count) more)" : "")
  }
}
