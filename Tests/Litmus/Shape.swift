import Glibc
import Realtime
import Synchronization

/// A litmus shape made of the box's own structures.
/// Such shapes distinguish memory models (Alglave, Maranget, Tautschnig: "Herding Cats", 2014). Results that the
/// orders forbid must not happen, and results that they allow must do no harm.
package struct Shape: Sendable {
  /// The result of a run.
  package struct Outcome: Sendable, Equatable {
    /// Rounds in which threads overtook each other within the orders.
    /// Such a round is not wrong, and a run without any has shown little.
    package var overtaken = 0
    /// The first forbidden result; nil without one.
    package var fault: String?
  }

  /// The name in the literature, and the structure: `mp ring`.
  package let name: String
  /// Runs that number of rounds.
  package let run: @Sendable (_ rounds: Int) throws -> Outcome

  /// All shapes.
  package static let all = messages + crossings
}

/// A barrier for a shape's threads between two rounds.
/// It orders everything of one round before the next one, and nothing within a round.
final class Meeting: Sendable {
  private let size: Int
  private let arrived = Atomic(0)

  init(_ size: Int) { self.size = size }

  /// - Parameter turn: the number of the meeting, from 1.
  func wait(_ turn: Int) {
    arrived.add(1, ordering: .acquiringAndReleasing)
    var looks = 0
    while arrived.load(ordering: .acquiring) < turn * size {
      looks += 1
      // Spin first: a thread that yields waits for its turn beside other programs.
      if looks % 200 == 0 { sched_yield() }
    }
  }
}

/// The findings of a run's threads.
final class Finding: Sendable {
  private let outcome = Mutex(Shape.Outcome())
  /// Whether a thread has found a fault: then no thread waits for another.
  private let isOver = Atomic(false)

  var result: Shape.Outcome { outcome.withLock { $0 } }
  var goesOn: Bool { !isOver.load(ordering: .relaxed) }

  func fault(_ what: String) {
    outcome.withLock { if $0.fault == nil { $0.fault = what } }
    isOver.store(true, ordering: .relaxed)
  }

  func overtaken() { outcome.withLock { $0.overtaken += 1 } }

  /// Runs each part on its own thread, and waits for all.
  static func of(_ parts: [@Sendable (Finding) -> Void]) throws -> Shape.Outcome {
    let finding = Finding()
    let threads = try parts.enumerated().map { index, part in try RealtimeThread(.init(name: "litmus-\(index)")) { part(finding) } }
    for thread in threads { thread.join() }
    return finding.result
  }

  /// Waits for a value; nil when the run is over.
  func wait<Value>(_ body: () -> Value?) -> Value? {
    var looks = 0
    while goesOn {
      if let value = body() { return value }
      looks += 1
      if looks % 200 == 0 { sched_yield() }
    }
    return nil
  }
}

/// Memory that only the structure under test orders.
/// Unchecked for that reason.
final class Plain: @unchecked Sendable {
  let cells: UnsafeMutablePointer<Int>
  init(_ count: Int) {
    cells = .allocate(capacity: count)
    cells.initialize(repeating: 0, count: count)
  }
  deinit { cells.deallocate() }
}

/// A structure that cannot be copied, shared by two threads.
final class Shared<Structure: ~Copyable & Sendable>: Sendable {
  let it: Structure
  init(_ it: consuming Structure) { self.it = it }
}
