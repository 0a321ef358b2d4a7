import TestSupport
import Touch

/// A touch pad with its thread, on a double.
struct PadBench {
  let device: TouchDouble
  let nodes: NodesDouble
  let heard = Heard()
  let pad: TouchPad

  init(_ choice: TouchChoice = .auto, device: TouchDouble = TouchDouble(), nodes: NodesDouble = NodesDouble()) {
    self.device = device
    self.nodes = nodes
    let heard = heard
    pad = TouchPad(choice, device: device, nodes: nodes, onNotice: { heard.notice($0) }, onTouch: { heard.hear(TouchFrame($0, time: $1)) })
  }

  /// Begins, and waits until the device is open.
  func begin() throws -> Bool {
    try pad.start()
    return waitUntil { pad.state.isConnected && device.calls("slots") > 0 }
  }

  /// Puts a finger down. - Returns: false if no report comes.
  func touch(_ slot: Int = 0, _ id: Int32 = 1) -> Bool {
    let before = heard.touches
    device.down(slot, id)
    device.report()
    return waitUntil { heard.touches > before }
  }
}
