import Foundation
import GestureFlowAPI
import Panel

/// The buttons and LEDs.
final class PanelPart: Component, @unchecked Sendable {
  let name = "panel"
  let patience = BackOff(first: 1, longest: 10)
  private let isWanted: Bool
  let loop: PanelLoop

  init(_ device: any PanelDevice, configuration: Configuration, onAction: @escaping @Sendable (ButtonAction) -> Void) {
    isWanted = configuration.panelEnabled
    loop = PanelLoop(device, lines: configuration.panelLines, onAction: onAction)
  }

  private let lock = NSLock()
  private var absence: String?

  func start() throws(PartFailure) {
    guard isWanted else { return lock.withLock { absence = "switched off in the configuration" } }
    do throws(PanelFailure) { try loop.start() } catch {
      // A machine without GPIO lines has no panel to repair.
      if error == .noChips { return lock.withLock { absence = error.reason } }
      throw PartFailure(error.reason, remedy: error.remedy)
    }
  }

  func stop() { loop.stop() }

  var condition: Condition {
    if let absence = lock.withLock({ absence }) { return .off(absence) }
    if let failure = loop.failure { return .failed(PartFailure(failure.reason, remedy: failure.remedy)) }
    let problems = (loop.grant?.problems ?? [:]).sorted { $0.key < $1.key }
    guard let (_, first) = problems.first else { return .running }
    return .degraded(PartFailure(problems.map(\.value.reason).joined(separator: "; "), remedy: first.remedy))
  }

  var summary: String { "\(loop.lines.buttons.count) buttons, \(loop.lines.leds.count) LEDs" }

  var status: PanelStatus? {
    guard lock.withLock({ absence }) == nil else { return nil }
    let grant = loop.grant
    let (down, lit) = (loop.down, loop.lit)
    let buttons = Button.allCases.map { button in
      let line = loop.lines.buttons[button] ?? ""
      return PanelStatus.Line(
        use: button.rawValue, line: line, kind: "button", on: down.contains(button), problem: grant?.problems[line]?.reason)
    }
    let leds = LED.allCases.map { led in
      let line = loop.lines.leds[led] ?? ""
      return PanelStatus.Line(use: led.rawValue, line: line, kind: "led", on: lit.contains(led), problem: grant?.problems[line]?.reason)
    }
    return PanelStatus(lines: buttons + leds, presses: loop.presses, debounce: grant?.kernelDebounces == true ? "kernel" : "daemon")
  }
}
