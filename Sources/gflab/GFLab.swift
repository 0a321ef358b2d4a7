import ArgumentParser

@main
struct GFLab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gflab", abstract: "Engineers' tools for GestureFlow: film in, hands and sound out.",
    subcommands: [
      TrackCommand.self, PerformCommand.self, CompareCommand.self, FrameCommand.self, GesturesCommand.self, PlayCommand.self,
      DemoCommand.self, PictureCommand.self, RehearseCommand.self, ConfigExampleCommand.self, SignalsCommand.self, WriteStateCommand.self,
      LinkCommand.self, LicenceCommand.self,
    ])
}
