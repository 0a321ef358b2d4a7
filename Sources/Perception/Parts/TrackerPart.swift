import Foundation
import GestureFlowAPI
import HandTracking
import Realtime
import Settings

/// The models, and the processing of each frame.
package final class TrackerPart: Component {
  private struct State {
    var pipeline: HandsPipeline?
    var isLoading = false
    var failure: Failure?
    /// Number of starts. The result of a loading thread counts only for its own start.
    var turn = 0
  }

  package let name = "tracker"
  package let patience = BackOff(first: 2, longest: 30)
  private let settings: RunSettings
  private let make: @Sendable (TrackerModels?) throws -> HandsPipeline
  private let onReady: @Sendable (HandsPipeline) -> Void
  /// Published by the thread that starts and stops the part. A loading thread adds the result of its own start.
  private let state = Published(State())
  /// Number of changes of the pipeline. It is raised after each of them.
  private let changes = Counter()
  /// The landmark model in use, and the reason for it.
  package let choice: ModelChoice

  /// - Parameters:
  ///   - onReady: receives the pipeline once the property `pipeline` has it. Called on the loading thread.
  ///   - make: builds the pipeline from the loaded models; nil for a replayed session. Called on the loading thread.
  package init(
    _ settings: RunSettings, onReady: @escaping @Sendable (HandsPipeline) -> Void = { _ in },
    make: @escaping @Sendable (TrackerModels?) throws -> HandsPipeline
  ) {
    self.settings = settings
    choice = ModelChoice(settings.model, on: settings.board.processor)
    self.onReady = onReady
    self.make = make
  }

  /// The pipeline; nil until the models are loaded.
  package var pipeline: HandsPipeline? { state.now.pipeline }

  /// Returns a function that returns the pipeline's worker. It is for one thread, which calls it for each frame, and it
  /// takes a lock only after a change. After a stop the next call releases the tracker.
  package func workers() -> () -> FrameWorker? {
    var (seen, worker) = (Int64(-1), FrameWorker?.none)
    return { [self] in
      let number = changes.load()
      guard number != seen else { return worker }
      seen = number
      let now = pipeline
      if now !== worker?.pipeline { worker = now?.worker() }
      return worker
    }
  }

  /// Loads on a thread of its own. The rest of the box is ready long before.
  package func start() throws(Failure) {
    let turn = state.change { state in
      state.failure = nil
      state.isLoading = true
      state.turn += 1
      return state.turn
    }
    let thread = Thread { [self] in
      let result: Result<HandsPipeline, Failure>
      do throws(Failure) { result = .success(try load()) } catch { result = .failure(error) }
      finish(turn, result)
    }
    thread.name = "gf-loader"
    thread.start()
  }

  private func finish(_ turn: Int, _ result: Result<HandsPipeline, Failure>) {
    let isWanted = state.change { state in
      // The part was stopped meanwhile, and perhaps started again.
      guard turn == state.turn, state.isLoading else { return false }
      state.isLoading = false
      switch result {
      case .success(let pipeline): state.pipeline = pipeline
      case .failure(let why): state.failure = why
      }
      changes.add()
      return true
    }
    guard case .success(let pipeline) = result else { return }
    if isWanted { onReady(pipeline) } else { pipeline.close() }
  }

  /// Loads on the calling thread, for a run without threads.
  package func startNow() throws(Failure) {
    let pipeline = try load()
    state.change { $0.pipeline = pipeline }
    changes.add()
    onReady(pipeline)
  }

  private func load() throws(Failure) -> HandsPipeline {
    // A replayed session already has its hands.
    let models = { [settings, choice] in try settings.isReplay ? nil : TrackerModels(settings.models, size: choice.size) }
    do { return try make(try models()) } catch let error as FileError {
      throw Failure("the session cannot be recorded (\(error))", remedy: "name another file with --record")
    } catch { throw Failure(part: error) }
  }

  package func stop() {
    let pipeline = state.change { state in
      defer { state.pipeline = nil }
      state.isLoading = false
      return state.pipeline
    }
    changes.add()
    pipeline?.close()
  }

  package var condition: Condition {
    let state = state.now
    if state.isLoading { return .starting }
    if let failure = state.failure { return .failed(failure) }
    guard let problem = state.pipeline?.failure else { return .running }
    return .degraded(Failure(part: problem))
  }
  package var summary: String {
    settings.isReplay ? "the hands of the session" : "\(choice.size.rawValue) model (\(choice.reason)), up to \(settings.maxHands) hands"
  }
}
