import Foundation
import GestureFlowAPI

/// The configuration's files: the owner's, the boot partition's over it, and the last good one for when they are wrong.
public final class ConfigStore: @unchecked Sendable {
  /// Looked for in this order; what comes later wins.
  public static let standardFiles = ["/etc/gestureflow/gestureflow.toml", "/boot/firmware/gestureflow.toml", "/boot/gestureflow.toml"]

  private let lock = NSLock()
  private let files: [String]
  private let lastGood: String?
  private var configurationNow = Configuration()
  private var errorsNow: [ConfigError] = []

  /// - Parameters:
  ///   - files: those that exist are read, in order.
  ///   - mustExist: a file that was named by the owner and is missing is an error.
  ///   - stateFolder: where the last good configuration is kept; nil: nowhere.
  public init(files: [String] = ConfigStore.standardFiles, mustExist: Bool = false, stateFolder: String?) {
    self.files = files
    lastGood = stateFolder.map { $0 + "/configuration.good.toml" }
    self.mustExist = mustExist
    load()
  }
  private let mustExist: Bool

  public var configuration: Configuration { lock.withLock { configurationNow } }
  public var errors: [ConfigError] { lock.withLock { errorsNow } }
  /// The files that are there.
  public var present: [String] { files.filter { access($0, F_OK) == 0 } }
  /// The file that `set` changes: the owner's.
  public var ownFile: String { files.first ?? "gestureflow.toml" }

  /// Reads the files anew. With an error in any of them the last good configuration stays, whole.
  /// - Returns: what is wrong.
  @discardableResult public func load(isReload: Bool = false) -> [ConfigError] {
    var fresh = Configuration()
    var errors: [ConfigError] = []
    for file in files {
      if access(file, F_OK) != 0, errno == ENOENT {
        if mustExist { errors.append(ConfigError(file: file, text: "there is no such file")) }
        continue
      }
      errors += ConfigFile.apply(file, to: &fresh)
    }
    lock.withLock {
      errorsNow = errors
      if errors.isEmpty {
        configurationNow = fresh
      } else if !isReload, let lastGood, access(lastGood, F_OK) == 0 {
        var good = Configuration()
        if ConfigFile.apply(lastGood, to: &good).isEmpty { configurationNow = good }
      }
    }
    if errors.isEmpty, let lastGood { keep(fresh, as: lastGood) }
    return errors
  }

  /// Most starts find what they would write: then the card is not worn, and the start does not wait for it.
  private func keep(_ good: Configuration, as path: String) {
    let text = Data(ConfigFile.text(of: good).utf8)
    if FileManager.default.contents(atPath: path) != text { _ = try? AtomicFile.write(text, to: path) }
  }

  /// Changes one key in the owner's file.
  /// - Throws: `Problem` that names the key and what it takes, or the file that cannot be written.
  public func set(_ key: String, to value: String) throws(Problem) {
    let file = ownFile
    var text = ""
    if access(file, F_OK) == 0 {
      guard let data = FileManager.default.contents(atPath: file), let read = String(validating: data, as: UTF8.self) else {
        throw .failed("\(file) cannot be read")
      }
      text = read
    }
    let changed: String
    do throws(ConfigError) { changed = try ConfigFile.setting(key, to: value, in: text, file: file) } catch {
      throw .badField(error.key == nil || error.key == key ? "value" : "file", error.description)
    }
    do throws(FileError) { try AtomicFile.write(Data(changed.utf8), to: file) } catch { throw .failed(error.description) }
    load(isReload: true)
  }

  public var answer: ConfigAnswer {
    let now = configuration
    let defaults = Configuration()
    return ConfigAnswer(
      files: present,
      entries: ConfigKeys.all.map {
        ConfigEntry(key: $0.name, value: $0.get(now).toml, defaultValue: $0.get(defaults).toml, allowed: $0.allowed, live: $0.isLive)
      }, errors: errors.map(\.description))
  }

  /// Keys whose change is heard only at the next start.
  public static func notLive(_ old: Configuration, _ new: Configuration) -> [String] {
    ConfigKeys.all.filter { !$0.isLive && $0.get(old) != $0.get(new) }.map(\.name)
  }
}
