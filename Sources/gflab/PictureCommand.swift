import ArgumentParser
import Performer

struct PictureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture", abstract: "Draws the gestures of mode stems by the performer's hands: gflab picture > docs/stems-hands.svg")

  func run() throws { print(GesturePicture.stems, terminator: "") }
}
