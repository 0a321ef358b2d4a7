import Foundation
import GestureFlowAPI

/// A note that began.
public struct HeardNote: Sendable, Equatable {
  /// MIDI note.
  public var note: UInt8
  /// Time in seconds from the sound's first frame.
  public var seconds: Double
  /// Its level soon afterwards, in dB under a sine of full scale.
  public var decibels: Double

  /// Creates a note from its fields.
  public init(note: UInt8, seconds: Double, decibels: Double) {
    self.note = note
    self.seconds = seconds
    self.decibels = decibels
  }
}

/// A detector of notes that begin in a sound, several at once.
/// It knows only the wave of the instrument: a tone that may be an overtone of a louder one is not a note.
///
/// A note has begun if its fundamental has become 6 dB louder than just before, stays so, and exceeds the
/// leakage of its neighbours. Notes shorter than about a third of a second are not detected.
public struct NoteEar: Sendable {
  /// Smallest rise of a fundamental, in dB.
  static let rise = 6.0
  /// Limits of the level of a note, in dB.
  /// Notes more than `scope` below the loudest one, or below `floor`, are not detected.
  static let scope = 35.0
  static let floor = -65.0
  /// Time over which the loudest moment before counts, in seconds.
  /// It is longer than a period of any tremolo.
  static let memory = 0.25
  /// Shortest time between two starts of the same note, in seconds.
  static let apart = 0.25
  /// Largest leakage of a starting note to others, in dB under itself.
  /// The others are the next semitone, the whole tone, farther ones.
  private static let givesOff = [0.0, 14, 20, 26, 26]
  private static let givesOffFarther = 32.0
  /// Allowed excess of an overtone over its part, in dB.
  private static let slack = 6.0

  private let low: Int
  private let levels: [NoteLevels]
  /// Distance and level of each overtone.
  /// They are in semitones from the fundamental, and in dB under it.
  private let overtones: [(semitones: Int, decibels: Double)]

  /// Creates a detector.
  /// - Parameters:
  ///   - sound: left and right, 48 kHz.
  ///   - range: MIDI notes that may be played; the search covers another octave at both ends.
  ///   - wave: of the instrument.
  public init(_ sound: (left: [Float], right: [Float]), range: ClosedRange<Int>, wave: InstrumentWaveform) {
    let samples = NoteLevels.slow(sound.left, sound.right)
    low = max(range.lowerBound - 12, NoteLevels.lowest)
    let high = max(min(range.upperBound + 12, NoteLevels.highest), low)
    levels = (low...high).map { NoteLevels(of: $0, in: samples) }
    overtones = Self.overtones(of: wave)
  }

  /// The notes in the order of their starts.
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
    /// The clearest of consecutive places at which the note seems to begin.
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

  /// Whether the level exceeds leakage and overtones of other notes.
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
