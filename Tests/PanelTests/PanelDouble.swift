import Foundation
import GestureFlowAPI
import Panel
import Synchronization

/// A panel in memory.
/// Tests press its buttons and read its LEDs; the n-th call fails on demand.
final class PanelDouble: PanelDevice {
  private struct State {
    var waiting: [Edge] = []
    /// A pause of the reader after it takes the next edges.
    /// It has seconds of `clock`, and the edges that come meanwhile.
    var standstill: (seconds: Double, meanwhile: [Edge])?
    var clock = 100.0
    var lit: Set<LED> = []
    var failures: [String: (after: Int, failure: Failure)] = [:]
    var counts: [String: Int] = [:]
    var isOpen = false
    var grant = PanelGrant()
    /// The grant of `add`, and the requested lines of each call.
    var more = PanelGrant()
    var added: [Set<String>] = []
  }
  private let state = Mutex(State())

  var grant: PanelGrant {
    get { state.withLock { $0.grant } }
    set { state.withLock { $0.grant = newValue } }
  }
  var more: PanelGrant {
    get { state.withLock { $0.more } }
    set { state.withLock { $0.more = newValue } }
  }
  var added: [Set<String>] { state.withLock { $0.added } }
  func fail(_ call: String, after count: Int = 0, with failure: Failure) { state.withLock { $0.failures[call] = (count, failure) } }
  func heal() { state.withLock { $0.failures = [:] } }
  var leds: Set<LED> { state.withLock { $0.lit } }
  var isOpen: Bool { state.withLock { $0.isOpen } }
  func press(_ edges: [Edge]) { state.withLock { $0.waiting += edges } }
  /// Seconds of a clock that runs only while the reader stands still.
  var clock: Double { state.withLock { $0.clock } }
  /// Gives the reader some edges, stops it, then gives it the others.
  /// It stops like a thread that waits for a core.
  func press(_ edges: [Edge], standstill seconds: Double, meanwhile: [Edge]) {
    state.withLock {
      $0.waiting += edges
      $0.standstill = (seconds, meanwhile)
    }
  }
  /// Whether the reader has taken all edges.
  var isRead: Bool { state.withLock { $0.waiting.isEmpty && $0.standstill == nil } }

  private func count(_ call: String) throws(Failure) {
    let failure: Failure? = state.withLock { state in
      let count = state.counts[call, default: 0] + 1
      state.counts[call] = count
      guard let (after, failure) = state.failures[call], count > after else { return nil }
      return failure
    }
    if let failure { throw failure }
  }

  func open(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(Failure) -> PanelGrant {
    try count("open")
    return state.withLock { state in
      state.isOpen = true
      return state.grant
    }
  }
  func add(buttons: [Button: String], leds: [LED: String], debounceMicroseconds: UInt32) throws(Failure) -> PanelGrant {
    try count("add")
    return state.withLock { state in
      state.added.append(Set(buttons.values).union(leds.values))
      return state.more
    }
  }
  func edges(milliseconds: Int32) throws(Failure) -> [Edge] {
    try count("edges")
    usleep(UInt32(milliseconds) * 500)
    return state.withLock { state in
      let edges = state.waiting
      state.waiting = []
      if !edges.isEmpty, let standstill = state.standstill {
        state.clock += standstill.seconds
        state.waiting = standstill.meanwhile
        state.standstill = nil
      }
      return edges
    }
  }
  func set(_ led: LED, on: Bool) throws(Failure) {
    try count("set")
    state.withLock { state in
      if on { state.lit.insert(led) } else { state.lit.remove(led) }
    }
  }
  func close() { state.withLock { $0.isOpen = false } }
}
