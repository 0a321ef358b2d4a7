import Foundation
import GestureFlowAPI
import HandTracking

/// The models and what they make of each frame.
final class TrackerPart: Component, @unchecked Sendable {
  let name = "tracker"
  let patience = BackOff(first: 2, longest: 30)
  private let settings: RunSettings
  private let make: @Sendable (TrackerModels) throws -> Performance
  private let lock = NSLock()
  private var now: Performance?
  private var isLoading = false
  private var loadFailure: PartFailure?
  private var turns = 0

  init(_ settings: RunSettings, make: @escaping @Sendable (TrackerModels) throws -> Performance) {
    self.settings = settings
    self.make = make
  }

  var performance: Performance? { lock.withLock { now } }

  /// Loads on a thread of its own: everything else of the box is there long before.
  func start() throws(PartFailure) {
    let turn = lock.withLock {
      loadFailure = nil
      isLoading = true
      turns += 1
      return turns
    }
    let thread = Thread { [self] in
      let result: Result<Performance, PartFailure>
      do throws(PartFailure) { result = .success(try load()) } catch { result = .failure(error) }
      lock.withLock {
        // Stopped meanwhile, and perhaps started again.
        guard turn == turns, isLoading else { return }
        isLoading = false
        switch result {
        case .success(let performance): now = performance
        case .failure(let why): loadFailure = why
        }
      }
    }
    thread.name = "gf-loader"
    thread.start()
  }

  /// Loads here and now, for a run without threads.
  func startNow() throws(PartFailure) {
    let performance = try load()
    lock.withLock { now = performance }
  }

  private func load() throws(PartFailure) -> Performance {
    do { return try make(try TrackerModels(settings.models, size: settings.model == .lite ? .lite : .full)) } catch let error as FileError {
      throw PartFailure("the session cannot be recorded (\(error))", remedy: "name another file with --record")
    } catch { throw PartFailure(sentence: "\(error)") }
  }

  func stop() {
    let performance = lock.withLock {
      defer { now = nil }
      isLoading = false
      return now
    }
    performance?.close()
  }

  var condition: Condition {
    let (isLoading, loadFailure) = lock.withLock { (self.isLoading, self.loadFailure) }
    if isLoading { return .starting }
    if let loadFailure { return .failed(loadFailure) }
    guard let failure = performance?.failure else { return .running }
    return .degraded(PartFailure(sentence: failure.description))
  }
  var summary: String { "\(performance?.modelSize.rawValue ?? "") model, up to \(settings.maxHands) hands" }
}
