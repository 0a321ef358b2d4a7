import ArgumentParser
import Foundation
import Panel
import Supervisor

struct GaveUpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gave-up", abstract: "Lets the status LED say that the service has given up; the service manager runs it.")
  @Option(help: "Configuration file.") var config: String?

  func run() throws {
    let store = ConfigStore(files: config.map { [$0] } ?? ConfigStore.standardFiles, stateFolder: nil)
    // The lines of a box without a panel may be other hardware's.
    guard store.configuration.panelEnabled, !store.configuration.ledStatus.isEmpty else { return }
    let lines = PanelLoop.Lines(buttons: [:], leds: [.status: store.configuration.ledStatus])
    let loop = PanelLoop(GPIOPanel(), lines: lines) { _ in }
    try loop.start()
    var view = PanelView()
    view.health = .gaveUp
    loop.show(view)
    // Until the service is started again or the box goes down.
    let end = DispatchSemaphore(value: 0)
    let signals = StopSignals { end.signal() }
    end.wait()
    loop.stop()
    withExtendedLifetime(signals) {}
  }
}
