import Foundation
import Realtime
import Sound

/// The work of each block, and its real time. One thread after the other uses it.
final class BlockWork: @unchecked Sendable {
  private let render: () -> Void
  private let times = Durations()
  private var total: Int64 = 0
  private var counted = 0
  /// Called before a block with its number, on the thread that renders. Not timed.
  var before: (Int) -> Void = { _ in }
  /// Called when it was measured.
  var finish: () -> Void = {}

  /// - Parameter render: renders one block.
  init(_ render: @escaping () -> Void) { self.render = render }

  /// Renders a block each 2.67 ms on a thread like the box's.
  /// - Parameter blocks: how many; the first hundred do not count.
  /// - Returns: mean and quantiles in percent of the period.
  func measure(blocks: Int = 1875) throws -> [String: Any] {
    let thread = try RealtimeThread(.init(name: "gf-bench", core: 3, priority: 80)) { [self] in
      withFlushToZero {
        var due = Clock.nanoseconds
        for i in 0..<blocks {
          before(i)
          Clock.sleep(until: due)
          let begun = Clock.nanoseconds
          render()
          if i > 100 { count(Clock.nanoseconds - begun) }
          due += SoundFormat.blockNanoseconds
        }
      }
    }
    thread.join()
    finish()
    let period = Double(SoundFormat.blockNanoseconds) * 1e-6
    let s = times.summary()
    return [
      "mean": 100 * Double(total) / Double(max(counted, 1)) * 1e-6 / period, "p50": 100 * s.p50 / period, "p99": 100 * s.p99 / period,
      "p999": 100 * s.p999 / period, "max": 100 * s.max / period,
    ]
  }

  private func count(_ spent: Int64) {
    times.record(spent)
    total += spent
    counted += 1
  }
}
