import Foundation
import GestureFlowAPI
import Settings
import Synchronization

/// Keeps the scenes in one file. It reads the file at the first use, and replaces it atomically.
package final class SceneStore: Sendable {
  private struct File: Codable {
    var format = FileFormat.scenes
    var version = 1
    var scenes: [Scene]
  }
  /// Longest file in bytes.
  private static let mostBytes = 1 << 18

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
        try AtomicFile.write(data, to: path, calls: calls)
      } catch { throw .failed("\(error)") }
      scenes = new
    }
  }

  /// Returns the scenes of the file, and moves a damaged one aside.
  /// - Throws: `FileError` if the file is there and cannot be read now; it stays where it is.
  private func known(_ scenes: [Int: Scene]?) throws(FileError) -> [Int: Scene] {
    if let scenes { return scenes }
    guard let path, access(path, F_OK) == 0 else { return [:] }
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    var data: Data?
    if size <= Self.mostBytes {
      do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
        throw FileError(path: path, reason: "the scenes cannot be read now", remedy: "try again, or restart the box")
      }
    }
    let file = data.flatMap { try? JSONDecoder().decode(File.self, from: $0) }
    guard let file, file.version == File(scenes: []).version else {
      let aside = path + ".aside"
      do throws(FileError) {
        try AtomicFile.move(path, to: aside, calls: calls)
        notice("the scenes in \(path) cannot be read, so they were moved to \(aside): save them again")
      } catch { notice("the scenes in \(path) cannot be read: \(error)") }
      return [:]
    }
    return Dictionary(file.scenes.compactMap { $0.inRange.map { ($0.number, $0) } }) { first, _ in first }
  }
}
