import Foundation
import GestureFlowAPI

/// Replaces personal names in a text. They are the machine, users, sticks, files, music, addresses and numbers of
/// devices.
package struct NameMasker {
  /// Shortest name that is replaced wherever it stands. Shorter ones would hit other words.
  private static let shortest = 3
  private static let systemUsers: Set<String> = ["root", "gestureflow"]

  /// Names and their replacements, longest first.
  private let names: [(name: String, mask: String)]

  /// - Parameter names: names with the word that replaces each kind, such as `user`. Equal names get one number.
  package init(_ names: [(name: String, kind: String)]) {
    var counts: [String: Int] = [:]
    var seen: [String: String] = [:]
    for (name, kind) in names where name.count >= Self.shortest && !Self.systemUsers.contains(name) && seen[name] == nil {
      counts[kind, default: 0] += 1
      seen[name] = "<\(kind) \(counts[kind] ?? 0)>"
    }
    self.names = seen.map { ($0.key, $0.value) }.sorted { ($0.name.count, $1.name) > ($1.name.count, $0.name) }
  }

  /// Returns a text without the names.
  /// - Parameter quotes: whether texts between quotation marks are masked too, unless they are commands. They are
  ///   names from outside in messages of the box.
  package func masked(_ text: String, quotes: Bool = false) -> String {
    var text = text
    for (name, mask) in names where text.contains(name) { text = Self.replacing(name, mask, in: text) }
    text.replace(#/([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}/#, with: "<address>")
    text.replace(#/[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}/#, with: "<id>")
    // The boundaries of Unicode do not part a letter from a dot, as in `film.mov.part`.
    text.replace(#/\b[0-9A-F]{4}-[0-9A-F]{4}\b/#.wordBoundaryKind(.simple), with: "<id>")
    text.replace(#/\b[0-9]{1,3}(\.[0-9]{1,3}){3}\b/#.wordBoundaryKind(.simple), with: "<address>")
    if quotes {
      // After a letter it is an apostrophe.
      text.replace(#/(^|[^A-Za-z0-9])'([^'"\n]*)'/#.anchorsMatchLineEndings()) { match in
        match.2.hasPrefix("gfctl") || match.2.hasPrefix("sudo ") ? String(match.0) : "\(match.1)'<name>'"
      }
    }
    // Everything below these folders belongs to a person, up to the end of the quotation, sentence or line.
    text.replace(#/(\/run)?\/(media|mnt|home|root|tmp|srv|Users)\/[^"'\n:<>]*/#, with: "<path>")
    text.replace(#/\/var\/lib\/gestureflow\/(imports|captures)\/[^"'\n:<>]*/#, with: "<path>")
    text.replace(
      #/[^\s"'<>\/:]+\.(flac|wav|wave|aiff?|ogg|opus|oga|mp3|m4a|aac|mp4|mov|mkv|webm|avi|cue|m3u8?|jsonl|licen[cs]e)\b/#
        .ignoresCase().wordBoundaryKind(.simple), with: "<file>")
    return text
  }

  /// Replaces a name where it is a word of its own.
  private static func replacing(_ name: String, _ mask: String, in text: String) -> String {
    var result = ""
    var rest = text[...]
    while let found = rest.range(of: name) {
      let before = found.lowerBound == text.startIndex ? nil : text[text.index(before: found.lowerBound)]
      let after = found.upperBound == text.endIndex ? nil : text[found.upperBound]
      func isWord(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
      let isPart = isWord(before) && isWord(name.first) || isWord(after) && isWord(name.last)
      result += rest[..<found.lowerBound] + (isPart ? name : mask)
      rest = rest[found.upperBound...]
    }
    return result + rest
  }

  /// Returns the names in a status and in lists of the box. `status` also holds names that are not personal, such as
  /// those of parts; they stay.
  package static func names(
    status s: Status?, tracks: [LibraryTrack] = [], sets: [LibraryStemSet] = [], problems: [LibraryProblem] = [], captures: [Capture] = []
  ) -> [(name: String, kind: String)] {
    var all: [(String?, String)] = []
    if let s {
      for stick in s.library?.sticks ?? [] { all += [(stick.label, "stick"), (stick.path, "stick"), (stick.id, "stick")] }
      for result in s.library?.importResults ?? [] { all += [(result.file, "file"), (result.copy, "file")] }
      all += [
        (s.track?.title, "title"), (s.track?.artist, "artist"), (s.track?.album, "album"), (s.track?.path, "file"),
        (s.track?.list, "folder"),
      ]
      all += [
        (s.stream?.title, "title"), (s.stream?.artist, "artist"), (s.stream?.album, "album"), (s.stems?.set, "set"),
        (s.stems?.loading, "set"),
      ]
      all += s.stems?.channels.map { ($0.name, "stem") } ?? []
      all += [(s.licence?.holder, "holder"), (s.licence?.serial, "serial"), (s.licence?.boxSerial, "serial"), (s.licence?.id, "licence")]
      all += [(s.licence?.source, "file"), (s.capture?.name, "capture")]
    }
    for track in tracks {
      all += [(track.path, "file"), (track.title, "title"), (track.artist, "artist"), (track.album, "album"), (track.folder, "folder")]
    }
    for set in sets { all += [(set.path, "set"), (set.name, "set"), (set.folder, "folder")] + set.channels.map { ($0.path, "file") } }
    all += problems.map { ($0.path, "file") } + captures.map { ($0.name, "capture") }
    return all.compactMap { name, kind in name.map { ($0, kind) } }
  }

  /// Returns the folders of the owner in the configuration.
  package static func names(configuration: [ConfigEntry]) -> [(name: String, kind: String)] {
    let ours = ["/usr/", "/etc/", "/dev/", "/run/", "/sys/", "/proc/", "/var/lib/gestureflow"]
    let texts = configuration.flatMap { $0.value.split(separator: "\"").map(String.init) }
    return texts.filter { text in text.hasPrefix("/") && !ours.contains(where: text.hasPrefix) }.map { ($0, "path") }
  }

  /// Returns the names of the machine and its users.
  /// - Parameters:
  ///   - passwd: contents of /etc/passwd; users from 1000 on are persons. - environment: may name more.
  package static func names(host: String, passwd: String, environment: [String: String]) -> [(name: String, kind: String)] {
    var all = [(host, "host"), (String(host.split(separator: ".").first ?? ""), "host")]
    for line in passwd.split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count >= 6, let number = Int(fields[2]), (1000..<60_000).contains(number) else { continue }
      all.append((String(fields[0]), "user"))
      for name in fields[4].split(separator: ",") { all.append((String(name), "user")) }
    }
    for key in ["USER", "LOGNAME", "SUDO_USER"] { if let user = environment[key] { all.append((user, "user")) } }
    return all.map { (name: $0.0, kind: $0.1) }
  }
}
