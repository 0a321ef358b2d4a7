import Foundation
import GestureFlowAPI

/// A note that began.
public struct HeardNote: Sendable, Equatable {
  /// MIDI note.
  public var note: UInt8
  /// When, in seconds from the sound's first frame.
  public var seconds: Double
  /// Its level soon afterwards, in dB under a sine of full scale.
  public var decibels: Double

  /// Out of its fields, as they are described here.
  public init(note: UInt8, seconds: Double, decibels: Double) {
    self.note = note
    self.seconds = seconds
    self.decibels = decibels
  }
}

/// Hears which notes begin in a sound, several at once. It knows nothing of what was played, but the wave: what may be an overtone of something louder is no note.
///
/// A note has begun where its fundamental has become 6 dB louder than it was just before, stays so, and stands out of what its neighbours give off. What lasts less than about a third of a second is not heard.
public struct NoteEar: Sendable {
  /// By so much, in dB, a fundamental rises at least.
  static let rise = 6.0
  /// Quieter notes than the loudest one less this, in dB, and quieter ones than the floor are not heard.
  static let scope = 35.0
  static let floor = -65.0
  /// Seconds over which the loudest moment before counts: longer than a period of any tremolo.
  static let memory = 0.25
  /// One note begins once within so many seconds.
  static let apart = 0.25
  /// A note that begins gives off so much to others at the most, in dB under itself: to the next semitone, the whole tone, farther ones.
  private static let givesOff = [0.0, 14, 20, 26, 26]
  private static let givesOffFarther = 32.0
  /// What an overtone may be above its share of the wave, in dB.
  private static let slack = 6.0

  private let low: Int
  private let levels: [NoteLevels]
  /// Semitones from a fundamental to each overtone, and its level under it in dB.
  private let overtones: [(semitones: Int, decibels: Double)]

  /// - Parameters:
  ///   - sound: left and right, 48 kHz.
  ///   - range: MIDI notes that may be played; it listens an octave beyond.
  ///   - wave: of the instrument.
  public init(_ sound: (left: [Float], right: [Float]), range: ClosedRange<Int>, wave: InstrumentWaveform) {
    let samples = NoteLevels.slow(sound.left, sound.right)
    low = max(range.lowerBound - 12, NoteLevels.lowest)
    let high = max(min(range.upperBound + 12, NoteLevels.highest), low)
    levels = (low...high).map { NoteLevels(of: $0, in: samples) }
    overtones = Self.overtones(of: wave)
  }

  /// The notes in the order in which they began.
  public var notes: [HeardNote] {
    let loudest = levels.map(\.loudest).max() ?? Self.floor
    let least = max(loudest - Self.scope, Self.floor)
    return levels.indices.flatMap { begun($0, least) }.sorted { $0.seconds < $1.seconds }
  }

  private static func overtones(of wave: InstrumentWaveform) -> [(semitones: Int, decibels: Double)] {
    let (multiples, slope): ([Int], Double) =
      switch wave {
      case .sine: ([], 0)
      case .triangle: ([3, 5, 7], 40)
      case .square: ([3, 5, 7], 20)
      case .saw: ([2, 3, 4, 5, 6, 7, 8], 20)
      }
    return multiples.map { (Int((12 * log2(Double($0))).rounded()), slope * log10(Double($0))) }
  }

  private func begun(_ place: Int, _ least: Double) -> [HeardNote] {
    let own = levels[place]
    let reach = own.reach
    let memory = Int(Self.memory / NoteLevels.hop)
    var found: [HeardNote] = []
    /// Of the places at which it seems to begin, one after the other, the clearest.
    var best: (at: Int, rise: Double)?
    for at in reach..<max(own.decibels.count - 2 * reach, reach) {
      let before = own.decibels[max(at - reach - memory, 0)...(at - reach)].max() ?? Self.floor
      let after = at + reach
      let level = min(own.decibels[after], own.decibels[after + reach])
      if level >= least, level >= before + Self.rise, standsOut(place, after), standsOut(place, after + reach) {
        if level - before > best?.rise ?? 0 { best = (at, level - before) }
      } else if let begin = best?.at {
        best = nil
        let seconds = own.begin(in: (begin - reach)...(begin + reach))
        if let last = found.last, seconds - last.seconds < Self.apart { continue }
        found.append(HeardNote(note: UInt8(low + place), seconds: seconds, decibels: own.decibels[begin + reach]))
      }
    }
    return found
  }

  /// It is more than what others give off, and no overtone of one.
  private func standsOut(_ place: Int, _ at: Int) -> Bool {
    let level = levels[place].decibels[at]
    for other in levels.indices where other != place {
      let distance = abs(other - place)
      let lost = distance < Self.givesOff.count ? Self.givesOff[distance] : Self.givesOffFarther
      if level < levels[other].decibels[at] - lost { return false }
    }
    for overtone in overtones where place >= overtone.semitones {
      if level < levels[place - overtone.semitones].decibels[at] - overtone.decibels + Self.slack { return false }
    }
    return true
  }
}
