import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import TestSupport
import Testing

/// Tests of a box whose configured film is missing. The service does not end.
@Suite(.serialized) struct MissingFilmTests {
  private func box(_ config: URL, state: URL, appliance: Bool = true) throws -> Box {
    var settings = RunSettings()
    settings.sink = .null
    settings.configFiles = [config.path]
    settings.stateFolder = state.path
    settings.isAppliance = appliance
    return try Box(settings, log: BootLog(quiet: true))
  }

  /// The service must not end at every start.
  @Test func `a film that is not there does not end the service`() throws {
    try Places.withFolder { (folder: URL) throws in
      let config = folder.appendingPathComponent("c.toml")
      try "[camera]\nsource = \"film:/nope\"\n[panel]\nenabled = false\n".write(to: config, atomically: true, encoding: .utf8)
      let box = try box(config, state: folder.appendingPathComponent("state"))
      try box.runningBeside {
        #expect(waitUntil { box.engine.blocks.load() > 20 }, "the music plays")
        let problem = try #require(box.health.problems.first { $0.name == "settings" })
        #expect(problem.reason?.contains("\(config.path):2: camera.source") == true, "\(problem)")
        #expect(box.health.state != .healthy)
      }
    }
  }

  /// Good keys stay good. A missing film is a failure of the camera only.
  @Test func `a film that goes away is the cameras failure alone`() throws {
    try Places.withFolder { (folder: URL) throws in
      let config = folder.appendingPathComponent("c.toml")
      let film = folder.appendingPathComponent("f.mp4")
      let state = folder.appendingPathComponent("state")
      try Data("no film".utf8).write(to: film)
      try "[camera]\nsource = \"film:\(film.path)\"\n[player]\nstart-volume = 0.35\n[panel]\nenabled = false\n".write(
        to: config, atomically: true, encoding: .utf8)
      let before = try box(config, state: state)
      #expect(before.config.errors.isEmpty)
      before.config.prove()
      try FileManager.default.removeItem(at: film)
      let box = try box(config, state: state)
      #expect(box.config.configuration.startVolume == 0.35, "the last good configuration is used, although its film is gone")
      try box.runningBeside {
        #expect(waitUntil { box.parts.contains { $0.name == "camera" && $0.state == .failed } })
        let camera = try #require(box.parts.first { $0.name == "camera" })
        #expect(camera.reason?.contains("there is no such file") == true && camera.remedy?.contains("camera.source") == true, "\(camera)")
        #expect(waitUntil { box.engine.blocks.load() > 20 })
      }
    }
  }

  @Test func `a faulty source on the command line is reported at once`() throws {
    var settings = RunSettings()
    settings.camera = .film("/nope")
    settings.sink = .null
    #expect(throws: (any Error).self) { try Box(settings, log: BootLog(quiet: true)) }
  }
}
