import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Sound
import Supervisor
import Synchronization
import TestSupport
import Testing

/// A SIGHUP and several changes come at the same moment. No change is lost, and the box uses the values of the
/// file.
@Suite(.serialized) struct ReconfigureTests {
  static let keys: [(key: String, value: String)] = [
    ("camera.rate", "55"), ("camera.width", "800"), ("camera.height", "600"), ("gestures.hold", "1.25"), ("gestures.speed-detent", "0.05"),
    ("player.start-volume", "0.45"), ("sound.tone-volume", "0.15"), ("tracker.hands", "3"),
  ]

  private func atOnce(_ bodies: [@Sendable () -> Void]) {
    let group = DispatchGroup()
    for body in bodies {
      group.enter()
      Thread {
        body()
        group.leave()
      }.start()
    }
    group.wait()
  }

  @Test func `changes and reloads at once lose nothing`() throws {
    try Places.withFolder { folder in
      let file = folder.appendingPathComponent("own.toml")
      for _ in 0..<20 {
        try "# mine\n".write(to: file, atomically: true, encoding: .utf8)
        let store = ConfigStore(files: [file.path], stateFolder: folder.path)
        var bodies: [@Sendable () -> Void] = Self.keys.map { item in
          { do throws(Problem) { try store.set(item.key, to: item.value) } catch { Issue.record("\(item.key): \(error)") } }
        }
        bodies += (0..<4).map { _ -> @Sendable () -> Void in { for _ in 0..<10 { store.load(isReload: true) } } }
        atOnce(bodies)
        let text = try String(contentsOf: file, encoding: .utf8)
        var read = Configuration()
        #expect(ConfigFile.apply(text, file: "f", to: &read).isEmpty)
        let entries = Dictionary(uniqueKeysWithValues: store.answer.entries.map { ($0.key, $0.value) })
        for (key, value) in Self.keys { #expect(entries[key] == value, "\(key) is \(entries[key] ?? ""): \(text)") }
        #expect(read == store.configuration && store.errors.isEmpty)
      }
    }
  }

  /// The last change wins and is in the file. auto-pause ends with the file's value.
  @Test func `the box ends with what the file says`() throws {
    try Places.withFolder { folder in
      let file = folder.appendingPathComponent("own.toml")
      try "[panel]\nenabled = false\n".write(to: file, atomically: true, encoding: .utf8)
      var settings = RunSettings()
      settings.camera = .performer("open")
      settings.sink = .null
      settings.configFiles = [file.path]
      let box = try Box(settings, log: BootLog(quiet: true))
      for _ in 0..<20 {
        var bodies: [@Sendable () -> Void] = ["true", "false", "true", "false"].map { value in
          {
            do throws(Problem) { _ = try box.configure(ConfigChange(key: "player.auto-pause", value: value)) } catch {
              Issue.record("\(error)")
            }
          }
        }
        bodies.append { for _ in 0..<5 { box.reload() } }
        atOnce(bodies)
        var read = Configuration()
        #expect(ConfigFile.apply(file.path, to: &read).isEmpty)
        #expect(read.autoPause == box.config.configuration.autoPause && read.autoPause == box.controls.values.autoPause)
      }
    }
  }

  @Test func `the deck has the cross-fade from the start and each change at once`() throws {
    try Places.withFolder { folder in
      let file = folder.appendingPathComponent("own.toml")
      try "[player]\ncross-fade = 3\n[panel]\nenabled = false\n".write(to: file, atomically: true, encoding: .utf8)
      var settings = RunSettings()
      settings.camera = .performer("open")
      settings.sink = .null
      settings.configFiles = [file.path]
      let box = try Box(settings, log: BootLog(quiet: true))
      #expect(box.deck.port.withLock { $0.crossFade } == 144_000)
      _ = try box.configure(ConfigChange(key: "player.cross-fade", value: "4.5"))
      #expect(box.deck.port.withLock { $0.crossFade } == 216_000)
    }
  }

  /// The box exists before its models. A change in between reaches the gestures, too.
  @Test func `a change while the models load is not lost`() throws {
    try Places.withFolder { folder in
      let file = folder.appendingPathComponent("own.toml")
      func write(hold: Double) throws {
        try "[gestures]\nhold = \(hold)\n[panel]\nenabled = false\n".write(to: file, atomically: true, encoding: .utf8)
      }
      // The hold time is longer than the script shows its hand.
      try write(hold: 5)
      var settings = RunSettings()
      // A peace sign follows a fist.
      settings.camera = .performer("streampeace")
      settings.sink = .null
      settings.freeRunning = true
      settings.seconds = 4
      settings.model = .int8
      settings.report = "kept"
      settings.configFiles = [file.path]
      let box = try Box(settings, log: BootLog(quiet: true))
      try write(hold: 0.5)
      box.reload()
      try box.runFree()
      let events = box.report.events
      #expect(events.contains { $0.type == "gestureBegan" }, "the hand is seen: \(events.map(\.type))")
      #expect(events.contains { $0.type == "gestureHeld" }, "what was configured last holds: \(events.map(\.type))")
    }
  }
}
