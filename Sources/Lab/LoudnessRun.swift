import Foundation
import GestureFlowAPI
import Hands
import Library
import Modes
import Notes
import Settings
import SyntheticHands
import Sound
import Supervisor

/// The loudness of the box at a first start, by ITU-R BS.1770.
/// It measures its modes, and the sounds of its instrument. It runs without a clock: the same input gives the
/// same figures.
public enum LoudnessRun {
  /// The measurement of one sound.
  public struct Figure: Sendable {
    /// Integrated loudness in LUFS.
    public var level: Double
    /// Highest true peak after the limiter, in dB of full scale.
    public var peak: Double
    /// Highest sample before the limiter, in dB of full scale.
    /// It is -120 for silence.
    public var unlimited: Double
  }

  /// A sound of the instrument.
  public struct SoundRow: Sendable {
    /// The name of the sound.
    public var name: String
    /// One voice at a time. It plays twelve notes from G3 to C5, two a second.
    public var melody: Figure
    /// Four voices at a time: four chords of two seconds.
    public var chords: Figure
  }

  /// A mode, with the music that comes with the box.
  public struct ModeRow: Sendable {
    /// The mode, with the music that it plays.
    public var name: String
    /// The measurement of the whole piece.
    public var figure: Figure
  }

  /// A note of a key: seconds, and the MIDI note.
  private struct KeyNote {
    var (from, to): (Double, Double)
    var key: Int
  }

  /// Velocity of all keys.
  private static let velocity = 100
  private static let melody = [60, 62, 64, 67, 69, 72, 69, 67, 64, 62, 60, 55].enumerated().map { i, key in
    KeyNote(from: 0.1 + 0.5 * Double(i), to: 0.55 + 0.5 * Double(i), key: key)
  }
  private static let chords = [[48, 55, 60, 64], [45, 52, 57, 60], [53, 57, 60, 65], [55, 59, 62, 67]].enumerated().flatMap { i, keys in
    keys.map { KeyNote(from: 0.1 + 2 * Double(i), to: 2 + 2 * Double(i), key: $0) }
  }

  /// Measures the sounds of a folder, in its order. Silent sounds are omitted.
  public static func sounds(in folder: String) -> [SoundRow] {
    SoundFolder(folder, .factory).read().sounds.compactMap { sound in
      guard let melody = figure(sound, melody, seconds: 8), let chords = figure(sound, chords, seconds: 10) else { return nil }
      return SoundRow(name: sound.name, melody: melody, chords: chords)
    }
  }

  /// Measures player mode, stems mode with each built-in set, and instrument mode.
  /// In the latter the hands of a written piece play the sound of a first start. A silent mode is omitted.
  /// - Parameters:
  ///   - folder: of the factory's sounds.
  ///   - songs: the built-in sets to measure.
  /// - Throws: the problem of the piece, or of a set that cannot be played.
  public static func modes(_ piece: WrittenPiece, sounds folder: String, songs: [BuiltinSong] = BuiltinSong.allCases) throws -> [ModeRow] {
    let player = LoudnessBench(.player)
    player.render(seconds: Double(BuiltinPiece.frames) / Double(SoundFormat.rate))
    var rows = [("player", player.figure)]
    for song in songs {
      let bench = LoudnessBench(.stems)
      let loader = try StemLoader(bench.engine.stems)
      defer { loader.stop() }
      try loader.loadNow(StemSet(song))
      bench.render(seconds: Double(song.grid.rtStart(ofBar: Int64(song.bars))) / Double(SoundFormat.rate))
      rows.append(("stems, \(StemSet(song).name)", bench.figure))
    }
    let notes = try piece.performed().notes.map(\.played)
    let instrument = LoudnessBench(.instrument)
    let name = Configuration().instrumentSound
    if let sound = SoundFolder(folder, .factory).read().sounds.first(where: { $0.name == name }) {
      instrument.choose(sound)
      instrument.render(seconds: (notes.map(\.to).max() ?? 0) + 1) { instrument.engine.instrument.play(.hand, hands(notes, at: $0)) }
      rows.append(("instrument, \(name)", instrument.figure))
    }
    return rows.compactMap { name, figure in figure.map { ModeRow(name: name, figure: $0) } }
  }

  /// Returns the notes of a piece at a moment.
  private static func hands(_ notes: [ScriptedNote], at seconds: Double) -> PlayedNotes {
    var played = PlayedNotes()
    var strokes: [Handedness: UInt32] = [:]
    for note in notes {
      if !note.isLegato { strokes[note.hand, default: 0] += 1 }
      guard note.from <= seconds, seconds < note.to else { continue }
      let expression = Float(note.fingers) / 5
      let source = Source(SourceID(.hand, note.hand == .left ? 0 : 1), expression: expression, gate: true)
      played.append(PlayedNote(source, note: note.note, velocity: UInt8(expression * 126) + 1, stroke: strokes[note.hand, default: 0]))
    }
    return played
  }

  private static func figure(_ sound: InstrumentSound, _ notes: [KeyNote], seconds: Double) -> Figure? {
    let bench = LoudnessBench(.instrument)
    bench.choose(sound)
    // The knobs glide to their settings before anything sounds.
    bench.render(seconds: 0.5)
    let begin = bench.engine.instrument.state.rendered
    let ends = notes.map { ($0.to, $0.key, 0) } + notes.map { ($0.from, $0.key, velocity) }
    for (time, key, velocity) in ends.sorted(by: { ($0.0, $0.2) < ($1.0, $1.2) }) {
      bench.engine.instrument.note(on: key, velocity: velocity, channel: 0, due: begin + Int64(time * Double(SoundFormat.rate)))
    }
    bench.render(seconds: seconds)
    return bench.figure
  }
}

/// An engine in one mode, with a meter.
/// Its controls are those of a first start.
private final class LoudnessBench {
  private var controls: Controls
  private let offline = OfflineRenderer(Playlist())
  private let meter = LoudnessMeter(rate: SoundFormat.rate)
  private var unlimited: Float = 0

  var engine: SoundEngine { offline.engine }

  init(_ mode: Mode) {
    controls = Controls(offline.engine)
    controls.set(mode: mode)
  }

  /// Plays the instrument by another sound.
  func choose(_ sound: InstrumentSound) { controls.instrument.choose(sound) }

  /// Renders whole blocks.
  /// - Parameter before: called before each of them with its time in seconds.
  func render(seconds: Double, before: (Double) -> Void = { _ in }) {
    for block in 0..<Int((seconds * Double(SoundFormat.rate) / Double(SoundFormat.block)).rounded(.up)) {
      before(Double(block * SoundFormat.block) / Double(SoundFormat.rate))
      engine.stems.tend()
      offline.render { meter?.add(Array($0), frames: SoundFormat.block) }
      unlimited = max(unlimited, engine.instrument.state.peak)
    }
  }

  /// The measurement of everything rendered; nil for silence.
  var figure: LoudnessRun.Figure? {
    guard let loudness = meter?.loudness, let peak = loudness.peak else { return nil }
    func decibels(_ x: Double) -> Double { LoudnessMode.decibels(max(x, 1e-6)) }
    return LoudnessRun.Figure(level: loudness.level, peak: decibels(peak), unlimited: decibels(Double(unlimited)))
  }
}
