import Foundation
import Library
import Synchronization

/// Keeps the shelf of sounds up to date while sticks come and go. What is chosen plays on when its stick is gone: a patch is a value, and the shelf only says what can be chosen next.
package final class SoundKeeper: Sendable {
  /// A stick that is there.
  package struct Stick: Sendable, Equatable {
    /// UUID of the file system, or a folder's path.
    package var id: String
    /// What it is called.
    package var label: String
    /// Where it is mounted.
    package var root: String

    package init(id: String, label: String, root: String) {
      self.id = id
      self.label = label
      self.root = root
    }
  }

  private struct Kept {
    var sticks: [(stick: Stick, contents: SoundFolder.Contents)] = []
    var shelf = SoundShelf([])
  }

  /// Where the owner's own sounds lie.
  package static let ownFolder = "/etc/gestureflow/sounds"

  private let factory: SoundFolder
  private let own: SoundFolder
  private let access: StickAccess
  private let kept = Mutex(Kept())
  /// One look at a time; held while files are read, which `kept` never is.
  private let looking = Mutex(())

  /// - Parameters:
  ///   - factory: folder of the sounds that came with the program. - own: folder of the owner's.
  package init(factory: String = SoundKeeper.factoryFolder(), own: String = SoundKeeper.ownFolder, access: StickAccess = StickAccess()) {
    self.factory = SoundFolder(factory, .factory)
    self.own = SoundFolder(own, .own)
    self.access = access
  }

  /// What can be chosen, as of the last look; before the first, the built-in sound.
  package var shelf: SoundShelf { kept.withLock { $0.shelf } }

  /// Reads the box's folders again, and the sticks that are new or could not be read to their end. Reads files: for an ordinary thread.
  /// - Parameters:
  ///   - sticks: those that are there, in the order in which they came.
  ///   - rereads: reads all sticks again, for the owner who has changed a file there.
  @discardableResult package func look(_ sticks: [Stick], rereads: Bool = false) -> SoundShelf {
    looking.withLock { _ in
      let before = kept.withLock { $0.sticks }
      let now = sticks.map { stick in
        let known = before.first { $0.stick == stick }?.contents
        if let known, known.trouble == nil, !rereads { return (stick: stick, contents: known) }
        guard let folder = SoundFolder(stick: stick.root, label: stick.label) else {
          return (stick: stick, contents: SoundFolder.Contents())
        }
        var contents = folder.read(access)
        // What cannot be told is not gone.
        if contents.trouble != nil, let known, known.sounds.count > contents.sounds.count { contents.sounds = known.sounds }
        return (stick: stick, contents: contents)
      }
      let shelf = SoundShelf([readFactory(), own.read(access)] + now.map(\.contents))
      kept.withLock { $0 = Kept(sticks: now, shelf: shelf) }
      return shelf
    }
  }

  /// A program without its sounds is not whole, so here a folder that is not there is a problem.
  private func readFactory() -> SoundFolder.Contents {
    var contents = factory.read(access)
    if contents.sounds.isEmpty, contents.problems.isEmpty {
      contents.problems = [ConfigError(file: factory.path, text: "there are no factory sounds; \(InstrumentSound.builtin.name) is played")]
    }
    return contents
  }

  /// The first of: `GESTUREFLOW_SOUNDS`, `sounds` in the checkout above the program or the working folder, `/usr/share/gestureflow/sounds`.
  package static func factoryFolder() -> String {
    if let named = ProcessInfo.processInfo.environment["GESTUREFLOW_SOUNDS"] { return named }
    var starts = [FileManager.default.currentDirectoryPath]
    if let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") { starts.insert(program, at: 0) }
    for start in starts {
      var folder = URL(fileURLWithPath: start)
      while folder.path != "/" {
        // People have folders of that name, too: ours lies beside the sources.
        if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Sources/Supervisor").path) {
          return folder.appendingPathComponent("sounds").path
        }
        folder.deleteLastPathComponent()
      }
    }
    return "/usr/share/gestureflow/sounds"
  }
}
