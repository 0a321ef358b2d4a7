import GestureFlowAPI
import Panel

/// State of the buttons between two of their events.
package struct ButtonState: Sendable {
  /// Presses of PLAY that may be tempo taps.
  package var taps = TapTempo()
  /// State before each button's last click. A second click may restore it.
  package var firstClicks: [Button: FirstClick] = [:]
  /// Automatic pause before MODE was held; nil before that.
  package var autoPause: Bool?
  /// Output of the instrument before TIER was held; nil before that.
  package var output: Output?
}
