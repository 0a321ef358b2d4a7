import Foundation
import GestureFlowAPI
import Settings
import Synchronization

/// Keeps the scenes in one file. It reads the file at the first use, and replaces it atomically.
///
/// The file of a newer program stays until this one writes its own, and is kept beside that. So an update that is
/// installed again after a return to the system before finds its scenes.
package final class SceneStore: Sendable {
  /// Version of the written file.
  private static let version = 1

  private struct Head: Decodable {
    var format: String
    var version: Int
  }
  private struct File: Codable {
    var format = FileFormat.scenes
    var version = SceneStore.version
    var scenes: [Scene]
  }
  private enum Reading {
    case scenes([Int: Scene])
    /// The file is of a program with this version of the format.
    case newer(Int)
    case damaged
    case missing
  }
  /// Longest file in bytes, of this program and of a newer one.
  private static let (mostBytes, mostBytesOfNewer) = (1 << 18, 1 << 24)

  /// Path of the file; nil keeps nothing.
  package let path: String?
  private let calls: AtomicFile.Calls
  private let notice: @Sendable (String) -> Void
  /// The scenes by number; nil before the first use.
  private let scenes = Mutex<[Int: Scene]?>(nil)

  /// Makes the store; reads nothing yet.
  /// - Parameters:
  ///   - folder: folder of the state; nil keeps nothing.
  ///   - calls: the system calls; replaced in tests.
  ///   - notice: logs a sentence for the owner.
  package init(_ folder: String?, calls: AtomicFile.Calls = .system, notice: @escaping @Sendable (String) -> Void) {
    path = folder.map { $0 + "/scenes.json" }
    self.calls = calls
    self.notice = notice
  }

  /// The stored scenes in the order of their numbers. May wait for the disk.
  package var all: [Scene] {
    let known = scenes.withLock { scenes in
      do throws(FileError) {
        let known = try self.known(scenes)
        scenes = known
        return known
      } catch {
        notice("\(error)")
        return [:]
      }
    }
    return known.values.sorted { $0.number < $1.number }
  }

  /// Returns a scene. May wait for the disk.
  /// - Throws: `Problem` if this number has no scene.
  package func scene(_ number: SceneNumber) throws(Problem) -> Scene {
    guard let scene = all.first(where: { $0.number == number.number }) else {
      throw .notFound("scene \(number.number) is empty: run gfctl scene save \(number.number) first")
    }
    return scene
  }

  /// Stores a scene, or removes it.
  /// - Parameter scene: nil removes it.
  /// - Throws: `Problem` if the file cannot be read or written; the scenes then stay as they were.
  package func set(_ scene: Scene?, at number: SceneNumber) throws(Problem) {
    guard let path else { throw .refused("scenes have no folder: start the daemon with --state-dir") }
    try scenes.withLock { scenes throws(Problem) in
      let old: [Int: Scene]
      do throws(FileError) { old = try known(scenes) } catch { throw .failed("\(error)") }
      var new = old
      new[number.number] = scene
      scenes = old
      guard new != old else { return }
      do {
        let data = try StateFormat.canonical(File(scenes: new.values.sorted { $0.number < $1.number }))
        var newer: String?
        if case .newer(let version) = try read(path) { newer = kept(version) }
        try AtomicFile.write(data, to: path, keepPrevious: newer, calls: calls)
        scenes = new
        // `write` does not sync the copy's name, and nothing writes this copy again.
        if newer != nil { try AtomicFile.syncFolder(of: path, calls: calls) }
      } catch { throw .failed("\(error)") }
    }
  }

  /// Path of the last scenes of another version.
  private func kept(_ version: Int) -> String? { path.map { $0.folderOfPath + "/scenes.v\(version).json" } }

  /// Returns the scenes of this version, and moves a damaged file aside.
  /// - Throws: `FileError` if the file is there and cannot be read now; it stays where it is.
  private func known(_ scenes: [Int: Scene]?) throws(FileError) -> [Int: Scene] {
    if let scenes { return scenes }
    guard let path else { return [:] }
    switch try read(path) {
    case .scenes(let scenes): return scenes
    case .missing: return [:]
    case .newer(let version):
      notice("the scenes in \(path) have version \(version), and this program reads \(Self.version): using its own last ones")
      guard let own = kept(Self.version), case .scenes(let scenes) = try read(own) else { return [:] }
      return scenes
    case .damaged:
      let aside = path + ".aside"
      do throws(FileError) {
        try AtomicFile.move(path, to: aside, calls: calls)
        notice("the scenes in \(path) cannot be read, so they were moved to \(aside): save them again")
      } catch { notice("the scenes in \(path) cannot be read: \(error)") }
      return [:]
    }
  }

  /// Reads a file.
  /// - Throws: `FileError` if it is there and cannot be read now.
  private func read(_ path: String) throws(FileError) -> Reading {
    guard access(path, F_OK) == 0 else { return .missing }
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    guard size <= Self.mostBytesOfNewer else { return .damaged }
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw FileError(path: path, reason: "the scenes cannot be read now", remedy: "try again, or restart the box")
    }
    guard let head = try? JSONDecoder().decode(Head.self, from: data), head.format == FileFormat.scenes else { return .damaged }
    guard head.version <= Self.version else { return .newer(head.version) }
    guard size <= Self.mostBytes, head.version == Self.version, let file = try? JSONDecoder().decode(File.self, from: data) else {
      return .damaged
    }
    return .scenes(Dictionary(file.scenes.compactMap { $0.inRange.map { ($0.number, $0) } }) { first, _ in first })
  }
}
