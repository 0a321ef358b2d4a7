import GestureFlowAPI
import Glibc
import OSC
import Synchronization

/// A network of the test. On request it finds the host or not, delays that search, and sends or fails.
final class WireDouble: OSCWire {
  private struct State {
    var code: Int32 = 0
    var trouble: Failure?
    var isHolding = false
    var opened = 0
    var tries = 0
    var packets: [[UInt8]] = []
  }
  private let state = Mutex(State())

  /// Sets the answer of each later sending.
  func answer(_ code: Int32) { state.withLock { $0.code = code } }
  /// Sets the answer of each later search for the host.
  func refuse(_ trouble: Failure?) { state.withLock { $0.trouble = trouble } }
  /// Blocks or releases the search for the host.
  func hold(_ isHolding: Bool) { state.withLock { $0.isHolding = isHolding } }
  var opened: Int { state.withLock { $0.opened } }
  /// Number of attempts to send a packet.
  var tries: Int { state.withLock { $0.tries } }
  var packets: [[UInt8]] { state.withLock { $0.packets } }

  func open(_ target: OSCTarget) throws(Failure) -> @Sendable ([UInt8]) -> Int32 {
    state.withLock { $0.opened += 1 }
    while state.withLock({ $0.isHolding }) { usleep(1000) }
    if let trouble = state.withLock({ $0.trouble }) { throw trouble }
    return { [self] bytes in
      state.withLock {
        $0.tries += 1
        if $0.code == 0 { $0.packets.append(bytes) }
        return $0.code
      }
    }
  }
}
