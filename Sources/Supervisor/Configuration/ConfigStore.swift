import Foundation
import GestureFlowAPI
import Synchronization

/// The configuration's files: the owner's, the settings made on the box above it, the boot partition's above both, and the last good configuration for
/// when one of them is wrong.
package final class ConfigStore: Sendable {
  private struct State {
    var configuration = Configuration()
    var errors: [ConfigError] = []
    var notice: String?
    /// The configuration in use was good once; false for the defaults in place of a file with an error.
    var isGood = true
    /// The files' configuration that the box has not proven yet; nil for one that is kept, or that came from elsewhere.
    var unproven: Configuration?
    /// When the box was first seen to be ready with it, in seconds of `Clock`.
    var readySince: Double?
    /// What this process began with: keys that are not live keep these values until its end.
    var begun: Configuration?
  }

  /// A configuration is good when the box was ready with it for so long, in seconds.
  package static let proof = Keeper.recovered

  /// Where the first packages of 0.1.0 mounted sticks, whose file set it: a package manager keeps a file that was edited, and nothing is mounted there any more.
  private static let formerMountRoot = "/media/gestureflow"
  /// What `set` changes on a box: a file of the box's own. The owner's file in /etc belongs to the package manager, which would ask questions in the middle
  /// of an upgrade if the box had edited it, and which is read-only on a box with a read-only root.
  package static let settingsFile = "/var/lib/gestureflow/settings.toml"
  /// First lines of a new settings file.
  private static let head = "# Settings made on the box (gfctl config set). They stand above /etc/gestureflow/gestureflow.toml.\n"
  /// Looked for in this order; what comes later wins.
  package static let standardFiles = [
    "/etc/gestureflow/gestureflow.toml", settingsFile, "/boot/firmware/gestureflow.toml", "/boot/gestureflow.toml",
  ]

  /// The file that `set` changes.
  package let ownFile: String
  private let files: [String]
  private let lastGood: String?
  private let mustExist: Bool
  private let trust: StartCount.Trust
  /// Held while files are read or written, so that a reload and a change at the same moment do not undo each other.
  private let oneAtATime = Mutex(())
  private let state = Mutex(State())

  /// - Parameters:
  ///   - files: those that exist are read, in order.
  ///   - own: the one of them that `set` changes, and that need not be there; nil: the box's settings file where it is among them, otherwise the first.
  ///   - mustExist: a file that was named by the owner and is missing is an error.
  ///   - stateFolder: where the last good configuration is kept; nil: nowhere.
  ///   - trust: whether the files are read at the start. Later changes always are.
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

  /// What is in use.
  package var configuration: Configuration { state.withLock { $0.configuration } }
  /// False when the defaults stand in for a file with an error, because no last good configuration is kept.
  package var isGood: Bool { state.withLock { $0.isGood } }
  /// What was wrong with the files when they were last read.
  package var errors: [ConfigError] { state.withLock { $0.errors } }
  /// What the owner should know of the files, although nothing is wrong with them; nil: nothing.
  package var notice: String? { state.withLock { $0.notice } }
  /// The files that are there; what comes later wins.
  package var present: [String] { files.filter { access($0, F_OK) == 0 } }

  /// Reads the files anew. With an error in any of them the last good configuration stays, whole.
  /// - Returns: what is wrong.
  @discardableResult package func load(isReload: Bool = false) -> [ConfigError] {
    oneAtATime.withLock { _ in read(isReload: isReload) }
  }

  private func read(isReload: Bool) -> [ConfigError] {
    if !isReload, trust < .everything {
      let good = trust == .lastGood ? readLastGood() : nil
      state.withLock {
        if let good { $0.configuration = good } else { $0.configuration.panelEnabled = false }
      }
      // Without the owner's settings the panel's lines may be other hardware's.
      return []
    }
    var fresh = Configuration()
    var errors: [ConfigError] = []
    for file in files {
      if access(file, F_OK) != 0, errno == ENOENT {
        if mustExist { errors.append(ConfigError(file: file, text: "there is no such file")) }
        continue
      }
      errors += ConfigFile.apply(file, to: &fresh)
    }
    if errors.isEmpty { errors = fresh.doubledLines.map { error(of: $0) } }
    let notice = moveOn(&fresh)
    var good: Configuration?
    if errors.isEmpty {
      good = fresh
    } else if !isReload {
      good = readLastGood()
    }
    state.withLock {
      $0.errors = errors
      $0.notice = notice
      if let good { $0.configuration = good }
      if good != nil || !isReload { $0.isGood = good != nil }
      if !isReload, errors.isEmpty { $0.begun = fresh }
      // An error leaves what is in use, proven or not. A start that did without the files proves nothing about them.
      if errors.isEmpty, $0.begun != nil { ($0.unproven, $0.readySince) = (fresh, nil) }
    }
    return errors
  }

  /// Keeps the configuration in use as the last good one, when the box has been ready with it for `proof` seconds.
  ///
  /// A valid value may end the process, too. So the text of a file is not good because it can be read. A key that is not live is kept as this process began
  /// with it: its new value is proven by the next start.
  /// - Parameters:
  ///   - time: seconds of `Clock`; the box is ready then.
  ///   - run: carries out the write, which may wait for the disk.
  package func keepGood(at time: Double, run: (@escaping @Sendable () -> Void) -> Void = { $0() }) {
    let proven: Configuration? = state.withLock { state in
      guard let unproven = state.unproven, let begun = state.begun else { return nil }
      let since = state.readySince ?? time
      state.readySince = since
      guard time - since >= Self.proof else { return nil }
      state.unproven = nil
      var proven = unproven
      for key in ConfigKeys.all where !key.isLive { key.put(&proven, key.get(begun)) }
      return proven
    }
    guard let proven, let lastGood else { return }
    run { Self.keep(proven, as: lastGood) }
  }

  /// Told where the last file sets one of both keys: what stands before it was good.
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

  /// The lines that two uses would share with a change of the own file.
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

  /// A line that a change of a key would give to two uses.
  ///
  /// Two that share one already do not refuse a change of a third: a panel with several such lines is mended one key at a time.
  private func newlyDoubledLine(_ key: String, before: String, after: String) -> DoubledLine? {
    guard key.hasPrefix("panel.") else { return nil }
    let doubled = doubledLines(with: after)
    if let own = doubled.first(where: { $0.first == key || $0.second == key }) { return own }
    return doubled.count > doubledLines(with: before).count ? doubled.first : nil
  }

  /// The configuration that was good last; nil where none is kept.
  private func readLastGood() -> Configuration? {
    guard let lastGood, access(lastGood, F_OK) == 0 else { return nil }
    var last = Configuration()
    guard ConfigFile.apply(lastGood, to: &last, checkingFiles: false).isEmpty else { return nil }
    _ = moveOn(&last)
    return last
  }

  /// Takes an old default that stands in a file for today's. - Returns: what to say about it.
  private func moveOn(_ configuration: inout Configuration) -> String? {
    var root = configuration.mountRoot[...]
    while root.hasSuffix("/") { root.removeLast() }
    guard root == Self.formerMountRoot else { return nil }
    configuration.mountRoot = Configuration().mountRoot
    let file = files.last { Self.text(of: $0).map { ConfigFile.sets("library.mount-root", in: $0) } == true }
    return
      "library.mount-root is \(Self.formerMountRoot)\(file.map { " in \($0)" } ?? ""), where earlier packages mounted sticks: \(configuration.mountRoot) is used; take the line out"
  }

  /// Most starts find what they would write: then the card is not worn.
  private static func keep(_ good: Configuration, as path: String) {
    let text = Data(ConfigFile.text(of: good).utf8)
    if FileManager.default.contents(atPath: path) != text { _ = try? AtomicFile.write(text, to: path) }
  }

  /// Changes one key in the box's own file.
  /// - Throws: `Problem` that names the key and what it takes, the file that stands above and sets it too, or the file that cannot be written.
  package func set(_ key: String, to value: String) throws(Problem) {
    try oneAtATime.withLock { _ throws(Problem) in try write(key, value) }
  }

  private func write(_ key: String, _ value: String) throws(Problem) {
    let file = ownFile
    var text = file == files.first ? "" : Self.head
    if access(file, F_OK) == 0 {
      guard let read = Self.text(of: file) else { throw .failed("\(file) cannot be read") }
      text = read
    }
    let changed: String
    do throws(ConfigError) { changed = try ConfigFile.setting(key, to: value, in: text, file: file) } catch {
      throw .badField(error.key == nil || error.key == key ? "value" : "file", error.description)
    }
    // A change that another file hides would be taken and never heard.
    for above in files[(files.firstIndex(of: file) ?? files.endIndex)...].dropFirst() {
      guard let over = Self.text(of: above), ConfigFile.sets(key, in: over) else { continue }
      throw .badField("key", "\(above) sets \(key) too, and it stands above: change it there")
    }
    if let doubled = newlyDoubledLine(key, before: text, after: changed) {
      throw .badField("value", "\(key): \(doubled.complaint(for: key))")
    }
    do throws(FileError) { try AtomicFile.write(Data(changed.utf8), to: file) } catch { throw .failed(error.description) }
    _ = read(isReload: true)
  }

  /// Nil where there is no such file, or no text in it.
  private static func text(of file: String) -> String? {
    FileManager.default.contents(atPath: file).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Every key with its value, and what is wrong.
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

  /// Keys whose change is heard only at the next start.
  package static func notLive(_ old: Configuration, _ new: Configuration) -> [String] {
    ConfigKeys.all.filter { !$0.isLive && $0.get(old) != $0.get(new) }.map(\.name)
  }
}
