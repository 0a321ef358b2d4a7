import Foundation
import GestureFlowAPI
import Panel
import Synchronization

/// GPIO lines that the test grants or refuses.
final class PanelLines: PanelDevice {
  private struct State {
    var grant = PanelGrant()
    var refusal: Failure?
    var isGone = false
    var darknesses: [LED: Int] = [:]
  }
  private let state = Mutex(State())
  func refuse(_ failure: Failure?) { state.withLock { $0.refusal = failure } }
  func grant(_ grant: PanelGrant) { state.withLock { $0.grant = grant } }
  func vanish() { state.withLock { $0.isGone = true } }

  func open(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(Failure) -> PanelGrant {
    let (grant, refusal) = state.withLock { ($0.grant, $0.refusal) }
    if let refusal { throw refusal }
    return grant
  }
  func add(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(Failure) -> PanelGrant {
    state.withLock { $0.grant }
  }
  func edges(milliseconds: Int32) throws(Failure) -> [Edge] {
    usleep(1000)
    if state.withLock({ $0.isGone }) { throw .system(line: "panel", code: ENODEV) }
    return []
  }
  func set(_ led: LED, on: Bool) throws(Failure) { if !on { state.withLock { $0.darknesses[led, default: 0] += 1 } } }
  /// Number of times that an LED was switched off.
  func darknesses(of led: LED) -> Int { state.withLock { $0.darknesses[led] ?? 0 } }
  func close() {}
}
