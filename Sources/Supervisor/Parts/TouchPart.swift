import GestureFlowAPI
import Notes
import Realtime
import Touch

/// Fingers on a touch device. Its thread looks for a device that is missing or was unplugged. A box without a touch
/// device is not a fault.
package final class TouchPart: Component {
  package let name = "touch"
  package let patience = BackOff()
  package let pad: TouchPad

  /// - Parameters:
  ///   - choice: which device.
  ///   - device: a double in tests.
  ///   - nodes: a double in tests.
  ///   - onNotice: receives notices for the player.
  ///   - onTouch: receives the touches and their time in seconds of `Clock`; see `TouchPad`.
  package init(
    _ choice: TouchChoice, device: any TouchDevice = EvdevDevice(), nodes: any TouchNodes = InputFolder(),
    onNotice: @escaping @Sendable (String) -> Void, onTouch: @escaping @Sendable ([Source], Double) -> Void
  ) {
    pad = TouchPad(choice, device: device, nodes: nodes, onNotice: onNotice, onTouch: onTouch)
  }

  package func start() throws(Failure) {
    do { try pad.start() } catch { throw Failure("its thread cannot be started (\(error))", remedy: "close other programs") }
  }

  package func stop() { pad.stop() }

  package var condition: Condition {
    if pad.choice == .off { return .off("switched off in the configuration") }
    let state = pad.state
    if let problem = state.problem { return .lost(problem.failure) }
    return state.hasLooked ? .running : .starting
  }

  package var summary: String {
    let state = pad.state
    guard let name = state.name, let path = state.path else { return "none is plugged in" }
    return "\(name) (\(path))"
  }
}
