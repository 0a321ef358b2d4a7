import Foundation
import GestureFlowAPI

/// Names of films, of their copies, and of files from clients.
package enum ImportName {
  /// Returns a client's file name, cleaned. It has neither folders nor control characters nor a leading dot, and is
  /// short enough for every file system.
  package static func clean(_ name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    var plain = cleaned(last, limit: 200)
    while plain.hasPrefix(".") { plain.removeFirst() }
    if plain.isEmpty { return "film" }
    let ending = (plain as NSString).pathExtension
    guard !ending.isEmpty, ending.utf8.count <= 10 else { return short(plain, bytes: 200) }
    return short((plain as NSString).deletingPathExtension, bytes: 180) + "." + ending
  }

  /// Returns a film's name without its ending. It is the name of the copy, and its title if the film does not have
  /// one.
  package static func title(_ path: String) -> String {
    let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    return cleaned(name, limit: 200)
  }

  /// Returns the longest prefix of whole characters within a number of bytes. File systems count bytes, 255 at most.
  package static func short(_ text: String, bytes: Int) -> String {
    var kept = ""
    var count = 0
    for character in text {
      count += String(character).utf8.count
      if count > bytes { break }
      kept.append(character)
    }
    return kept
  }
}
