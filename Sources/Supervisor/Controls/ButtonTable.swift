import GestureFlowAPI
import Panel

/// What the buttons mean: the table of the product.
package enum ButtonTable {
  /// The command of a click or a hold; nil where there is none.
  /// - Parameters:
  ///   - autoPause: whether the music pauses now when nobody is there.
  ///   - output: where the instrument plays now.
  ///   - doubleClick: word of the command that a button's second click has besides, as configured.
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
    case .countIn: nil
    }
  }
}

extension Output {
  /// In the order of the button: audio, MIDI, both.
  fileprivate var next: Output {
    switch self {
    case .audio: .midi
    case .midi: .both
    case .both: .audio
    }
  }
}
