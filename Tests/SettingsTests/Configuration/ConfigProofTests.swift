import Foundation
import GestureFlowAPI
import Settings
import Synchronization
import TestSupport
import Testing

extension ConfigStore {
  /// Acts as a box that was ready with this configuration for long enough.
  func prove() {
    keepGood(at: 1000)
    keepGood(at: 1000 + Self.proof)
  }
}

/// A configuration becomes the last good one once the box was ready with it. Readable text alone is not enough.
@Suite struct ConfigProofTests {
  private func kept(_ folder: URL) -> Configuration? {
    var configuration = Configuration()
    let path = folder.path + "/configuration.good.toml"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return ConfigFile.apply(path, to: &configuration).isEmpty ? configuration : nil
  }

  private func store(_ folder: URL, _ text: String, trust: StartCount.Trust = .everything) throws -> ConfigStore {
    let file = folder.appendingPathComponent("gestureflow.toml")
    try Data(text.utf8).write(to: file)
    return ConfigStore(files: [file.path], stateFolder: folder.path, trust: trust)
  }

  /// The value is valid but ends the process. The starts before READY must find the earlier configuration.
  @Test func `a value that ends the process is not the last good one`() throws {
    try Places.withFolder { (folder: URL) throws in
      try store(folder, "[camera]\nrate = 40\n").prove()
      #expect(kept(folder)?.cameraRate == 40)
      for _ in 0..<2 { #expect(try store(folder, "[camera]\nrate = 50\n").configuration.cameraRate == 50) }
      #expect(kept(folder)?.cameraRate == 40)
      #expect(try store(folder, "[camera]\nrate = 50\n", trust: .lastGood).configuration.cameraRate == 40)
    }
  }

  @Test func `it is kept after the time of its proof and once`() throws {
    try Places.withFolder { (folder: URL) throws in
      let store = try store(folder, "[camera]\nrate = 40\n")
      let writes = Mutex(0)
      func look(at time: Double) {
        store.keepGood(at: time) { work in
          writes.withLock { $0 += 1 }
          work()
        }
      }
      look(at: 100)
      look(at: 100 + ConfigStore.proof - 0.1)
      #expect(kept(folder) == nil && writes.withLock { $0 } == 0)
      for step in 0..<5 { look(at: 100 + ConfigStore.proof + Double(step)) }
      #expect(kept(folder)?.cameraRate == 40 && writes.withLock { $0 } == 1)
    }
  }

  @Test func `a live change is proven anew and a later one by the next start`() throws {
    try Places.withFolder { (folder: URL) throws in
      let store = try store(folder, "[camera]\nrate = 40\n")
      store.prove()
      try store.set("gestures.hold", to: "2")
      try store.set("camera.rate", to: "50")
      #expect(kept(folder)?.holdSeconds == Configuration().holdSeconds, "it may still end the process")
      store.keepGood(at: 2000)
      #expect(kept(folder)?.holdSeconds == Configuration().holdSeconds)
      store.keepGood(at: 2000 + ConfigStore.proof)
      #expect(kept(folder)?.holdSeconds == 2 && kept(folder)?.cameraRate == 40, "the camera has not run with it yet")
      let next = ConfigStore(files: [store.ownFile], stateFolder: folder.path)
      next.prove()
      #expect(kept(folder)?.holdSeconds == 2 && kept(folder)?.cameraRate == 50)
    }
  }

  @Test(arguments: [StartCount.Trust.lastGood, .defaults])
  func `a start that did without the files proves nothing`(trust: StartCount.Trust) throws {
    try Places.withFolder { (folder: URL) throws in
      try store(folder, "[camera]\nrate = 40\n").prove()
      let careful = try store(folder, "[camera]\nrate = 50\n", trust: trust)
      careful.prove()
      #expect(kept(folder)?.cameraRate == 40)
      // Files that are then read again are not good either: their camera never ran.
      #expect(careful.load(isReload: true).isEmpty && careful.configuration.cameraRate == 50)
      careful.prove()
      #expect(kept(folder)?.cameraRate == 40)
    }
  }

  @Test func `a file with an error proves nothing and a wrong change takes nothing back`() throws {
    try Places.withFolder { (folder: URL) throws in
      try store(folder, "[camera]\nrate = 6000\n").prove()
      #expect(kept(folder) == nil)
      let store = try store(folder, "[camera]\nrate = 40\n")
      try Data("[camera]\nrate = 6000\n".utf8).write(to: URL(fileURLWithPath: store.ownFile))
      #expect(!store.load(isReload: true).isEmpty)
      store.prove()
      #expect(kept(folder)?.cameraRate == 40, "what is in use was read well")
    }
  }
}
