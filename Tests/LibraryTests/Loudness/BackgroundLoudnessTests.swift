import Foundation
import Library
import Synchronization
import TestSupport
import Testing

/// Tests of loudness measurements in the background.
@Suite struct BackgroundLoudnessTests {
  /// A box with or without spare time, which counts the requests.
  private final class Box: Sendable {
    let hasTime = Atomic(false)
    let asked = Atomic(0)

    func answer() -> Bool {
      asked.add(1, ordering: .sequentiallyConsistent)
      return hasTime.load(ordering: .sequentiallyConsistent)
    }
  }

  private func library(_ folder: URL, _ box: Box) throws -> MusicLibrary {
    var settings = MusicLibrary.Settings()
    settings.mountRoot = "/nowhere"
    settings.folders = [folder.path]
    settings.measuresLoudness = true
    settings.measurePause = 0
    return MusicLibrary(settings, index: try LibraryIndex(nil), table: { "" }, mayMeasure: { box.answer() }, onEvent: { _ in })
  }

  /// Whether a waiting measurement goes on. It polls every half a second, or less often on a busy machine.
  private func goesOn(_ box: Box) -> Bool {
    let asked = box.asked.load(ordering: .sequentiallyConsistent)
    return waitUntil { box.asked.load(ordering: .sequentiallyConsistent) > asked + 1 }
  }

  /// Whether a measurement has ended: it polls no more.
  private func hasEnded(_ box: Box) -> Bool {
    let asked = box.asked.load(ordering: .sequentiallyConsistent)
    usleep(1_700_000)
    // One request may have been pending.
    return box.asked.load(ordering: .sequentiallyConsistent) <= asked + 1
  }

  private func level(_ relative: String, _ folder: URL, _ library: MusicLibrary) throws -> Double? {
    try library.index.loudness(of: relative, stick: folder.path)?.track?.level
  }

  @Test func `tracks are measured after the scan, when the box has time`() throws {
    try Places.withFolder { (folder: URL) throws in
      for number in 1...2 { try Music.write(folder.appendingPathComponent("\(number).wav"), seconds: 1) }
      let box = Box()
      let library = try library(folder, box)
      library.start()
      defer { library.stop() }
      #expect(waitUntil { box.asked.load(ordering: .sequentiallyConsistent) >= 2 })
      #expect(try level("1.wav", folder, library) == nil, "it was asked, and had no time")
      box.hasTime.store(true, ordering: .sequentiallyConsistent)
      #expect(waitUntil { (try? level("2.wav", folder, library)) != nil })
      #expect(try level("1.wav", folder, library) != nil)
      // A track that comes later is measured after its own scan.
      try Music.write(folder.appendingPathComponent("3.wav"), seconds: 1)
      library.rescan()
      #expect(waitUntil { (try? level("3.wav", folder, library)) != nil })
    }
  }

  @Test func `a folder that goes and a stop end it`() throws {
    try Places.withFolder { (root: URL) throws in
      let folder = root.appendingPathComponent("music")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try Music.write(folder.appendingPathComponent("1.wav"), seconds: 1)
      let box = Box()
      let library = try library(folder, box)
      library.start()
      #expect(waitUntil { box.asked.load(ordering: .sequentiallyConsistent) >= 1 } && goesOn(box), "it waits for time")
      let away = root.appendingPathComponent("away")
      try FileManager.default.moveItem(at: folder, to: away)
      #expect(waitUntil { library.sticks.isEmpty } && hasEnded(box))
      box.hasTime.store(true, ordering: .sequentiallyConsistent)
      try FileManager.default.moveItem(at: away, to: folder)
      #expect(waitUntil { (try? level("1.wav", folder, library)) != nil }, "it goes on when the folder is back")
      box.hasTime.store(false, ordering: .sequentiallyConsistent)
      try Music.write(folder.appendingPathComponent("2.wav"), seconds: 1)
      library.rescan()
      #expect(goesOn(box))
      library.stop()
      #expect(hasEnded(box))
    }
  }
}
