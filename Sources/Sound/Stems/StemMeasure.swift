import Foundation
import GestureFlowAPI

/// Tempo and bars of a set. They come from its description and from the lengths of its sounds.
struct StemMeasure: Equatable {
  /// A channel's sound as far as it is known before decoding.
  struct Sound {
    /// Name in reasons: the file's path or the voice's name.
    var path: String
    /// Length in frames of 48 kHz.
    var frames: Int64
  }

  /// Allowed difference between a sound and its bars, in frames.
  static let slack = StemRule.slack

  var grid: BarGrid
  /// Number of bars of each channel.
  var bars: [Int]
  /// Length of each channel's bars in frames.
  var frames: [Int64] { bars.map { grid.rtStart(ofBar: Int64($0)) } }
  /// Assumptions that were made.
  var remarks: [String] = []

  /// - Parameter sounds: sounds of the set's channels, in their order.
  /// - Throws: everything that does not fit.
  init(_ set: StemSet, _ sounds: [Sound]) throws(StemRefusal) {
    let tempo: Int
    if let said = set.milliBPM {
      tempo = said
    } else {
      guard let found = Self.tempo(set, sounds) else {
        throw StemRefusal(problems: [
          StemProblem(
            .neitherTempoNorBars, set.name,
            "neither its tempo nor the bars of a channel are known: write tempo = ... into stems.toml, or 110bpm or 4bars into a file's name"
          )
        ])
      }
      guard BarGrid.tempi.contains(found) else {
        throw StemRefusal(problems: [
          StemProblem(
            .tempo(found), set.name,
            "by length and bars its tempo would be \(Self.bpm(found)): check the bars, or write tempo = ... into stems.toml")
        ])
      }
      remarks.append("tempo \(Self.bpm(found)) assumed from length and bars")
      tempo = found
    }
    grid = BarGrid(milliBPM: tempo, metre: set.metre)
    bars = []
    var problems: [StemProblem] = []
    for (channel, sound) in zip(set.channels, sounds) {
      let bar = StemRule.bar(tempo: tempo, metre: set.metre)
      let nearest = max(1, Int((Double(sound.frames) / bar).rounded()))
      let count = channel.bars ?? nearest
      bars.append(count)
      guard abs(sound.frames - grid.rtStart(ofBar: Int64(count))) <= Self.slack, StemSet.bars.contains(count) else {
        let length = String(
          format: "%.2f s long, %.2f bars%@ at %@", Double(sound.frames) / 48_000, Double(sound.frames) / bar,
          set.metre == .common ? "" : " of \(set.metre)", Self.bpm(tempo))
        let wanted = channel.bars.map { "not \($0): " } ?? "and not a whole number: "
        problems.append(
          StemProblem(
            .length, sound.path,
            "it is \(length), \(wanted)cut it to whole bars, or correct bars or tempo in stems.toml or in the file's name"))
        continue
      }
      if channel.bars == nil { remarks.append("\(channel.name): \(count) bar\(count == 1 ? "" : "s") assumed from its length") }
    }
    if !problems.isEmpty { throw StemRefusal(problems: problems) }
  }

  /// Returns the tempo that follows from bars and lengths, see `StemRule`.
  private static func tempo(_ set: StemSet, _ sounds: [Sound]) -> Int? {
    StemRule.tempo(
      of: zip(set.channels, sounds).compactMap { channel, sound in channel.bars.map { (bars: $0, frames: sound.frames) } },
      metre: set.metre)
  }

  static func bpm(_ milli: Int) -> String { "\(String(format: milli % 1000 == 0 ? "%.0f" : "%.3f", Double(milli) / 1000)) BPM" }
}
