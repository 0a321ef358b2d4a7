import Camera
import Foundation
import HandTracking
import Performer
import TestSupport
import Testing

/// Missing and damaged files, and a runtime that fails while it runs.
@Suite struct ModelFaultTests {
  private func copy(to folder: URL) throws -> URL {
    let target = folder.appendingPathComponent("runtime")
    try FileManager.default.copyItem(at: URL(fileURLWithPath: ModelFolder.standard().path), to: target)
    return target
  }

  private func problem(_ folder: URL) -> String {
    do {
      _ = try TrackerModels(ModelFolder(path: folder.path), size: .full)
      return ""
    } catch { return "\(error)" }
  }

  @Test func aMissingModelIsNamedWithTheRemedy() throws {
    try Places.withFolder { folder in
      let runtime = try copy(to: folder)
      try FileManager.default.removeItem(at: runtime.appendingPathComponent("palm_detection_full.tflite"))
      #expect(problem(runtime).contains("palm_detection_full.tflite is not there: run `make setup`"))
      #expect(problem(folder.appendingPathComponent("nowhere")).contains("libLiteRt.so is not there"))
    }
  }

  @Test(arguments: ["hand_landmark_full.tflite", "palm_detection_full.tflite", "libLiteRt.so"])
  func aDamagedFileIsNamedWithTheRemedy(name: String) throws {
    try Places.withFolder { folder in
      let runtime = try copy(to: folder)
      let file = runtime.appendingPathComponent(name)
      var data = try Data(contentsOf: file)
      data[data.count / 2] ^= 0xFF
      try data.write(to: file, options: .atomic)
      #expect(problem(runtime).contains("\(name) is damaged (SHA-256"))
      #expect(problem(runtime).contains("make setup"))
    }
  }

  @Test func aFileThatIsNoLibraryAndAModelThatIsNoneAreSaidToBe() throws {
    try Places.withFolder { folder in
      let runtime = try copy(to: folder)
      // Without digests the loader itself has to notice.
      try FileManager.default.removeItem(at: runtime.appendingPathComponent("SHA256SUMS"))
      try Data("no model".utf8).write(to: runtime.appendingPathComponent("hand_landmark_full.tflite"), options: .atomic)
      #expect(problem(runtime).contains("hand_landmark_full.tflite is damaged (LiteRT answered"))
      // Elsewhere: what was loaded from a path once stays loaded.
      let other = folder.appendingPathComponent("other")
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
      try Data("no library".utf8).write(to: other.appendingPathComponent("libLiteRt.so"))
      #expect(problem(other).contains("could not be loaded"))
    }
  }

  /// A runtime whose nth run fails.
  private final class FailingRuntime: ModelRuntime, @unchecked Sendable {
    let failAt: Int
    var runs = 0
    init(failAt: Int) { self.failAt = failAt }
    func load(_ file: ModelFile, outputs: Int) throws(TrackerError) -> any InferenceModel { FailingModel(self, outputs: outputs) }
  }
  private final class FailingModel: InferenceModel, @unchecked Sendable {
    let runtime: FailingRuntime
    let outputs: [UnsafeMutableBufferPointer<Float>]
    let inputCount = 224 * 224 * 3
    let input = UnsafeMutablePointer<Float>.allocate(capacity: 224 * 224 * 3)
    init(_ runtime: FailingRuntime, outputs: Int) {
      self.runtime = runtime
      let sizes = outputs == 2 ? [2016 * 18, 2016] : [63, 1, 1, 63]
      self.outputs = sizes.map {
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: $0)
        buffer.initialize(repeating: -5)
        return buffer
      }
    }
    func run(_ fill: (UnsafeMutablePointer<Float>) -> Void) throws(TrackerError) -> [UnsafeBufferPointer<Float>] {
      runtime.runs += 1
      if runtime.runs == runtime.failAt { throw .inference(model: "double", status: 7) }
      fill(input)
      return outputs.map { UnsafeBufferPointer($0) }
    }
  }

  @Test func aFailureWhileRunningIsThrownAndTheNextFrameWorksAgain() throws {
    let runtime = FailingRuntime(failAt: 1)
    let tracker = try HandTracker(TrackerModels(ModelFolder(path: "/nowhere"), size: .full, parallel: false, runtime: runtime))
    let source = VirtualPerformer(Scripts.named("open")!, live: false)
    guard case .frame(let frame) = source.next(timeout: 1), case .frame(let second) = source.next(timeout: 1) else {
      Issue.record("the performer gives no picture")
      return
    }
    #expect(throws: TrackerError.inference(model: "double", status: 7)) { try tracker.process(frame) }
    #expect(try tracker.process(second).hands.isEmpty)
  }
}
