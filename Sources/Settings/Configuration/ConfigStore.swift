import Foundation
import GestureFlowAPI
import Realtime
import Synchronization

/// Reads and writes the configuration's files. The owner's file comes first. The settings made on the box override
/// it, and the boot partition's file overrides both. When one of them is wrong, the last good configuration is used.
package final class ConfigStore: Sendable {
  private struct State {
    var configuration = Configuration()
    var errors: [ConfigError] = []
    var notices: [String] = []
    /// Whether the configuration in use was good once. False for the defaults that replace a file with an error.
    var isGood = true
    /// The files' configuration while it is not proven yet. Nil once it is kept, or if the configuration in use did
    /// not come from the files.
    var unproven: Configuration?
    /// When the box was first ready with it, in seconds of `Clock`.
    var readySince: Double?
    /// The configuration at the start of this process. Keys that are not live keep these values until its end.
    var begun: Configuration?
  }

  /// Seconds that the box must be ready before a configuration is good.
  package static let proof = 10.0

  /// Mount point that the first packages of 0.1.0 configured. A package manager keeps a file that was edited, so the
  /// old value may still be there. Nothing is mounted there any more.
  private static let formerMountRoot = "/media/gestureflow"
  /// The box's own file, which `set` changes. The owner's file in /etc belongs to the package manager, which would
  /// ask questions during an upgrade if the box had edited it. On a box with a read-only root it is read-only.
  package static let settingsFile = "/var/lib/gestureflow/settings.toml"
  /// First line of a new settings file.
  private static let head = "# Settings made on the box (gfctl config set). They stand above /etc/gestureflow/gestureflow.toml.\n"
  /// The files in the order in which they are read. A later file wins.
  package static let standardFiles = [
    "/etc/gestureflow/gestureflow.toml", settingsFile, "/boot/firmware/gestureflow.toml", "/boot/gestureflow.toml",
  ]

  /// The file that `set` changes.
  package let ownFile: String
  private let files: [String]
  private let lastGood: String?
  private let mustExist: Bool
  private let trust: StartCount.Trust
  /// The configuration that the parts of the box got last. Held while files are read or written and the parts get the
  /// result, so a reload and a simultaneous change do not undo each other.
  private let adopted = Mutex(Configuration())
  /// Published by the thread that holds `adopted`. `keepGood` adds only the proof.
  private let state = Published(State())

  /// - Parameters:
  ///   - files: those that exist are read, in order.
  ///   - own: the one of them that `set` changes; it need not exist. Nil: the box's settings file if it is among
  ///     them, otherwise the first.
  ///   - mustExist: whether a missing file is an error, because the owner named it.
  ///   - stateFolder: folder of the last good configuration; nil keeps none.
  ///   - trust: whether the files are read at the start. Later changes are always read.
  package init(
    files: [String] = ConfigStore.standardFiles, own: String? = nil, mustExist: Bool = false, stateFolder: String?,
    trust: StartCount.Trust = .everything
  ) {
    self.files = files
    ownFile = own ?? (files.contains(Self.settingsFile) ? Self.settingsFile : files.first ?? "gestureflow.toml")
    lastGood = stateFolder.map { $0 + "/configuration.good.toml" }
    self.mustExist = mustExist
    self.trust = trust
    load()
  }

  /// The configuration in use.
  package var configuration: Configuration { state.read { $0.configuration } }
  /// Whether the configuration in use was good once. False when the defaults replace a file with an error, because no
  /// last good configuration is kept.
  package var isGood: Bool { state.read { $0.isGood } }
  /// Errors found when the files were last read.
  package var errors: [ConfigError] { state.read { $0.errors } }
  /// Notices for the owner that are not errors. Each begins with its key.
  package var notices: [String] { state.read { $0.notices } }
  /// The existing files; a later file wins.
  package var present: [String] { files.filter { access($0, F_OK) == 0 } }

  /// Reads the files again. With an error in any of them, the whole last good configuration stays.
  /// - Returns: the errors.
  @discardableResult package func load(isReload: Bool = false) -> [ConfigError] {
    adopted.withLock { adopted in
      let errors = read(isReload: isReload)
      adopted = configuration
      return errors
    }
  }

  /// Reads the files again.
  /// - Parameter adopt: receives the errors and the configuration before. No other change begins until it returns.
  package func reload<Result: Sendable>(_ adopt: (_ errors: [ConfigError], _ old: Configuration) -> Result) -> Result {
    adopted.withLock { adopted in
      let errors = read(isReload: true)
      defer { adopted = configuration }
      return adopt(errors, adopted)
    }
  }

  /// Passes the configuration in use to a part. No change begins until `body` returns.
  package func apply(_ body: (Configuration) -> Void) { adopted.withLock { body($0) } }

  private func read(isReload: Bool) -> [ConfigError] {
    if !isReload, trust < .everything {
      let good = trust == .lastGood ? readLastGood() : nil
      state.change {
        if let good { $0.configuration = good } else { $0.configuration.panelEnabled = false }
      }
      // Without the owner's settings, the lines may belong to other hardware.
      return []
    }
    var fresh = Configuration()
    var errors: [ConfigError] = []
    // By key: a word that a later file replaces has no notice.
    var oldWords: [String: String] = [:]
    for file in files {
      if access(file, F_OK) != 0, errno == ENOENT {
        if mustExist { errors.append(ConfigError(file: file, text: "the file does not exist")) }
        continue
      }
      errors += ConfigFile.apply(file, to: &fresh) { key, word in
        oldWords[key.name] = key.oldWords[word].map { "\(key.name) is \(word) in \(file), an old word for \($0): write \($0)" }
      }
    }
    if errors.isEmpty { errors = fresh.doubledLines.map { error(of: $0) } }
    let moved = moveOn(&fresh)
    let notices = (moved.map { [$0] } ?? []) + (errors.isEmpty ? oldWords.sorted { $0.key < $1.key }.map(\.value) : [])
    var good: Configuration?
    if errors.isEmpty {
      good = fresh
    } else if !isReload {
      good = readLastGood()
    }
    state.change {
      $0.errors = errors
      $0.notices = notices
      if let good { $0.configuration = good }
      if good != nil || !isReload { $0.isGood = good != nil }
      if !isReload, errors.isEmpty { $0.begun = fresh }
      // With an error, the configuration in use stays, proven or not. A start without the files proves nothing about
      // them.
      if errors.isEmpty, $0.begun != nil { ($0.unproven, $0.readySince) = (fresh, nil) }
    }
    return errors
  }

  /// Keeps the configuration in use as the last good one. This needs `proof` seconds of a ready box.
  ///
  /// A valid value may still end the process, so a file is not good only because it can be read. A key that is not
  /// live is kept with its value at the start of this process: the next start proves its new value.
  /// - Parameters:
  ///   - time: seconds of `Clock` at which the box is ready.
  ///   - run: carries out the write, which may wait for the disk.
  package func keepGood(at time: Double, run: (@escaping @Sendable () -> Void) -> Void = { $0() }) {
    let proof: (configuration: Configuration, begun: Configuration)? = state.change { state in
      guard let unproven = state.unproven, let begun = state.begun else { return nil }
      let since = state.readySince ?? time
      state.readySince = since
      guard time - since >= Self.proof else { return nil }
      state.unproven = nil
      return (unproven, begun)
    }
    guard let proof, let lastGood else { return }
    var proven = proof.configuration
    for key in ConfigKeys.all where !key.isLive { key.put(&proven, key.get(proof.begun)) }
    run { [proven] in Self.keep(proven, as: lastGood) }
  }

  /// Returns the error for the last file that sets either key. The files before it were valid without it.
  private func error(of doubled: DoubledLine) -> ConfigError {
    for file in files.reversed() {
      guard let text = Self.text(of: file) else { continue }
      for name in [doubled.second, doubled.first] {
        guard let key = ConfigKeys.all.first(where: { $0.name == name }), let line = ConfigFile.line(of: key, in: text) else { continue }
        return ConfigError(file: file, line: line, key: name, text: doubled.complaint(for: name))
      }
    }
    return ConfigError(file: ownFile, key: doubled.second, text: doubled.complaint)
  }

  /// Returns the doubled lines after a change of the own file.
  private func doubledLines(with changed: String) -> [DoubledLine] {
    var all = Configuration()
    for file in files {
      if file == ownFile {
        _ = ConfigFile.apply(changed, file: file, to: &all)
      } else if access(file, F_OK) == 0 {
        _ = ConfigFile.apply(file, to: &all)
      }
    }
    return all.doubledLines
  }

  /// Returns a doubled line that a change of a key would create.
  ///
  /// Two keys that share a line already do not block the change of a third: a panel with several doubled lines is
  /// repaired one key at a time.
  private func newlyDoubledLine(_ key: String, before: String, after: String) -> DoubledLine? {
    guard key.hasPrefix("panel.") else { return nil }
    let doubled = doubledLines(with: after)
    if let own = doubled.first(where: { $0.first == key || $0.second == key }) { return own }
    return doubled.count > doubledLines(with: before).count ? doubled.first : nil
  }

  /// Returns the last good configuration; nil if none is kept.
  private func readLastGood() -> Configuration? {
    guard let lastGood, access(lastGood, F_OK) == 0 else { return nil }
    var last = Configuration()
    // After a return to this version, the file may have keys of a newer one.
    guard ConfigFile.apply(lastGood, to: &last, checkingFiles: false, skippingUnknown: true).isEmpty else { return nil }
    _ = moveOn(&last)
    return last
  }

  /// Replaces an old default in a file by the current one.
  /// - Returns: the notice for the owner.
  private func moveOn(_ configuration: inout Configuration) -> String? {
    var root = configuration.mountRoot[...]
    while root.hasSuffix("/") { root.removeLast() }
    guard root == Self.formerMountRoot else { return nil }
    configuration.mountRoot = Configuration().mountRoot
    let file = files.last { Self.text(of: $0).map { ConfigFile.sets("library.mount-root", in: $0) } == true }
    return
      "library.mount-root is \(Self.formerMountRoot)\(file.map { " in \($0)" } ?? ""), an old default: the box uses \(configuration.mountRoot), so remove the line"
  }

  /// Writes the last good configuration if it changed. Most starts find it unchanged, so the card does not wear.
  private static func keep(_ good: Configuration, as path: String) {
    let text = Data(ConfigFile.text(of: good).utf8)
    if FileManager.default.contents(atPath: path) != text { _ = try? AtomicFile.write(text, to: path) }
  }

  /// Changes or removes one key in the box's own file.
  /// - Parameters:
  ///   - value: in TOML syntax; nil removes the key, so that its default applies.
  ///   - isDry: whether the change is only checked.
  /// - Returns: false if the key has its default already.
  /// - Throws: `Problem` that names the key and its allowed values, another file that also sets the key, or the file
  ///   that cannot be written.
  @discardableResult package func set(_ key: String, to value: String?, isDry: Bool = false) throws(Problem) -> Bool {
    try set(key, to: value, isDry: isDry) { $1 }
  }

  /// Changes one key in the box's own file, as the other `set`.
  /// - Parameter adopt: receives the configuration before, or nil if nothing was written, and whether the change
  ///   makes a difference. No other change begins until it returns.
  package func set<Result: Sendable>(
    _ key: String, to value: String?, isDry: Bool, _ adopt: (_ old: Configuration?, _ changes: Bool) -> Result
  ) throws(Problem) -> Result {
    try adopted.withLock { adopted throws(Problem) in
      let changes = try write(key, value, isDry: isDry)
      guard changes, !isDry else { return adopt(nil, changes) }
      defer { adopted = configuration }
      return adopt(adopted, true)
    }
  }

  private func write(_ key: String, _ value: String?, isDry: Bool) throws(Problem) -> Bool {
    guard !files.isEmpty else { throw .refused("there is no configuration file: start the daemon with --config FILE") }
    let file = ownFile
    var text = file == files.first ? "" : Self.head
    if access(file, F_OK) == 0 {
      guard let read = Self.text(of: file) else { throw .failed("\(file) cannot be read") }
      text = read
    }
    let changed: String
    if let value {
      changed = try ConfigFile.setting(key, to: value, in: text, file: file)
    } else {
      changed = try ConfigFile.removing(key, from: text, file: file)
    }
    // Reject a change that another file would hide: it would have no effect.
    for above in files[(files.firstIndex(of: file) ?? files.endIndex)...].dropFirst() {
      guard let over = Self.text(of: above), ConfigFile.sets(key, in: over) else { continue }
      throw .badField("key", "\(above) also sets \(key) and comes first: change it there")
    }
    if let doubled = newlyDoubledLine(key, before: text, after: changed) {
      throw .badField("value", "\(key): \(doubled.complaint(for: key))")
    }
    if value == nil, changed == text {
      for below in files.prefix(while: { $0 != file }) {
        guard let under = Self.text(of: below), ConfigFile.sets(key, in: under) else { continue }
        throw .badField("key", "\(below) sets \(key): change it there")
      }
      return false
    }
    if isDry { return true }
    do throws(FileError) { try AtomicFile.write(Data(changed.utf8), to: file) } catch { throw .failed(error.description) }
    _ = read(isReload: true)
    return true
  }

  /// Returns a file's text. Returns nil if the file is missing or not text.
  private static func text(of file: String) -> String? {
    FileManager.default.contents(atPath: file).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// All keys with their values, and the errors.
  package var answer: ConfigAnswer {
    let now = configuration
    let defaults = Configuration()
    return ConfigAnswer(
      files: present,
      entries: ConfigKeys.all.map {
        var entry = ConfigEntry(
          key: $0.name, value: $0.get(now).toml, defaultValue: $0.get(defaults).toml, allowed: $0.allowed, live: $0.isLive)
        if $0.takesNumbersToo { entry.takesNumbersToo = true }
        return entry
      }, errors: errors.map(\.description))
  }

  /// Returns changed keys that take effect only at the next start.
  package static func notLive(_ old: Configuration, _ new: Configuration) -> [String] {
    ConfigKeys.all.filter { !$0.isLive && $0.get(old) != $0.get(new) }.map(\.name)
  }
}
