import ArgumentParser
import Foundation
import Panel
import Settings
import Supervisor

struct GaveUpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gave-up", abstract: "Shows on the status LED that the service has given up; the service manager runs it.")
  @Option(help: "Configuration file.") var config: String?
  @Option(name: .customLong("state-dir"), help: "Folder of the last good configuration.") var stateDir: String?

  func run() throws {
    let folder = stateDir ?? (config == nil ? "/var/lib/gestureflow" : nil)
    let store = ConfigStore(files: config.map { [$0] } ?? ConfigStore.standardFiles, stateFolder: folder)
    guard let lines = GaveUp.lines(store) else { return }
    let end = DispatchSemaphore(value: 0)
    let signals = StopSignals { end.signal() }
    let loop = PanelLoop(GPIOPanel(), lines: lines) { _ in }
    try loop.start()
    var view = PanelView()
    view.health = .gaveUp
    loop.show(view)
    // Wait until the service is started again or the box shuts down.
    end.wait()
    loop.stop()
    withExtendedLifetime(signals) {}
  }
}
