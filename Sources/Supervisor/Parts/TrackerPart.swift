import Foundation
import HandTracking

/// The models and what they make of each frame.
final class TrackerPart: Component, @unchecked Sendable {
  let name = "tracker"
  let patience = BackOff(first: 2, longest: 30)
  private let settings: RunSettings
  private let make: @Sendable (TrackerModels) throws -> Performance
  private let lock = NSLock()
  private var now: Performance?

  init(_ settings: RunSettings, make: @escaping @Sendable (TrackerModels) throws -> Performance) {
    self.settings = settings
    self.make = make
  }

  var performance: Performance? { lock.withLock { now } }

  func start() throws(PartFailure) {
    do {
      let models = try TrackerModels(settings.models, size: settings.model == .lite ? .lite : .full)
      let performance = try make(models)
      lock.withLock { now = performance }
    } catch let error as FileError {
      throw PartFailure("the session cannot be recorded (\(error))", remedy: "name another file with --record")
    } catch { throw PartFailure(sentence: "\(error)") }
  }

  func stop() {
    performance?.close()
    lock.withLock { now = nil }
  }

  var condition: Condition {
    guard let failure = performance?.failure else { return .running }
    return .degraded(PartFailure(sentence: failure.description))
  }
  var summary: String { "\(performance?.modelSize.rawValue ?? "") model, up to \(settings.maxHands) hands" }
}
