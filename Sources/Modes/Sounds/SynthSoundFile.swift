import GestureFlowAPI
import Library
import Settings
import Sound

/// Reads a sound file: TOML text with the keys of `SoundKey`. Every key but `waveform` may be missing. A file with a
/// mistake is rejected as a whole.
package enum SynthSoundFile {
  /// Maximum size of a file in bytes.
  package static let maxBytes = 64 << 10
  /// Maximum number of reported mistakes per file.
  package static let mostReported = 10

  /// The result of reading a file: name and patch, or the errors.
  package struct Reading: Sendable, Equatable {
    package var sound: Named?
    package var errors: [ConfigError] = []
    /// The system's error number if the file could not be read. It does not say anything about the file's contents,
    /// so a sound known before stays valid.
    package var trouble: Int32?
  }

  /// A patch with its name.
  package struct Named: Sendable, Equatable {
    package var name: String
    package var patch: SynthPatch
  }

  private static let heads = TOMLLines.Heads(
    SoundKey.sections.map { "[\($0)]" },
    rule: "is not a section of a sound; use \(SoundKey.sections.map { "[\($0)]" }.joined(separator: ", "))", hint: "[SECTION]")

  /// Reads a file.
  /// - Parameter followsLinks: whether symbolic links are followed; false on sticks.
  package static func read(file path: String, _ access: StickAccess = StickAccess(), followsLinks: Bool = false) -> Reading {
    do throws(FileError) {
      return read(try SmallFile.bytes(of: path, most: maxBytes, access, followsLinks: followsLinks), file: path)
    } catch {
      return Reading(
        errors: [ConfigError(file: shown(path), text: error.reason)],
        trouble: error.code.flatMap { ReadTrouble.cannotTell($0) ? $0 : nil })
    }
  }

  /// Reads a file's bytes.
  /// - Parameter file: path of the file, for messages, and for the name when the text has none.
  package static func read(_ bytes: [UInt8], file: String) -> Reading {
    let place = shown(file)
    guard bytes.count <= maxBytes else {
      return Reading(errors: [ConfigError(file: place, text: "it has \(bytes.count) bytes; \(maxBytes >> 10) kB are allowed")])
    }
    guard let text = SmallFile.text(bytes) else {
      return Reading(errors: [ConfigError(file: place, text: "it is not UTF-8 text: save it as UTF-8")])
    }
    var reader = Reader(file: place)
    let lines = TOMLLines(text, heads)
    for complaint in lines.complaints { reader.refuse(complaint.line, complaint.key, complaint.text) }
    reader.take(lines)
    let last = file.split(separator: "/").last.map(String.init) ?? file
    let stem = last.lowercased().hasSuffix(".toml") ? String(last.dropLast(5)) : last
    return reader.reading(nameOfFile: cleaned(stem, limit: InstrumentRange.longestSoundName))
  }

  /// Returns a path as messages show it.
  private static func shown(_ path: String) -> String { cleaned(path, limit: 300) }

  /// Builds a patch from lines.
  private struct Reader {
    let file: String
    private var name: String?
    private var patch = SynthPatch()
    private var errors: [ConfigError] = []
    private var refused = 0
    /// Keys found so far, right or wrong, with their lines.
    private var seen: [String: Int] = [:]

    init(file: String) { self.file = file }

    mutating func refuse(_ line: Int?, _ key: String?, _ text: String) {
      refused += 1
      if errors.count < mostReported { errors.append(ConfigError(file: file, line: line, key: key, text: text)) }
    }

    mutating func take(_ lines: TOMLLines) {
      var sections: [String: Int] = [:]
      for head in lines.heads {
        if let first = sections.updateValue(head.line, forKey: head.text) {
          refuse(head.line, nil, "\(head.text) is already in line \(first)")
        }
      }
      for entry in lines.entries {
        let section = entry.head.map { String(lines.heads[$0].text.dropFirst().dropLast()) }
        guard let key = SoundKey.all.first(where: { $0.section == section && $0.short == entry.key }) else {
          let near = SoundKey.all.filter { $0.section == section }.map(\.short).joined(separator: ", ")
          let place = section.map { "in [\($0)]" } ?? "above the first section"
          let key = (section.map { "\($0)." } ?? "") + cleaned(entry.key, limit: 30)
          refuse(entry.line, key, "this key does not exist \(place); use \(near)")
          continue
        }
        take(key, entry)
      }
    }

    private mutating func take(_ key: SoundKey, _ entry: TOMLLines.Entry) {
      if let first = seen.updateValue(entry.line, forKey: key.name) {
        return refuse(entry.line, key.name, "it is already in line \(first); it takes \(key.allowed)")
      }
      for (one, other) in [("delay.seconds", "delay.beats"), ("delay.beats", "delay.seconds")] where key.name == one {
        if let line = seen[other] {
          return refuse(entry.line, one, "line \(line) already gives the echo's time as \(other): remove one of them")
        }
      }
      let refusal = "it takes \(key.allowed), and not \(Self.words(entry.value))"
      switch (key.kind, entry.value) {
      case (.name, .text(let text)):
        let name = cleaned(text, limit: InstrumentRange.longestSoundName)
        // A name of only blanks and hyphens could never be selected.
        if InstrumentSound.key(name).isEmpty { return refuse(entry.line, key.name, "it has no visible character; it takes \(key.allowed)") }
        self.name = name
      case (.word(let words, let put), .text(let text)):
        guard let at = words.firstIndex(of: text) else { return refuse(entry.line, key.name, refusal) }
        put(&patch, at)
      case (.number(let range, _, let put), .whole(let whole)):
        guard range.contains(Float(whole)) else { return refuse(entry.line, key.name, refusal) }
        put(&patch, Float(whole))
      case (.number(let range, _, let put), .number(let number)):
        guard range.contains(Float(number)) else { return refuse(entry.line, key.name, refusal) }
        put(&patch, Float(number))
      default: refuse(entry.line, key.name, refusal)
      }
    }

    private static func words(_ value: TOMLLines.Value) -> String {
      switch value {
      case .text(let text): "\"\(cleaned(text, limit: 30))\""
      case .whole(let whole): String(whole)
      case .number(let number): String(number)
      case .other(let what): what
      }
    }

    mutating func reading(nameOfFile: String) -> Reading {
      if seen["waveform"] == nil, let key = SoundKey.all.first(where: { $0.name == "waveform" }) {
        refuse(nil, key.name, "it is missing; it takes \(key.allowed)")
      }
      if seen["name"] == nil, InstrumentSound.key(nameOfFile).isEmpty {
        refuse(nil, "name", "it is missing, and the file's name cannot replace it: add a name")
      }
      guard refused == 0 else {
        if refused > errors.count { errors.append(ConfigError(file: file, text: "and \(refused - errors.count) more mistakes")) }
        return Reading(errors: errors)
      }
      return Reading(sound: Named(name: name ?? nameOfFile, patch: patch))
    }
  }
}
