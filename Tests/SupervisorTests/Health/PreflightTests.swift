import Foundation
import GestureFlowAPI
import HandTracking
import Supervisor
import TestSupport
import Testing

/// `gflab rehearse` names each missing item with its remedy. It checks all other items, too.
@Suite(.serialized) struct PreflightTests {
  private static let parts = ["board", "models", "open camera", "libcamera", "open card", "ffmpeg", "FIFO thread", "lock memory"]

  @Test func `missing parts are named and the rest is checked`() throws {
    try Places.withFolder { (folder: URL) throws in
      let findings = Preflight.findings(ModelFolder(path: folder.path), camera: "/dev/no-such-video")
      #expect(findings.map(\.part) == Self.parts)
      #expect(findings.allSatisfy { !$0.text.isEmpty })
      let found = Dictionary(uniqueKeysWithValues: findings.map { ($0.part, $0) })
      let models = try #require(found["models"])
      #expect(models.result == .fail && models.text.contains("libLiteRt.so is missing: run `make setup`"), "\(models)")
      let camera = try #require(found["open camera"])
      #expect(camera.result == .warn && camera.text.contains("no camera at /dev/no-such-video"), "\(camera)")
    }
  }

  @Test func `a present requirement passes`() throws {
    let findings = Preflight.findings(camera: "/dev/null")
    let found = Dictionary(uniqueKeysWithValues: findings.map { ($0.part, $0) })
    let models = try #require(found["models"])
    #expect(models.result == .good && models.text.hasPrefix(ModelFolder.standard().path + "; auto takes "), "\(models)")
    // ffmpeg also writes the tests' own films.
    #expect(found["ffmpeg"]?.result == .good && found["ffmpeg"]?.text.hasSuffix("/ffmpeg") == true)
    // All models must be whole, not only the one that a run loads.
    try Places.withFolder { (folder: URL) throws in
      let copy = folder.appendingPathComponent("runtime")
      try FileManager.default.copyItem(at: URL(fileURLWithPath: ModelFolder.standard().path), to: copy)
      try FileManager.default.removeItem(at: copy.appendingPathComponent("hand_landmark_lite_exact.tflite"))
      let lack = try #require(Preflight.findings(ModelFolder(path: copy.path), camera: "/dev/null").first { $0.part == "models" })
      #expect(lack.result == .fail && lack.text.contains("hand_landmark_lite_exact.tflite is missing"), "\(lack)")
    }
    let camera = try #require(found["open camera"])
    #expect(camera.result == .warn && camera.text.contains("/dev/null"), "it is not a camera: \(camera)")
  }
}
