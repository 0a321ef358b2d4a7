import GestureFlowAPI
import OSC
import Perception
import Realtime
import Settings
import Synchronization

/// The OSC output as a part of the box. It is off without a target.
package final class OSCPart: Component, FrameOutlet {
  private struct State: Sendable {
    var configuration: Configuration
    var sender: OSCSender?
    var isRunning = false
  }

  package let name = "osc"
  package let patience = BackOff()
  private let wire: any OSCWire
  private let board: Board
  private let onNotice: @Sendable (String) -> Void
  private let state: Mutex<State>
  // Order: relaxed: a hint for each frame, stored under the lock of `state`, which orders the senders.
  private let hasSender = Atomic(false)

  /// - Parameters:
  ///   - configuration: the target, and the camera's rate.
  ///   - board: gives the rate when the configuration does not.
  ///   - wire: a double in tests.
  ///   - onNotice: receives notices for the owner.
  package init(
    _ configuration: Configuration, board: Board = .this, wire: any OSCWire = UDPWire(), onNotice: @escaping @Sendable (String) -> Void
  ) {
    self.wire = wire
    self.board = board
    self.onNotice = onNotice
    state = Mutex(State(configuration: configuration))
  }

  package func start() throws(Failure) {
    state.withLock { $0.isRunning = true }
    try open()
  }

  package func stop() {
    let before = state.withLock { state in
      state.isRunning = false
      return replaceSender(of: &state, by: nil)
    }
    before?.close()
  }

  /// Takes another target while running.
  package func configure(_ configuration: Configuration) {
    let before: OSCSender? = state.withLock { state in
      let isOther = state.configuration.oscTarget != configuration.oscTarget
      state.configuration = configuration
      guard isOther, state.isRunning else { return nil }
      return replaceSender(of: &state, by: nil)
    }
    before?.close()
    do { try open() } catch { onNotice("OSC: \(error)") }
  }

  /// Starts a sender if a target is set and no sender runs.
  private func open() throws(Failure) {
    let wanted = state.withLock { $0.isRunning && $0.sender == nil ? $0.configuration : nil }
    guard let wanted, let target = try? OSCTarget(wanted.oscTarget) else { return }
    let new: OSCSender
    // Outside the lock, which the thread of the controls takes for each frame: a new thread needs a moment.
    do { new = try OSCSender(target, rate: wanted.rate(on: board), wire: wire, onNotice: onNotice) } catch {
      throw Failure("its thread cannot be started (\(error))", remedy: "close other programs")
    }
    let isTaken = state.withLock { state in
      // A stop, another start or another target may have come meanwhile.
      guard state.isRunning, state.sender == nil, state.configuration.oscTarget == wanted.oscTarget else { return false }
      _ = replaceSender(of: &state, by: new)
      return true
    }
    if !isTaken { new.close() }
  }

  /// Sets the sender, and returns the one before. Call it under the lock.
  private func replaceSender(of state: inout State, by new: OSCSender?) -> OSCSender? {
    defer { state.sender = new }
    hasSender.store(new != nil, ordering: .relaxed)
    return state.sender
  }

  private var sender: OSCSender? { hasSender.load(ordering: .relaxed) ? state.withLock { $0.sender } : nil }

  package func tell(hands: [HandStatus], values: ControlSample, mode: Mode, captureTime: Double) {
    sender?.tell(OSCFrame(captureTime: captureTime, mode: mode, hands: hands, values: values))
  }

  package var isWantedAgain: Bool { state.withLock { !$0.configuration.oscTarget.isEmpty } }

  package var condition: Condition {
    guard let sender else { return .off("osc.target is not set") }
    let state = sender.state
    guard let trouble = state.trouble, !state.isFarEnd else { return .running }
    return .degraded(trouble)
  }

  package var summary: String {
    guard let sender else { return "osc.target is not set" }
    return sender.state.trouble.map { "\($0)" } ?? "to \(sender.target)"
  }
}
