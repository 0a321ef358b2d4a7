import ArgumentParser
import GestureFlowAPI
import Performer

struct PictureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture", abstract: "Draws the gestures of a mode by the performer's hands: gflab picture stems > docs/stems-hands.svg")

  @Argument(help: "stems or stream.") var mode: Mode = .stems

  func run() throws {
    switch mode {
    case .stems: print(GesturePicture.stems, terminator: "")
    case .stream: print(GesturePicture.stream, terminator: "")
    case .player, .instrument: throw ValidationError("there are pictures of stems and stream, not of \(mode.rawValue)")
    }
  }
}
