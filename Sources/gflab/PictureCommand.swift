import ArgumentParser
import SyntheticHands

struct PictureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture", abstract: "Draws gestures by the performer's hands: gflab picture stems > docs/stems-hands.svg")

  /// The available drawings.
  enum Picture: String, ExpressibleByArgument, CaseIterable { case stems, stream, intent }

  @Argument(help: "stems, stream or intent.") var picture: Picture = .stems

  func run() throws {
    switch picture {
    case .stems: print(GesturePicture.stems, terminator: "")
    case .stream: print(GesturePicture.stream, terminator: "")
    case .intent: print(GesturePicture.intent, terminator: "")
    }
  }
}
