import Foundation
import GestureFlowAPI
import Library
import Realtime
import Settings
import Synchronization

/// Keeps the list of sounds current while sticks come and go. The chosen sound continues when its stick is gone: a
/// patch is a value, and the list only says what can be chosen next.
package final class SoundCatalogUpdater: Sendable {
  /// Folder of the owner's own sounds.
  package static let ownFolder = "/etc/gestureflow/sounds"

  private let factory: SoundFolder
  private let own: SoundFolder
  private let access: StickAccess
  /// The sticks and their sounds. Held while files are read; `published` is not.
  private let sticks = Mutex<[(stick: ConnectedStick, contents: SoundFolder.Contents)]>([])
  private let published = Published(SoundCatalog([]))

  /// - Parameters:
  ///   - factory: folder of the sounds that came with the program.
  ///   - own: folder of the owner's sounds.
  ///   - access: opens files and folders.
  package init(
    factory: String = SoundCatalogUpdater.factoryFolder(), own: String = SoundCatalogUpdater.ownFolder, access: StickAccess = StickAccess()
  ) {
    self.factory = SoundFolder(factory, .factory)
    self.own = SoundFolder(own, .own)
    self.access = access
  }

  /// The available sounds, as of the last `look`. Before the first `look` it is the built-in sound.
  package var catalog: SoundCatalog { published.now }

  /// Reads the box's folders again, and sticks that are new or incomplete. Reads files: call it on an ordinary
  /// thread.
  /// - Parameters:
  ///   - present: the connected sticks, in the order in which they came.
  ///   - rereads: reads all sticks again, for an owner who changed a file there.
  @discardableResult package func look(_ present: [ConnectedStick], rereads: Bool = false) -> SoundCatalog {
    sticks.withLock { sticks in
      sticks = present.map { stick in
        let known = sticks.first { $0.stick == stick }?.contents
        if let known, known.trouble == nil, !rereads { return (stick: stick, contents: known) }
        guard let folder = SoundFolder(stick: stick.root, label: stick.label) else {
          return (stick: stick, contents: SoundFolder.Contents())
        }
        var contents = folder.read(access)
        // After an unclear error, keep the sounds known before.
        if contents.trouble != nil, let known, known.sounds.count > contents.sounds.count { contents.sounds = known.sounds }
        return (stick: stick, contents: contents)
      }
      let catalog = SoundCatalog([readFactory(), own.read(access)] + sticks.map(\.contents))
      published.store(catalog)
      return catalog
    }
  }

  /// Reads the factory folder. Here a missing folder is a problem, because the installation is incomplete.
  private func readFactory() -> SoundFolder.Contents {
    var contents = factory.read(access)
    if contents.sounds.isEmpty, contents.problems.isEmpty {
      contents.problems = [
        ConfigError(
          file: factory.path, text: "the factory sounds are missing: reinstall the package; using \(InstrumentSound.builtin.name)")
      ]
    }
    return contents
  }

  /// Returns the folder of the factory sounds. It is the first of: `GESTUREFLOW_SOUNDS`, `sounds` in the checkout
  /// above the program or the working folder, `/usr/share/gestureflow/sounds`.
  package static func factoryFolder() -> String {
    if let named = ProcessInfo.processInfo.environment["GESTUREFLOW_SOUNDS"] { return named }
    var starts = [FileManager.default.currentDirectoryPath]
    if let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") { starts.insert(program, at: 0) }
    for start in starts {
      var folder = URL(fileURLWithPath: start)
      while folder.path != "/" {
        // Other folders may have the name `sounds`, too. Ours lies beside `Sources`.
        if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Sources/Supervisor").path) {
          return folder.appendingPathComponent("sounds").path
        }
        folder.deleteLastPathComponent()
      }
    }
    return "/usr/share/gestureflow/sounds"
  }
}
