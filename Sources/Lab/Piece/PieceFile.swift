import Foundation
import GestureFlowAPI
import Hands
import Notes

/// A reader of written pieces. `scores/first-light.txt` explains the format.
extension WrittenPiece {
  /// Reads a piece from a file.
  /// - Throws: `FileError` for a file that cannot be read or is not a piece, with the line.
  public init(file path: String) throws(FileError) {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw FileError(path: path, reason: "it cannot be read as text")
    }
    do throws(Failure) { try self.init(text) } catch { throw FileError(path: path, reason: "\(error)") }
  }

  /// Reads a piece from a text.
  /// - Throws: `PieceError` with the problem of the text, and its line.
  public init(_ text: String) throws(Failure) {
    self.init()
    var heads: [String: (line: Int, value: String)] = [:]
    var voices: [(line: Int, hand: Handedness, text: String)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let colon = line.firstIndex(of: ":") else { throw Failure(pieceLine: index + 1, "a line is NAME: VALUE") }
      let name = line[..<colon].trimmingCharacters(in: .whitespaces)
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      switch name {
      case "right": voices.append((index + 1, .right, value))
      case "left": voices.append((index + 1, .left, value))
      case "title", "sound", "scale", "key", "range", "tempo", "bar":
        guard heads[name] == nil else { throw Failure(pieceLine: index + 1, "'\(name)' appears twice") }
        guard voices.isEmpty else { throw Failure(pieceLine: index + 1, "'\(name)' must come before the notes") }
        heads[name] = (index + 1, value)
      default: throw Failure(pieceLine: index + 1, "'\(name)' is unknown: use title, sound, scale, key, range, tempo, bar, right, left")
      }
    }
    try take(heads)
    for voice in voices { try take(voice.text, of: voice.hand, line: voice.line) }
    let ends = [Handedness.right, .left].map { hand in steps.last { $0.hand == hand }.map { $0.beat + $0.beats } ?? 0 }
    guard ends[0] == ends[1], ends[0] > 0 else {
      throw Failure("the right hand has \(ends[0]) beats and the left one \(ends[1]): write rests, as -:4")
    }
  }

  private mutating func take(_ heads: [String: (line: Int, value: String)]) throws(Failure) {
    func read<Value>(_ name: String, _ form: String, _ body: (String) -> Value?) throws(Failure) -> Value {
      guard let (line, value) = heads[name] else { throw Failure("it has no line '\(name)'") }
      guard let found = body(value) else { throw Failure(pieceLine: line, "'\(name)' takes \(form), not '\(value)'") }
      return found
    }
    title = try read("title", "a text") { $0.isEmpty ? nil : $0 }
    sound = try read("sound", "a sound's name") { $0.isEmpty ? nil : $0 }
    tempo = try read("tempo", "20 to 400 beats a minute") { Double($0).flatMap { (20...400).contains($0) ? $0 : nil } }
    bar = try read("bar", "1 to 16 beats") { Double($0).flatMap { (1...16).contains($0) ? $0 : nil } }
    let scale = try read("scale", Scale.allCases.map(\.rawValue).joined(separator: ", ")) { Scale(rawValue: $0) }
    let key = try read("key", "C, Db, D ... B") { Key(name: $0) }
    let range = try read("range", "two notes an octave apart at least, as C3 C5") { text -> NoteRange? in
      let ends = text.split(separator: " ").map { NoteName.note(String($0)) }
      guard ends.count == 2, let low = ends[0], let high = ends[1] else { return nil }
      return NoteRange(low, high)
    }
    layout = NoteLayout(scale: scale, key: key, range: range)
  }

  /// Reads a line of one hand's notes, and checks the bars.
  private mutating func take(_ text: String, of hand: Handedness, line: Int) throws(Failure) {
    var beat = steps.last { $0.hand == hand }.map { $0.beat + $0.beats } ?? 0
    var begin = beat
    for word in text.split(whereSeparator: \.isWhitespace).map(String.init) + ["|"] {
      if word == "|" {
        guard beat == begin || beat - begin == bar else {
          throw Failure(pieceLine: line, "bar \(Int(begin / bar) + 1) has \(beat - begin) beats and not \(bar)")
        }
        begin = beat
        continue
      }
      let step = try step(word, of: hand, at: beat, line: line)
      steps.append(step)
      beat += step.beats
    }
  }

  private func step(_ word: String, of hand: Handedness, at beat: Double, line: Int) throws(Failure) -> Step {
    let wrong = Failure(pieceLine: line, "'\(word)' is not a note: write D4, D4:2 (beats), D4:2/5 (fingers), ~D4 (slid to); a rest is -")
    var rest = Substring(word)
    var step = Step(hand: hand, line: line, beat: beat, beats: 1)
    if rest.first == "~" {
      step.isLegato = true
      rest = rest.dropFirst()
    }
    if let slash = rest.firstIndex(of: "/") {
      guard let fingers = Int(rest[rest.index(after: slash)...]), (1...5).contains(fingers), !step.isLegato else { throw wrong }
      step.fingers = fingers
      rest = rest[..<slash]
    }
    if let colon = rest.firstIndex(of: ":") {
      guard let beats = Double(rest[rest.index(after: colon)...]), (0.25...64).contains(beats) else { throw wrong }
      step.beats = beats
      rest = rest[..<colon]
    }
    if rest == "-", !step.isLegato { return step }
    guard let note = NoteName.note(String(rest)), Int(String(rest)) == nil else { throw wrong }
    guard let degree = layout.notes.firstIndex(of: UInt8(note)) else {
      throw Failure(pieceLine: line, "'\(rest)' is not among the notes of \(layout.scale.rawValue) in \(layout.key.name) in this range")
    }
    step.degree = degree
    let before = steps.last { $0.hand == hand }?.degree
    if step.isLegato, before.map({ abs($0 - degree) == 1 }) != true {
      throw Failure(pieceLine: line, "'\(word)': a hand slides from a note to the next one above or below, or others sound on its way")
    }
    return step
  }
}
