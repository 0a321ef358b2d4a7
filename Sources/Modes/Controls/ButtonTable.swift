import GestureFlowAPI
import Panel

/// The table of the buttons' commands.
package enum ButtonTable {
  /// Returns the command of a click or a hold; nil without one.
  /// - Parameters:
  ///   - autoPause: whether the music now pauses when no hands are present.
  ///   - output: the present output of the instrument.
  ///   - doubleClick: returns the configured command word of a button's second click.
  package static func command(for action: ButtonAction, autoPause: Bool, output: Output = .audio, doubleClick: (Button) -> String)
    -> Command?
  {
    switch action {
    case .click(let button):
      switch button {
      case .mode: .nextMode
      case .tier: .toggleTier
      case .prev: .prev
      case .next: .next
      case .play: .toggle
      }
    case .doubleClick(let button): Command.Name(rawValue: doubleClick(button)).flatMap { try? Command($0) }
    case .hold(let button):
      switch button {
      case .mode: .autopause(!autoPause)
      case .tier: .output(output.next)
      case .prev: .prevFolder
      case .next: .nextFolder
      case .play: .shutdown
      }
    case .longHold(.tier): .swapHands
    case .longHold, .prevAndNext, .countIn: nil
    }
  }
}

extension Output {
  /// The next output in the order of the button: audio, MIDI, both.
  fileprivate var next: Output {
    switch self {
    case .audio: .midi
    case .midi: .both
    case .both: .audio
    }
  }
}
