import Foundation
import GestureFlowAPI

/// The files of a report about a box, without personal names.
package struct Report: Sendable {
  /// A file of the report.
  package struct File: Sendable, Equatable {
    package var name: String
    package var text: String

    /// Creates a file from its fields.
    package init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
  }

  /// Number of lines of the journal.
  static let logLines = 3000

  /// Returns the files with masked names.
  /// - Parameters:
  ///   - status: the box's status; nil if it does not answer. - error: the reason for that.
  package static func files(
    status: Status?, error: String?, findings: [Finding], configuration: [ConfigEntry], log: String, system: String, masker: NameMasker
  ) -> [File] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let json = status.flatMap { try? encoder.encode(anonymous($0)) }.map { String(decoding: $0, as: UTF8.self) }
    let doctor = findings.map { $0.line(colour: false) }.joined(separator: "\n")
    let changed = configuration.filter { $0.value != $0.defaultValue }.map(ConfigWords.line).joined(separator: "\n")
    return [
      File("system.txt", masker.masked(system)),
      File("status.json", masker.masked(json ?? "\"\(error ?? "the box does not answer")\"", quotes: true)),
      File("doctor.txt", masker.masked(doctor, quotes: true)), File("configuration.txt", masker.masked(changed)),
      File("journal.txt", masker.masked(log, quotes: true)),
    ].map { File($0.name, $0.text + "\n") }
  }

  /// Returns a status whose names are gone, however short they are.
  static func anonymous(_ status: Status) -> Status {
    var s = status
    if var track = s.track {
      track.title = "<title>"
      (track.artist, track.album, track.path, track.list) = (nil, nil, nil, nil)
      s.track = track
    }
    if var stream = s.stream {
      (stream.title, stream.artist, stream.album) = (nil, nil, nil)
      s.stream = stream
    }
    if var stems = s.stems {
      stems.set = "<set>"
      for place in stems.channels.indices { stems.channels[place].name = "<stem>" }
      s.stems = stems
    }
    if var library = s.library {
      for place in library.sticks.indices {
        (library.sticks[place].label, library.sticks[place].id, library.sticks[place].path) = ("<stick \(place + 1)>", "<id>", "<path>")
      }
      for place in library.importResults.indices {
        library.importResults[place].file = "<file>"
        library.importResults[place].copy = nil
      }
      s.library = library
    }
    if var licence = s.licence {
      (licence.text, licence.others) = ("<licence>", [])
      (licence.holder, licence.serial, licence.boxSerial, licence.id, licence.source) = (nil, nil, nil, nil, nil)
      s.licence = licence
    }
    s.capture?.name = nil
    return s
  }

  /// Returns facts about the machine and its system.
  package static func system() -> String {
    var name = utsname()
    uname(&name)
    let release = withUnsafeBytes(of: &name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let machine = withUnsafeBytes(of: &name.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let board = KernelFile.text("/proc/device-tree/model").map { $0.filter { $0 != "\0" } } ?? "not a Pi"
    let os = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8))?.split(separator: "\n").first {
      $0.hasPrefix("PRETTY_NAME=")
    }
    return ["gfctl \(Version.current)", "kernel \(release) \(machine)", "board \(board)", String(os ?? "system unknown")].joined(
      separator: "\n")
  }
}
