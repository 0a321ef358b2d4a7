import Panel
import Settings

/// The status LED of a box whose service has given up.
package enum GaveUp {
  /// Returns the line of the status LED. Nil for a box without a panel, and without a good configuration: its lines
  /// may belong to other hardware.
  package static func lines(_ store: ConfigStore) -> PanelLoop.Lines? {
    let configuration = store.configuration
    guard store.isGood, configuration.panelEnabled, !configuration.ledStatus.isEmpty else { return nil }
    return PanelLoop.Lines(buttons: [:], leds: [.status: configuration.ledStatus])
  }
}
