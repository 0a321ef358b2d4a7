import Foundation
import GestureFlowAPI
import Notes
import SyntheticHands

/// A comparison of requested, played and heard tones.
/// The tones are those of a theremin script.
/// It is a pure function of a run's samples and its sound.
public struct ToneTable: Sendable {
  /// One steady tone or silence.
  public struct Row: Sendable, Equatable {
    /// The action of the hands.
    public var tone: SteadyTone
    /// Pitch requested by the height of the hand; nil for silence.
    /// It is in semitones as MIDI counts them.
    public var asked: Double?
    /// Pitch that the box set; nil for silence.
    public var played: Double?
    /// Pitch in the sound; nil for silence, and without a sound file.
    public var heard: Double?
    /// Gain of the tone as the box set it, 0...1.
    public var gain: Double?
    /// Whether the whole tone is as requested.
    public var isRight: Bool
  }

  /// Allowed errors of the pitch in cents, and of the gain.
  /// A landmark of the model is that close to the ground truth.
  static let mostCents = 60.0
  static let mostGain = 0.15
  /// Allowed difference of the played and the heard pitch, in cents.
  static let mostHeardCents = 15.0
  /// Seconds skipped at the start of each tone: camera, tracker and glide.
  static let settling = 0.5

  /// Rows in the order of the script.
  public let rows: [Row]
  /// Whether every row is right.
  public var isComplete: Bool { !rows.isEmpty && rows.allSatisfy(\.isRight) }

  /// Creates the table of a run.
  /// - Parameters:
  ///   - tones: of the script.
  ///   - samples: of the run, in which the script's first frame was the first processed one.
  ///   - range: of the instrument.
  ///   - sound: mono at 48 kHz; nil without a sound.
  public init(_ tones: [SteadyTone], _ samples: [ControlSample], range: NoteRange, sound: [Float]? = nil) {
    let begin = samples.first?.t ?? 0
    rows = tones.map { tone in
      let during = samples.filter { (tone.from + Self.settling...max(tone.to, tone.from + Self.settling)).contains($0.t - begin) }
      return Self.row(tone, during, range, sound)
    }
  }

  private static func row(_ tone: SteadyTone, _ samples: [ControlSample], _ range: NoteRange, _ sound: [Float]?) -> Row {
    let notes = samples.map { sample in sample.notes?.first { $0.note != nil } }
    let sounding = notes.compactMap { $0 }
    guard let position = tone.pitch else {
      return Row(tone: tone, isRight: !samples.isEmpty && sounding.isEmpty)
    }
    let asked = Double(range.pitch(at: position))
    let played = median(sounding.map { Double($0.note ?? 0) + $0.bendCents / 100 })
    let gain = median(sounding.map(\.expression))
    var row = Row(tone: tone, asked: asked, played: played, gain: gain, isRight: false)
    guard let played, let gain, sounding.count == samples.count else { return row }
    row.isRight = abs(played - asked) * 100 <= mostCents
    if let volume = tone.volume { row.isRight = row.isRight && abs(gain - Double(volume * volume)) <= mostGain }
    guard let sound else { return row }
    let frames = samples.compactMap(\.frame)
    guard let first = frames.first, let last = frames.last else { return row }
    let heard = pitch(in: sound, Int(first)..<Int(last), near: played)
    row.heard = heard
    row.isRight = row.isRight && heard.map { abs($0 - played) * 100 <= mostHeardCents } ?? false
    return row
  }

  static func median(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.sorted()[values.count / 2] }

  /// Returns the pitch of a sound by its autocorrelation.
  /// It is in semitones as MIDI counts them.
  /// - Parameters:
  ///   - sound: at 48 kHz.
  ///   - frames: the range to analyse; its middle counts.
  ///   - pitch: the expected pitch; the search covers three semitones on either side.
  /// - Returns: nil for silence and beyond the end of the sound.
  package static func pitch(in sound: [Float], _ frames: Range<Int>, near pitch: Double) -> Double? {
    let period = 48_000 / (440 * exp2((pitch - 69) / 12))
    let (shortest, longest) = (Int(period / exp2(0.25)), Int(period * exp2(0.25)) + 1)
    let window = 8 * longest
    let from = (frames.lowerBound + frames.upperBound - window) / 2
    guard from >= 0, from + window + longest + 1 < sound.count else { return nil }
    func likeness(_ lag: Int) -> Double { (0..<window).reduce(0) { $0 + Double(sound[from + $1]) * Double(sound[from + $1 + lag]) } }
    guard likeness(0) > 1e-6 * Double(window) else { return nil }
    let all = (shortest...longest).map(likeness)
    guard let best = all.indices.max(by: { all[$0] < all[$1] }), all.indices.contains(best - 1), all.indices.contains(best + 1) else {
      return nil
    }
    // A parabola through the three highest values.
    let (a, b, c) = (all[best - 1], all[best], all[best + 1])
    let lag = Double(shortest + best) + (a - c) / (2 * (a - 2 * b + c))
    return 69 + 12 * log2(48_000 / lag / 440)
  }

  /// The table as it is printed.
  public var text: String {
    func pitch(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "-" }
    let lines = rows.map { row in
      let asked = row.asked == nil ? "silence" : row.tone.volume == nil ? "one hand" : "two hands"
      return [
        String(format: "%.1f to %.1f s", row.tone.from, row.tone.to), asked, pitch(row.asked), pitch(row.played), pitch(row.heard),
        row.tone.volume.map { String(format: "%.2f", $0 * $0) } ?? "-", row.gain.map { String(format: "%.2f", $0) } ?? "-",
        row.isRight ? "right" : "WRONG",
      ]
    }
    let head = ["when", "played by", "pitch asked", "set", "heard", "gain asked", "set", ""]
    return ([head] + lines).map { line in
      line.map { $0.padding(toLength: 16, withPad: " ", startingAt: 0) }.joined().trimmingCharacters(in: .whitespaces)
    }.joined(separator: "\n")
  }

  /// A summary in one sentence.
  public var summary: String {
    let off = rows.compactMap { row in row.asked.flatMap { asked in row.played.map { abs($0 - asked) * 100 } } }
    let right = rows.filter(\.isRight).count
    return "\(right) of \(rows.count) right; pitch off by \(String(format: "%.0f", Self.median(off) ?? 0)) cents in the median"
  }
}
