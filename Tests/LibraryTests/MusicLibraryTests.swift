import Foundation
import Library
import TestSupport
import Testing

/// Sticks that come and go, with a mount table and names that the test sets.
@Suite struct MusicLibraryTests {
  final class World: @unchecked Sendable {
    private let lock = NSLock()
    private var tableText = ""
    private var name = "UUID-1"
    private var all: [MusicLibrary.News] = []
    var table: String {
      get { lock.withLock { tableText } }
      set { lock.withLock { tableText = newValue } }
    }
    var identity: String {
      get { lock.withLock { name } }
      set { lock.withLock { name = newValue } }
    }
    func hear(_ news: MusicLibrary.News) { lock.withLock { all.append(news) } }
    var comings: [String] {
      lock.withLock {
        all.compactMap {
          switch $0 {
          case .appeared(let stick): "+\(stick.id)"
          case .gone(let stick): "-\(stick.id)"
          default: nil
          }
        }
      }
    }
  }

  @Test func aStickKeepsItsNameWhileItIsMounted() throws {
    try Places.withFolder { folder in
      let root = folder.appendingPathComponent("media/sda")
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      try Music.write(root.appendingPathComponent("1.wav"), seconds: 0.1)
      let world = World()
      var settings = MusicLibrary.Settings()
      settings.mountRoot = folder.appendingPathComponent("media").path
      let library = MusicLibrary(
        settings, index: try LibraryIndex(nil), table: { world.table }, identify: { _ in world.identity }, onNews: { world.hear($0) })
      library.start()
      defer { library.stop() }
      world.table = "90 22 8:17 / \(root.path) ro - vfat /dev/sda ro\n"
      #expect(waitUntil { library.lists.first?.tracks.count == 1 })
      // Pulled out: udev has forgotten the name, the mount is still there for a moment.
      world.identity = "/dev/sda"
      usleep(1_200_000)
      #expect(world.comings == ["+UUID-1"])
      world.table = ""
      #expect(waitUntil { library.sticks.isEmpty })
      #expect(world.comings == ["+UUID-1", "-UUID-1"])
      // Back under another device and place: the same stick.
      world.identity = "UUID-1"
      let other = folder.appendingPathComponent("media/sdb")
      try FileManager.default.moveItem(at: root, to: other)
      world.table = "91 22 8:33 / \(other.path) ro - vfat /dev/sdb ro\n"
      #expect(waitUntil { library.lists.first?.tracks.first?.path == other.path + "/1.wav" })
      #expect(library.lists.first?.tracks.first?.stick == "UUID-1")
    }
  }
}
