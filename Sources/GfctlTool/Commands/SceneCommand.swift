import ArgumentParser
import GestureFlowAPI

struct SceneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene", abstract: "Stores how the box plays, and plays so again.",
    subcommands: [List.self] + TableCommands.below(["scene"]), defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the stored scenes.")
    @OptionGroup var connection: Connection
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
      if json { return print(String(decoding: try connection.data("GET", "/v1/scenes"), as: UTF8.self)) }
      let scenes = try connection.get([SceneEntry].self, "/v1/scenes")
      for scene in scenes { print("\(scene.number)  \(scene.mode.rawValue)\(scene.title.map { "  " + Terminal.plain($0) } ?? "")") }
      if scenes.isEmpty { print("no scene is stored: gfctl scene save 1") }
    }
  }
}
