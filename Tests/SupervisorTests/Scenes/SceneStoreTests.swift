import Foundation
import GestureFlowAPI
import Settings
import Supervisor
import Synchronization
import TestSupport
import Testing

/// The scene file is valid or missing, whatever its content.
@Suite struct SceneStoreTests {
  private func scene(_ number: Int, volume: Double = 0.5) -> Scene {
    var state = SavedState()
    (state.volume, state.serial, state.position, state.queue) = (volume, 7, 9, [.init(stick: "A", track: "1", position: 0)])
    return Scene(number: number, title: "Moon", state: state)
  }

  private func problem(_ body: () throws(Problem) -> Void) -> Problem? {
    do throws(Problem) { try body() } catch { return error }
    return nil
  }

  @Test func `scenes are kept and removed`() throws {
    try Places.withFolder { folder in
      let store = SceneStore(folder.path) { _ in }
      #expect(store.all.isEmpty && problem { () throws(Problem) in _ = try store.scene(1) }?.status == 404)
      try store.set(scene(3), at: 3)
      try store.set(scene(1), at: 1)
      try store.set(scene(3, volume: 0.25), at: 3)
      let again = SceneStore(folder.path) { _ in }
      #expect(again.all.map(\.number) == [1, 3] && again.all == store.all)
      #expect(try again.scene(3).state.volume == 0.25)
      #expect(again.all.allSatisfy { $0.state.queue.isEmpty && $0.state.serial == 0 && $0.state.position == 0 })
      try again.set(nil, at: 1)
      try again.set(nil, at: 2)
      #expect(SceneStore(folder.path) { _ in }.all.map(\.number) == [3])
    }
  }

  @Test func `a damaged file is moved aside and told`() throws {
    for text in [
      "", "x", "{}", "[]", #"{"format":"gestureflow-scenes","version":0,"scenes":[]}"#, #"{"format":"other","version":1,"scenes":[]}"#,
      String(repeating: "[", count: 300_000),
    ] {
      try Places.withFolder { folder in
        let path = folder.path + "/scenes.json"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let told = Mutex<[String]>([])
        let store = SceneStore(folder.path) { text in told.withLock { $0.append(text) } }
        #expect(store.all.isEmpty && store.all.isEmpty)
        let notices = told.withLock { $0 }
        #expect(notices.count == 1 && notices[0].contains("moved to \(path).aside"), "\(notices)")
        #expect(try String(contentsOfFile: path + ".aside", encoding: .utf8) == text)
        try store.set(scene(1), at: 1)
        #expect(SceneStore(folder.path) { _ in }.all.count == 1)
      }
    }
  }

  @Test func `the scenes of a newer program are kept for it, and this program finds its own`() throws {
    try Places.withFolder { folder in
      let (path, own, newer) = (folder.path + "/scenes.json", folder.path + "/scenes.v1.json", folder.path + "/scenes.v2.json")
      try SceneStore(folder.path) { _ in }.set(scene(2), at: 2)
      // A newer program keeps this program's file, and writes its own.
      try FileManager.default.moveItem(atPath: path, toPath: own)
      let text = #"{"format":"gestureflow-scenes","version":2,"scenes":"\#(String(repeating: "x", count: 300_000))"}"#
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let told = Mutex<[String]>([])
      let store = SceneStore(folder.path) { text in told.withLock { $0.append(text) } }
      #expect(store.all.map(\.number) == [2] && told.withLock { $0.count == 1 && $0[0].contains("version 2") })
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      try store.set(scene(4), at: 4)
      #expect(SceneStore(folder.path) { _ in }.all.map(\.number) == [2, 4])
      #expect(try String(contentsOfFile: newer, encoding: .utf8) == text)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["scenes.json", "scenes.v1.json", "scenes.v2.json"])
    }
  }

  @Test func `a file that cannot be read now stays, and nothing replaces it`() throws {
    try Places.withFolder { folder in
      // A folder in its place is there and cannot be read.
      let path = folder.path + "/scenes.json"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      let told = Mutex<[String]>([])
      let store = SceneStore(folder.path) { text in told.withLock { $0.append(text) } }
      #expect(store.all.isEmpty)
      #expect(throws: Problem.self) { try store.set(scene(1), at: 1) }
      #expect(told.withLock { $0.count == 1 && $0[0].contains("cannot be read now") })
      var isFolder: ObjCBool = false
      #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue)
      try FileManager.default.removeItem(atPath: path)
      try SceneStore(folder.path) { _ in }.set(scene(2), at: 2)
      #expect(store.all.map(\.number) == [2])
    }
  }

  @Test func `values out of range are brought into it`() throws {
    try Places.withFolder { folder in
      let scenes = #"""
        {"format":"gestureflow-scenes","version":1,"scenes":[
        {"number":1,"state":{"volume":9e99,"speed":-4,"pitchCents":1e9,"mode":"nonsense"},"filter":-7,"tempoBPM":1e12,
         "loops":[{"channel":9,"region":{"start":0,"end":2}},{"channel":1,"region":{"start":3,"end":1}},{"channel":2,"region":{"start":1,"end":2}}]},
        {"number":99,"state":{},"loops":[]},{"number":1,"state":{},"loops":[]}]}
        """#
      try scenes.write(toFile: folder.path + "/scenes.json", atomically: true, encoding: .utf8)
      let all = SceneStore(folder.path) { _ in }.all
      let first = try #require(all.first)
      #expect(all.count == 1 && first.state.volume == 1 && first.state.speed == 0.1 && first.state.pitchCents == 2400)
      #expect(first.state.mode == .player && first.tempoBPM == nil && first.filter == -1 && first.loops.map(\.channel) == [2])
    }
  }

  @Test func `a disk that fails leaves the scenes as they were`() throws {
    try Places.withFolder { folder in
      let fails = Mutex(false)
      var calls = AtomicFile.Calls()
      calls.sync = { descriptor in
        guard fails.withLock({ $0 }) else { return fsync(descriptor) }
        errno = EIO
        return -1
      }
      let store = SceneStore(folder.path, calls: calls) { _ in }
      try store.set(scene(1), at: 1)
      fails.withLock { $0 = true }
      #expect(problem { () throws(Problem) in try store.set(scene(2), at: 2) }?.status == 500)
      #expect(store.all.map(\.number) == [1] && SceneStore(folder.path) { _ in }.all.map(\.number) == [1])
    }
  }

  @Test func `a box without a folder has no scenes`() {
    let store = SceneStore(nil) { _ in }
    #expect(store.all.isEmpty && problem { () throws(Problem) in try store.set(scene(1), at: 1) }?.status == 409)
  }
}
