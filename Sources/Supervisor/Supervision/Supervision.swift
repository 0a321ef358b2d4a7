import GestureFlowAPI
import Synchronization

/// Keeps all parts running and knows how each is. One thread at a time looks after them; anyone may ask.
package final class Supervision: Sendable {
  private struct Known {
    var parts: [PartStatus] = []
    var isReady = false
    var isStopping = false
    /// The part that is being looked at, which may wait for its device.
    var current: String?
  }

  /// Held while parts are started, which may take its time; so what is known of them has a lock of its own.
  private let keepers: Mutex<[Keeper]>
  private let known = Mutex(Known())

  /// - Parameter components: in the order in which they are started.
  package init(_ components: [any Component]) { keepers = Mutex(components.map { Keeper($0) }) }

  /// Adds a part before the last ones. Before the first look.
  package func add(_ component: any Component, beforeLast count: Int) {
    keepers.withLock { $0.insert(Keeper(component), at: max(0, $0.count - count)) }
  }

  /// Starts what is due and looks at what runs. Once the box goes down it begins nothing more.
  /// - Parameters:
  ///   - time: seconds of `Clock`.
  ///   - news: called with each change, when it can already be read in `parts`.
  package func look(at time: Double, news: (_ part: PartStatus, _ change: Keeper.Change) -> Void) {
    keepers.withLock { keepers in
      for at in keepers.indices {
        let isStopping = known.withLock { known in
          if !known.isStopping { known.current = keepers[at].component.name }
          return known.isStopping
        }
        if isStopping { break }
        let change = keepers[at].look(at: time)
        known.withLock { $0.current = nil }
        guard change != .none else { continue }
        learn(keepers.map(\.status))
        news(keepers[at].status, change)
      }
      learn(keepers.map(\.status))
    }
  }

  private func learn(_ parts: [PartStatus]) {
    known.withLock { known in
      known.parts = parts
      if HealthJudge.isReady(parts) { known.isReady = true }
    }
  }

  /// How every part is.
  package var parts: [PartStatus] { known.withLock { $0.parts } }
  /// The part that is being looked at now; nil between two.
  package var current: String? { known.withLock { $0.current } }
  /// READY was reached once.
  package var isReady: Bool { known.withLock { $0.isReady } }

  /// - Parameters:
  ///   - other: what is wrong besides the parts. - countsEnd: false: how it is apart from an end that has begun.
  package func health(other: [PartStatus], countsEnd: Bool = true) -> Health {
    known.withLock { HealthJudge.judge($0.parts, isReady: $0.isReady, isStopping: $0.isStopping && countsEnd, other: other) }
  }

  /// From now on the box is going down.
  package func beginStop() { known.withLock { $0.isStopping = true } }

  /// Stops every part, the last started first.
  package func stop() {
    keepers.withLock { keepers in
      for keeper in keepers.reversed() { keeper.stop() }
    }
  }
}
