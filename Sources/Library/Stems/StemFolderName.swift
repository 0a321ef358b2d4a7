import GestureFlowAPI

/// Recognises a stem set by the names of a folder's sound files. A set is two to four files with names like
/// `1 drums 2bars 110bpm.wav`.
///
/// Music files may also have numbers and tempos: `01 Song.mp3`, `2 Artist - Title 128bpm.mp3`. So a number alone does
/// not count. Two numbered files that give their bars, or a few files that all do, are meant as a set; then faults
/// are reported. If only a tempo, or only one file's bars, is given, the lengths decide: it is a set if every file
/// has whole bars. Songs do not have such lengths by chance.
package enum StemFolderName {
  /// The result for a folder.
  package enum Verdict: Sendable, Equatable {
    /// Music, or another folder.
    case other
    /// A set, if the lengths of its files match. `isMeant` says whether a mismatch is reported.
    case set(StemSetPlan, isMeant: Bool)
    /// A faulty set, with the reason and the remedy.
    case nearly(String)
  }

  /// Maximum number of sound files. A folder with more is a collection, whatever their names.
  package static let mostFiles = 8

  /// Judges a folder.
  /// - Parameter names: all names in it, in any order.
  package static func judge(_ names: [String]) -> Verdict {
    guard names.contains(where: StemFileName.mayMatter) else { return .other }
    let sounds = names.filter { FileKind(name: $0) == .sound }
    guard (2...mostFiles).contains(sounds.count) else { return .other }
    let files = sounds.map { (file: $0, said: StemFileName($0)) }.sorted {
      ($0.said.number ?? .max, $0.file) < ($1.said.number ?? .max, $1.file)
    }
    let numbered = files.filter { $0.said.number != nil }
    let sure = numbered.count { $0.said.bars != nil }
    let isClear = sure >= 2 || (files.count <= StemSetPlan.mostChannels && files.allSatisfy { $0.said.bars != nil })
    guard isClear || sure > 0 || numbered.contains(where: { $0.said.milliBPM != nil }) else { return .other }
    if let why = complaint(files) { return isClear ? .nearly("it looks like a stem set, but \(why)") : .other }
    // If all names give the same tempo, faults are reported, too. Songs are not numbered and labelled like that by
    // chance.
    let tempo = files[0].said.milliBPM
    let isMeant = isClear || files.allSatisfy { $0.said.milliBPM != nil && $0.said.milliBPM == tempo }
    let plan = StemSetPlan(
      milliBPM: files.lazy.compactMap(\.said.milliBPM).first,
      channels: files.map { StemSetPlan.Channel(file: $0.file, name: $0.said.name, bars: $0.said.bars) })
    return .set(plan, isMeant: isMeant)
  }

  private static func complaint(_ files: [(file: String, said: StemFileName)]) -> String? {
    func shown(_ file: String) -> String { "'\(cleaned(file, limit: StemSetPlan.longestName))'" }
    if let odd = files.first(where: { $0.said.number == nil }) {
      return "\(shown(odd.file)) does not begin with a number: number all files, or move that one elsewhere"
    }
    if files.count > StemSetPlan.mostChannels {
      return "it has \(files.count) sound files: a stem set has \(StemSetPlan.mostChannels) at most"
    }
    if let odd = files.first(where: { !(1...StemSetPlan.mostChannels).contains($0.said.number ?? 0) }) {
      return "\(shown(odd.file)) has the number \(odd.said.number ?? 0): channels are 1 to \(StemSetPlan.mostChannels)"
    }
    for (one, next) in zip(files, files.dropFirst()) where one.said.number == next.said.number {
      return "\(shown(one.file)) and \(shown(next.file)) have the same number: give each its own"
    }
    if let odd = files.first(where: { $0.said.bars.map { !StemSetPlan.bars.contains($0) } ?? false }) {
      return "\(shown(odd.file)) does not have 1 to 4000 whole bars: correct its name"
    }
    if let odd = files.first(where: { $0.said.milliBPM.map { !StemSetPlan.milliBPM.contains($0) } ?? false }) {
      return "\(shown(odd.file)) does not have 20 to 400bpm: correct its name"
    }
    let tempos = files.compactMap { file in file.said.milliBPM.map { (file.file, $0) } }
    if let first = tempos.first, let odd = tempos.first(where: { $0.1 != first.1 }) {
      return
        "\(shown(first.0)) says \(StemSetPlan.text(milliBPM: first.1))bpm and \(shown(odd.0)) \(StemSetPlan.text(milliBPM: odd.1))bpm: "
        + "a set has one tempo"
    }
    return nil
  }
}
