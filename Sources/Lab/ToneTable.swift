import Foundation
import GestureFlowAPI
import Notes
import Performer

/// Compares the tones that a script of mode theremin plays with what the box made of them, and with what is heard. Pure: a run's samples and its sound come in.
public struct ToneTable: Sendable {
  /// One steady tone or silence.
  public struct Row: Sendable, Equatable {
    /// What the hands did.
    public var tone: SteadyTone
    /// Pitch that the hands' height asks for, in semitones as MIDI counts them; nil for silence.
    public var asked: Double?
    /// Pitch that the box set; nil for silence.
    public var played: Double?
    /// Pitch in the sound; nil for silence, and where there is no sound file.
    public var heard: Double?
    /// Gain of the tone as the box set it, 0...1.
    public var gain: Double?
    /// All of it is as it was asked for.
    public var isRight: Bool
  }

  /// Cents by which a pitch may be off: a landmark of the model lies so near to the truth. Gain by which a volume may be off, for the same reason.
  static let mostCents = 60.0
  static let mostGain = 0.15
  /// Cents between what the box plays and what is heard.
  static let mostHeardCents = 15.0
  /// Seconds left out at the begin of each tone: camera, tracker and glide.
  static let settling = 0.5

  /// In the order of the script.
  public let rows: [Row]
  /// Every row is right.
  public var isComplete: Bool { !rows.isEmpty && rows.allSatisfy(\.isRight) }

  /// - Parameters:
  ///   - tones: of the script.
  ///   - samples: of the run, in which the script's first frame was the first that was looked at.
  ///   - range: of the instrument.
  ///   - sound: mono at 48 kHz; nil where there is none.
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

  /// Pitch of a sound by its autocorrelation, in semitones as MIDI counts them. - Parameters:
  ///   - sound: at 48 kHz.
  ///   - frames: where to listen; the middle of it counts.
  ///   - pitch: about which it is looked for, up to three semitones away.
  /// - Returns: nil for silence and for what lies beyond the sound.
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
    // A parabola through the three highest places.
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

  /// One sentence.
  public var summary: String {
    let off = rows.compactMap { row in row.asked.flatMap { asked in row.played.map { abs($0 - asked) * 100 } } }
    let right = rows.filter(\.isRight).count
    return "\(right) of \(rows.count) right; pitch off by \(String(format: "%.0f", Self.median(off) ?? 0)) cents in the median"
  }
}
