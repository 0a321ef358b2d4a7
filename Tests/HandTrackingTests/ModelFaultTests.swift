import Foundation
import GestureFlowAPI
import HandTracking
import TestSupport
import Testing

/// Tests of missing and damaged files, and of runtime failures.
@Suite struct ModelFaultTests {
  private func copy(to folder: URL) throws -> URL {
    let target = folder.appendingPathComponent("runtime")
    try FileManager.default.copyItem(at: URL(fileURLWithPath: ModelFolder.standard().path), to: target)
    return target
  }

  private func problem(_ folder: URL) -> String {
    do {
      _ = try TrackerModels(ModelFolder(path: folder.path), size: .int8)
      return ""
    } catch { return "\(error)" }
  }

  @Test func `a missing model is named with the remedy`() throws {
    try Places.withFolder { (folder: URL) throws in
      let runtime = try copy(to: folder)
      try FileManager.default.removeItem(at: runtime.appendingPathComponent("palm_detection_full.tflite"))
      #expect(problem(runtime).contains("palm_detection_full.tflite is missing: run `make setup`"))
      #expect(problem(folder.appendingPathComponent("nowhere")).contains("libLiteRt.so is missing"))
    }
  }

  @Test(arguments: ["hand_landmark_int8.tflite", "palm_detection_full.tflite", "libLiteRt.so"])
  func `a damaged file is named with the remedy`(name: String) throws {
    try Places.withFolder { (folder: URL) throws in
      let runtime = try copy(to: folder)
      let file = runtime.appendingPathComponent(name)
      var data = try Data(contentsOf: file)
      data[data.count / 2] ^= 0xFF
      try data.write(to: file, options: .atomic)
      #expect(problem(runtime).contains("\(name) is damaged (SHA-256"))
      #expect(problem(runtime).contains("make setup"))
    }
  }

  @Test func `a file that is not a library and a file that is not a model are reported`() throws {
    try Places.withFolder { (folder: URL) throws in
      let runtime = try copy(to: folder)
      // Without digests the loader itself must detect the damage.
      try FileManager.default.removeItem(at: runtime.appendingPathComponent("SHA256SUMS"))
      try Data("no model".utf8).write(to: runtime.appendingPathComponent("hand_landmark_int8.tflite"), options: .atomic)
      #expect(problem(runtime).contains("hand_landmark_int8.tflite is damaged (LiteRT answered"))
      // Use another folder: a library that was loaded from a path stays loaded.
      let other = folder.appendingPathComponent("other")
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
      try Data("no library".utf8).write(to: other.appendingPathComponent("libLiteRt.so"))
      #expect(problem(other).contains("could not be loaded (") && problem(other).contains("reinstall the package"))
    }
  }

  /// Half precision may overflow. A result with NaN or infinity is not a hand, and the palm model's is not a palm.
  @Test(arguments: [Float.nan, .infinity, -.infinity, 1e30])
  func `NaN is not a hand`(number: Float) throws {
    let world = TrueWorld([.init(at: SIMD2(64, 64))])
    let tracker = try HandTracker(world.models())
    func hands(_ frames: Range<Int>) throws -> [Int] {
      try frames.map { try tracker.process(TrueWorld.frame($0, at: Double($0) / 30)).hands.count }
    }
    #expect(try hands(0..<5).last == 1)
    world.hands[0].off = number
    #expect(try hands(5..<20).allSatisfy { $0 == 0 })
    world.hands[0].off = 0
    #expect(try hands(20..<30).last == 1)
  }

  @Test func `a failure while running is thrown and the next frame works again`() throws {
    let world = TrueWorld([.init(at: SIMD2(64, 64))])
    let tracker = try HandTracker(world.models())
    world.whileSearching { () throws(Failure) in throw .inference(model: "double", status: 7) }
    #expect(throws: Failure.inference(model: "double", status: 7)) { try tracker.process(TrueWorld.frame(0, at: 0)) }
    world.whileSearching(nil)
    #expect(try tracker.process(TrueWorld.frame(10, at: 0.5)).hands.count == 1)
    // The landmark model fails in one frame. The next frame follows the hand under the same identity.
    world.whileLooking { () throws(Failure) in throw .inference(model: "double", status: 8) }
    #expect(throws: Failure.inference(model: "double", status: 8)) { try tracker.process(TrueWorld.frame(11, at: 0.53)) }
    world.whileLooking(nil)
    #expect(try tracker.process(TrueWorld.frame(12, at: 0.56)).hands.map(\.id) == [1])
  }
}
