import GestureFlowAPI
import Realtime
import Synchronization

/// Keeps all parts running and knows their states. One thread at a time looks after them; any thread may read.
package final class Supervision: Sendable {
  private struct Known {
    var parts: [PartStatus] = []
    var isReady = false
    var isStopping = false
    /// The part under poll, which may wait for its device.
    var current: String?
  }

  /// Held while parts start, which may take long.
  private let runners: Mutex<[ComponentRunner]>
  /// Published by the thread that looks after the parts. The shutdown adds only its mark.
  private let known = Published(Known())

  /// Makes the supervision.
  /// - Parameter components: in the order in which they start.
  package init(_ components: [any Component]) { runners = Mutex(components.map { ComponentRunner($0) }) }

  /// Adds a part before the last ones. Call it before the first poll.
  package func add(_ component: any Component, beforeLast count: Int) {
    runners.withLock { $0.insert(ComponentRunner(component), at: max(0, $0.count - count)) }
  }

  /// Starts the parts that are due, and polls the running ones. During a shutdown it starts nothing.
  /// - Parameters:
  ///   - time: seconds of `Clock`.
  ///   - onChange: called with each change, after `parts` contains it.
  package func look(at time: Double, onChange: (_ part: PartStatus, _ change: ComponentRunner.Change) -> Void) {
    runners.withLock { runners in
      for at in runners.indices {
        let name = runners[at].component.name
        let isStopping = known.change { known in
          if !known.isStopping { known.current = name }
          return known.isStopping
        }
        if isStopping { break }
        let change = runners[at].look(at: time)
        known.change { $0.current = nil }
        guard change != .none else { continue }
        learn(runners.map(\.status))
        onChange(runners[at].status, change)
      }
      learn(runners.map(\.status))
    }
  }

  private func learn(_ parts: [PartStatus]) {
    let isReady = HealthJudge.isReady(parts)
    known.change { known in
      known.parts = parts
      if isReady { known.isReady = true }
    }
  }

  /// States of all parts.
  package var parts: [PartStatus] { known.now.parts }
  /// The part under poll; nil between two.
  package var current: String? { known.now.current }
  /// Whether READY was reached once.
  package var isReady: Bool { known.now.isReady }

  /// Returns the health of the box.
  /// - Parameters:
  ///   - other: problems outside the parts.
  ///   - countsEnd: false ignores a shutdown that has begun.
  package func health(other: [PartStatus], countsEnd: Bool = true) -> Health {
    let known = known.now
    return HealthJudge.judge(known.parts, isReady: known.isReady, isStopping: known.isStopping && countsEnd, other: other)
  }

  /// Marks the start of the shutdown.
  package func beginStop() { known.change { $0.isStopping = true } }

  /// Stops every part, the last started first.
  package func stop() {
    runners.withLock { runners in
      for runner in runners.reversed() { runner.stop() }
    }
  }
}
