import Foundation
import GestureFlowAPI
import Modes
import Panel
import Realtime
import Settings
import Synchronization

/// The buttons and LEDs.
package final class PanelPart: Component {
  package let name = "panel"
  package let patience = BackOff(first: 1, longest: 10)
  package let loop: PanelLoop
  private let isWanted: Bool
  private let state = Published(State())
  /// Whether the state of the track LED lets a beat be seen.
  // Order: relaxed: a setting by itself; the next beat may use it.
  private let showsBeats = Atomic(false)

  private struct State {
    /// Reason for a missing panel that is not a fault.
    var absence: String?
    /// Elapsed share of the power-off hold; nil when no hold runs.
    var countIn: Double?
  }

  /// - Parameters:
  ///   - clock: seconds of `Clock`; replaced in tests.
  ///   - onAction: receives the actions of the buttons.
  ///   - onStartHold: receives the steps of PLAY and MODE held since power-on.
  package init(
    _ device: any PanelDevice, configuration: Configuration, clock: @escaping @Sendable () -> Double = { Clock.seconds },
    onAction: @escaping @Sendable (ButtonEvent) -> Void, onStartHold: @escaping @Sendable (StartHold.Step) -> Void = { _ in }
  ) {
    isWanted = configuration.panelEnabled
    loop = PanelLoop(device, lines: configuration.panelLines, clock: clock, onAction: onAction, onStartHold: onStartHold)
  }

  package func start() throws(Failure) {
    guard isWanted else { return state.change { $0.absence = "switched off in the configuration" } }
    do throws(Failure) { try loop.start() } catch {
      // A machine without GPIO lines has no panel to repair.
      if error == .noChips { return state.change { $0.absence = error.reason } }
      throw error
    }
  }

  package func stop() { loop.stop() }

  /// Shows the box's state. The hold that switches it off is shown over it.
  package func show(_ view: PanelView) {
    var view = view
    view.countIn = state.now.countIn
    showsBeats.store(view.showsBeats, ordering: .relaxed)
    loop.show(view)
  }

  /// Shows the progress of the power-off hold on the LEDs.
  /// - Parameter share: of the hold, 0...1; nil when it is over.
  package func count(in share: Double?) { state.change { $0.countIn = share } }

  /// Flashes the hands LED to show the selected stem or scene. It flashes as often as the number says, 1...4 times.
  package func selected(_ number: Int) {
    if let light = Signal.channelSelected.row.light { loop.flash(.count(number), on: light.led) }
  }

  /// Marks a beat by a short dark pulse of the track LED. While the LED blinks for another reason, beats are not
  /// shown.
  package func beat() {
    if showsBeats.load(ordering: .relaxed), let light = Signal.beat.row.light { loop.flash(light.pattern, on: light.led) }
  }

  package var condition: Condition {
    if let absence = state.now.absence { return .off(absence) }
    if let failure = loop.failure { return .failed(failure) }
    let problems = (loop.grant?.problems ?? [:]).sorted { $0.key < $1.key }
    guard let (_, first) = problems.first else { return .running }
    return .degraded(Failure(problems.map(\.value.reason).joined(separator: "; "), remedy: first.remedy))
  }

  package var summary: String { "\(loop.lines.buttons.count) buttons, \(loop.lines.leds.count) LEDs" }

  package var status: PanelStatus? {
    guard state.now.absence == nil else { return nil }
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
