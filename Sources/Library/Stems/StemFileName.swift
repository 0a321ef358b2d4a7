import Foundation
import GestureFlowAPI

/// The parts of a name like `1 drums 2bars 110bpm.wav`. Blanks, `_`, `-`, commas and brackets may stand between its
/// parts, and before `bars` and `bpm`.
package struct StemFileName: Sendable, Equatable {
  /// The leading number; nil without one.
  package var number: Int?
  /// The rest of the name, cleaned, never empty.
  package var name: String
  /// As written, in range or not. 0 for a number that is not whole. Nil if not given.
  package var bars: Int?
  /// Thousandths of a beat per minute, in range or not. Nil if not given.
  package var milliBPM: Int?

  /// Returns the channel name of a file name or path.
  package static func name(of file: String) -> String { StemFileName(String(file.split(separator: "/").last ?? "")).name }

  /// - Parameter file: the file's name, with its ending and without its folder.
  package init(_ file: String) {
    let stem = (file as NSString).deletingPathExtension
    let bytes = Array(stem.utf8)
    var at = 0
    while at < bytes.count, at < 3, Self.isDigit(bytes[at]) { at += 1 }
    // The leading number must stand alone. So `1st`, `2bars` and a year do not have one.
    if at > 0, at < 3, at == bytes.count || Self.isGap(bytes[at]) {
      number = Int(String(decoding: bytes[..<at], as: UTF8.self))
    } else {
      at = 0
    }
    let begin = at
    var left: [UInt8] = []
    while at < bytes.count {
      // A figure must not begin within a word or number: not at the 3 of `mp3bars`, nor at the 5 of `1.5bars`. It may
      // begin at the 2 of `1.2bars`, because the 1 is the leading number.
      let isPoint = at > 0 && bytes[at - 1] == UInt8(ascii: ".")
      let isWithin = at > 0 && (isPoint ? at > begin + 1 && Self.isDigit(bytes[at - 2]) : Self.isWord(bytes[at - 1]))
      if !isWithin, let found = Self.figure(bytes[at...]) {
        switch found.unit {
        case .bars: bars = found.thousandths % 1000 == 0 ? found.thousandths / 1000 : 0
        case .tempo: milliBPM = found.thousandths
        }
        left.append(UInt8(ascii: " "))
        at = found.end
      } else {
        left.append(bytes[at] == UInt8(ascii: "_") ? UInt8(ascii: " ") : bytes[at])
        at += 1
      }
    }
    let gaps = CharacterSet(charactersIn: " -_.,()[]+")
    let rest = cleaned(String(decoding: left, as: UTF8.self).trimmingCharacters(in: gaps), limit: StemSetPlan.longestName)
    name = rest.isEmpty ? number.map { "channel \($0)" } ?? "untitled" : rest
  }

  /// Returns whether a name may give bars or a tempo. It is a quick check, so that folders of music cost little.
  package static func mayMatter(_ name: String) -> Bool {
    var (last, before): (UInt8, UInt8) = (0, 0)
    for byte in name.utf8 {
      let small = byte | 0x20
      if before == UInt8(ascii: "b"),
        (last == UInt8(ascii: "a") && small == UInt8(ascii: "r")) || (last == UInt8(ascii: "p") && small == UInt8(ascii: "m"))
      {
        return true
      }
      (before, last) = (last, small)
    }
    return false
  }

  private enum Unit { case bars, tempo }

  /// Reads a number and `bars` or `bpm` from the start.
  private static func figure(_ bytes: ArraySlice<UInt8>) -> (thousandths: Int, unit: Unit, end: Int)? {
    var at = bytes.startIndex
    var whole = 0
    var digits = 0
    while at < bytes.endIndex, isDigit(bytes[at]) {
      whole = whole * 10 + Int(bytes[at] - 48)
      digits += 1
      at += 1
      if digits > 6 { return nil }
    }
    guard digits > 0 else { return nil }
    var thousandths = whole * 1000
    if at + 1 < bytes.endIndex, bytes[at] == UInt8(ascii: ".") || bytes[at] == UInt8(ascii: ","), isDigit(bytes[at + 1]) {
      at += 1
      var weight = 100
      while at < bytes.endIndex, isDigit(bytes[at]) {
        thousandths += weight * Int(bytes[at] - 48)
        weight /= 10
        at += 1
      }
    }
    if at < bytes.endIndex, isGap(bytes[at]) { at += 1 }
    for (word, unit) in [("bars", Unit.bars), ("bar", .bars), ("bpm", .tempo)] {
      let rest = bytes[at...]
      guard rest.prefix(word.utf8.count).map({ $0 | 0x20 }).elementsEqual(word.utf8) else { continue }
      let end = at + word.utf8.count
      if end == bytes.endIndex || !isWord(bytes[end]) { return (thousandths, unit, end) }
    }
    return nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
  /// Returns whether a byte belongs to a letter or digit. Non-ASCII bytes count as parts of letters.
  private static func isWord(_ byte: UInt8) -> Bool { isDigit(byte) || byte >= 0x80 || (97...122).contains(byte | 0x20) }
  private static func isGap(_ byte: UInt8) -> Bool { " -_.,()[]+".utf8.contains(byte) }
}
