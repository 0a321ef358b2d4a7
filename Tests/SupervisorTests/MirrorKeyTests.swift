import Foundation
import Realtime
import Settings
import Supervisor
import TestSupport
import Testing

/// Follows `camera.mirror` from the configuration file to the tracker's frame.
@Suite(.serialized) struct MirrorKeyTests {
  /// Writes a film of three grey frames.
  private func film(_ folder: URL) throws -> String {
    let path = folder.appendingPathComponent("grey.y4m").path
    let frame = Data("FRAME\n".utf8) + Data(repeating: 128, count: 64 * 48 * 3 / 2)
    try (Data("YUV4MPEG2 W64 H48 F30:1 Ip A1:1 C420jpeg\n".utf8) + frame + frame + frame).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(arguments: [("", true), ("mirror = true", true), ("mirror = false", false)])
  func `the frame is read as the key says`(line: String, isMirroredHere: Bool) throws {
    try Places.withFolder { (folder: URL) throws in
      let config = folder.appendingPathComponent("c.toml")
      try "[camera]\n\(line)\n".write(to: config, atomically: true, encoding: .utf8)
      var settings = RunSettings()
      settings.camera = .film(try film(folder))
      settings.sink = .null
      settings.freeRunning = true
      settings.model = .lite
      settings.configFiles = [config.path]
      let box = try Box(settings, log: BootLog(quiet: true))
      try box.runFree()
      let frame = try #require(box.pipeline?.snapshot.lastFrame)
      #expect(frame.mirrored == isMirroredHere)
      // The frame is mirrored once, here or in the camera. It shows the player's mirror image either way.
      #expect(frame.isSelfie && frame.width == 64)
    }
  }
}
