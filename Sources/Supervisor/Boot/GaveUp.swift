import Panel

/// The status LED of a box whose service has given up.
package enum GaveUp {
  /// The line that may be driven; nil for a box without a panel, or one of which nothing is known: its lines may be other hardware's.
  package static func lines(_ store: ConfigStore) -> PanelLoop.Lines? {
    let configuration = store.configuration
    guard store.isGood, configuration.panelEnabled, !configuration.ledStatus.isEmpty else { return nil }
    return PanelLoop.Lines(buttons: [:], leds: [.status: configuration.ledStatus])
  }
}
