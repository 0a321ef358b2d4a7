import Foundation
import GestureFlowAPI
import HandTracking
import Perception
import Settings
import Synchronization
import TestSupport
import Testing

/// The tracker as a component where it is unavailable. It fails alone, with its remedy, and can be retried.
@Suite struct TrackerPartTests {
  private func part(_ models: String) -> TrackerPart {
    var settings = RunSettings()
    settings.models = ModelFolder(path: models)
    return TrackerPart(settings, onReady: { _ in Issue.record("there are no models") }) { _ in throw NoModels() }
  }
  private struct NoModels: Error {}

  private func failure(_ part: TrackerPart) -> Failure? {
    if case .failed(let failure) = part.condition { failure } else { nil }
  }

  @Test func `without its models it fails and says what to do`() throws {
    try Places.withFolder { (folder: URL) throws in
      let part = part(folder.path)
      // The start itself neither waits nor fails.
      try part.start()
      #expect(waitUntil { part.condition != .starting })
      let first = try #require(self.failure(part))
      #expect(first.reason == "\(folder.path)/libLiteRt.so is missing" && first.remedy.contains("make setup"))
      #expect(part.pipeline == nil)
      part.stop()
      // A retry starts it again, and it fails again.
      try part.start()
      #expect(waitUntil { failure(part) == first })
      part.stop()
    }
  }

  @Test func `a run without threads is reported at once`() throws {
    try Places.withFolder { (folder: URL) throws in
      let part = part(folder.path)
      let failure = #expect(throws: Failure.self) { try part.startNow() }
      #expect(failure?.reason == "\(folder.path)/libLiteRt.so is missing")
      #expect(part.pipeline == nil)
    }
  }

  /// The status shows the tracker's remedies alone, so each is a whole sentence.
  @Test func `remedies of the tracker are whole`() {
    let missing = Failure.missing(model: "/x/a.tflite")
    #expect(missing.reason == "/x/a.tflite is missing" && missing.remedy.hasPrefix("run `make setup` (on a box: "))
    let damaged = Failure.damaged(model: "/x/a.tflite", "it cannot be read")
    #expect(damaged.reason == "/x/a.tflite is damaged (it cannot be read)" && damaged.remedy.hasPrefix("delete it and run `make setup`"))
  }
}
