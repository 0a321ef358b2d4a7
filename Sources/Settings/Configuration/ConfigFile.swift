import Foundation
import GestureFlowAPI

/// Reads TOML text into a configuration. A file with an error is rejected as a whole.
package enum ConfigFile {
  /// Maximum size of a configuration file in bytes.
  package static let maxBytes = TOMLReader.maxBytes

  /// Applies a file's keys.
  /// - Parameters:
  ///   - checkingFiles: false accepts the name of a film that is not there any more. A configuration that was good once
  ///     stays usable without the film.
  ///   - skippingUnknown: whether keys that this version does not know are skipped. A newer version wrote them.
  ///   - onWord: called with each text that a key with former words takes.
  /// - Returns: all errors; if there are any, the configuration is unchanged.
  package static func apply(
    _ path: String, to configuration: inout Configuration, checkingFiles: Bool = true, skippingUnknown: Bool = false,
    onWord: (ConfigKey, String) -> Void = { _, _ in }
  ) -> [ConfigError] {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return [ConfigError(file: path, text: "it cannot be opened (\(String(cString: strerror(errno)))")]
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return [ConfigError(file: path, text: "it is not a plain file: name another one")] }
    guard status.st_size <= maxBytes else {
      return [ConfigError(file: path, text: "it has \(status.st_size) bytes; the limit is \(maxBytes): shorten it")]
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      return [ConfigError(file: path, text: "it cannot be read: check its access rights")]
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      return [ConfigError(file: path, text: "it is not UTF-8 text: save it as UTF-8")]
    }
    return apply(
      text, file: path, to: &configuration, checkingFiles: checkingFiles, skippingUnknown: skippingUnknown, onWord: onWord)
  }

  /// Applies the keys of a text.
  /// - Parameters:
  ///   - file: its name for messages.
  ///   - skippingUnknown: whether keys that this version does not know are skipped.
  ///   - onWord: called with each text that a key with former words takes.
  package static func apply(
    _ text: String, file: String, to configuration: inout Configuration, checkingFiles: Bool = true, skippingUnknown: Bool = false,
    onWord: (ConfigKey, String) -> Void = { _, _ in }
  ) -> [ConfigError] {
    let text = unixLines(text)
    if let zero = text.utf8.firstIndex(of: 0) {
      let line = text.utf8[..<zero].reduce(1) { $1 == 10 ? $0 + 1 : $0 }
      return [ConfigError(file: file, line: line, text: "it contains a zero byte: save it as plain text")]
    }
    let table: TOMLTable
    do throws(TOMLFault) { table = try TOMLReader.read(text) } catch {
      return [ConfigError(file: file, line: error.line, key: error.key, text: "this is not TOML: \(error)")]
    }

    var errors: [ConfigError] = []
    var changed = configuration
    for (section, item) in table.items.sorted(by: { $0.key < $1.key }) {
      guard ConfigKeys.sections.contains(where: { $0.name == section }) else {
        if skippingUnknown { continue }
        errors.append(
          ConfigError(
            file: file, line: item.line, key: cleaned(section, limit: 60),
            text: "this section does not exist; use \(ConfigKeys.sections.map(\.name).joined(separator: ", "))"))
        continue
      }
      guard case .table(let inner) = item.value else {
        errors.append(ConfigError(file: file, line: item.line, key: section, text: "it must be a section, [\(section)]"))
        continue
      }
      for (short, item) in inner.items.sorted(by: { $0.key < $1.key }) {
        let name = section + "." + short
        guard let key = ConfigKeys.all.first(where: { $0.name == name }) else {
          if skippingUnknown { continue }
          let near = ConfigKeys.all.filter { $0.section == section }.map(\.short).joined(separator: ", ")
          errors.append(
            ConfigError(
              file: file, line: item.line, key: cleaned(name, limit: 60), text: "this key does not exist; use \(near)"))
          continue
        }
        let value = Self.value(item.value)
        if let complaint = key.complaint(value, files: checkingFiles) {
          errors.append(ConfigError(file: file, line: item.line, key: name, text: "\(complaint); it takes \(key.allowed)"))
        } else {
          key.put(&changed, value)
          if !key.oldWords.isEmpty, case .text(let word) = value { onWord(key, word) }
        }
      }
    }
    if errors.isEmpty { configuration = changed }
    return errors
  }

  private static func value(_ value: TOMLValue) -> ConfigValue {
    switch value {
    case .flag(let flag): return .flag(flag)
    case .text(let text): return .text(text)
    case .whole(let whole): return .number(Double(whole))
    case .number(let number): return .number(number)
    case .date: return .other("a date or time")
    case .table: return .other("a section")
    case .list(let list):
      let tables = list.compactMap { if case .table(let table) = $0 { table.items.mapValues { Self.value($0.value) } } else { nil } }
      if !list.isEmpty, tables.count == list.count { return .tables(tables) }
      let texts = list.compactMap { if case .text(let text) = $0 { text } else { nil } }
      return texts.count == list.count ? .texts(texts) : .other("a list of other values than texts")
    }
  }

  /// Returns the text with Unix line ends and no byte order mark. A file of the boot partition may have been written
  /// on Windows. Swift treats "\r\n" as one character, which is not equal to a line end.
  private static func unixLines(_ text: String) -> String {
    let lines = text.replacing("\r\n", with: "\n")
    return lines.unicodeScalars.first == "\u{FEFF}" ? String(lines.unicodeScalars.dropFirst()) : lines
  }

  /// Returns whether a text sets a key, right or wrong. False for text that is not TOML.
  static func sets(_ name: String, in text: String) -> Bool { names(in: text).contains(name) }

  /// Returns the names of the keys that a text sets. A text that is not TOML sets none.
  private static func names(in text: String) -> Set<String> {
    guard let table = try? TOMLReader.read(unixLines(text)) else { return [] }
    return Set(
      ConfigKeys.all.lazy.filter { key in
        guard case .table(let section)? = table[key.section] else { return false }
        return section[key.short] != nil
      }.map(\.name))
  }

  /// Returns the line of a key. Returns nil if the text does not set it.
  static func line(of key: ConfigKey, in text: String) -> Int? {
    guard let table = try? TOMLReader.read(unixLines(text)), case .table(let section)? = table.items[key.section]?.value else { return nil }
    return section.items[key.short]?.line
  }

  private static func sets(_ line: String, _ key: String) -> Bool {
    for written in [key, "\"\(key)\"", "'\(key)'"] where line.hasPrefix(written) {
      if line.dropFirst(written.count).drop(while: { $0 == " " || $0 == "\t" }).hasPrefix("=") { return true }
    }
    return false
  }

  /// Returns the annotated example: every key with meaning, range and default.
  package static func example() -> String {
    let defaults = Configuration()
    var text = """
      # GestureFlow's configuration. Every key stands here with its default; what you do not change you may leave out.
      # `gfctl config check` reads it and says what is wrong, `gfctl config set camera.rate 60` changes a key.
      # Keys marked (at the next start) are not changed while the box plays.
      # `gfctl config set` writes /var/lib/gestureflow/settings.toml, which overrides this file. Only you edit this one.
      # The same file as gestureflow.toml on the SD card's boot partition overrides both.

      """
    for section in ConfigKeys.sections {
      text += "\n# \(section.about)\n[\(section.name)]\n"
      for key in ConfigKeys.all where key.section == section.name {
        text +=
          "\n# \(key.about)\n# It takes \(key.allowed).\(key.isLive ? "" : " (at the next start)")\n\(key.short) = \(key.get(defaults).toml)\n"
      }
    }
    return text
  }

  /// Returns a configuration as TOML text without comments.
  package static func text(of configuration: Configuration) -> String {
    ConfigKeys.sections.map { section in
      "[\(section.name)]\n"
        + ConfigKeys.all.filter { $0.section == section.name }.map { "\($0.short) = \($0.get(configuration).toml)\n" }.joined()
    }.joined(separator: "\n")
  }

  /// Returns the text with one key changed; comments and order stay. The value gets its usual form, because comments
  /// of clients would fill the file.
  /// - Throws: `Problem` when the result is not valid.
  package static func setting(_ name: String, to value: String, in text: String, file: String) throws(Problem) -> String {
    func refusal(_ error: ConfigError) -> Problem { .badField([nil, name].contains(error.key) ? "value" : "file", error.description) }
    guard let key = ConfigKeys.all.first(where: { $0.name == name }) else {
      throw refusal(ConfigError(file: file, key: name, text: "this key does not exist: run gfctl config list"))
    }
    // Swift treats "\r\n" as one character, which is not equal to a line end.
    guard !value.utf8.contains(UInt8(ascii: "\n")) else {
      throw refusal(ConfigError(file: file, key: name, text: "a value is one line; it takes \(key.allowed)"))
    }
    var lines = unixLines(text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let parsed = (try? TOMLReader.read("value = " + value))?["value"].map { Self.value($0) }
    // A value that is not allowed stays as it is, for the refusal below.
    let form = parsed.flatMap { key.complaint($0, files: false) == nil ? $0.toml : nil } ?? value
    let written = "\(key.short) = \(form)"
    let head = lines.firstIndex { $0.trimmingCharacters(in: .whitespaces).hasPrefix("[\(key.section)]") }
    if let head {
      let end = lines[(head + 1)...].firstIndex { $0.trimmingCharacters(in: .whitespaces).hasPrefix("[") } ?? lines.count
      if let at = lines[head..<end].firstIndex(where: { sets($0.trimmingCharacters(in: .whitespaces), key.short) }) {
        lines[at] = written
      } else {
        lines.insert(written, at: head + 1)
      }
    } else {
      if lines.last?.isEmpty == true { lines.removeLast() }
      lines += ["", "[\(key.section)]", written, ""]
    }
    let result = lines.joined(separator: "\n")
    var check = Configuration()
    if let error = apply(result, file: file, to: &check).first { throw refusal(error) }
    return result
  }

  /// Returns the text without a key; comments and the other keys stay.
  /// - Throws: `Problem` if the key does not exist, the text is not valid, or it names the key in another form.
  package static func removing(_ name: String, from text: String, file: String) throws(Problem) -> String {
    guard let key = ConfigKeys.all.first(where: { $0.name == name }) else {
      throw .badField("key", ConfigError(file: file, key: name, text: "this key does not exist: run gfctl config list").description)
    }
    var before = Configuration()
    if let error = apply(text, file: file, to: &before).first(where: { $0.key != name }) { throw .badField("file", error.description) }
    guard sets(name, in: text) else { return text }
    var lines = unixLines(text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let byHand = Problem.badField("file", ConfigError(file: file, key: name, text: "the key cannot be removed: edit the file").description)
    guard let line = line(of: key, in: text), lines.indices.contains(line - 1) else { throw byHand }
    let others = names(in: text).subtracting([name])
    // A list may go over several lines: its rest is not TOML by itself. A table in one line also has other keys.
    for _ in line - 1..<lines.count {
      lines.remove(at: line - 1)
      let result = lines.joined(separator: "\n")
      var after = Configuration()
      if apply(result, file: file, to: &after).isEmpty, names(in: result) == others { return result }
    }
    throw byHand
  }
}
