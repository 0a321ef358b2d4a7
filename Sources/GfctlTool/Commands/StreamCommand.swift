import ArgumentParser
import BoxClient
import GestureFlowAPI

struct StreamCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stream", abstract: "Lists the sources of mode stream, or chooses one: another program's player, or a pipe.",
    discussion: "Without a choice the one that began to play last is heard.")
  @OptionGroup var connection: Connection
  @Argument(help: "A source's name, next for the one after the chosen one, or auto for whichever began last. Without it all are listed.")
  var name: String?

  func run() throws {
    if let name { return try connection.send(try Command(.stream, text: name)) }
    for line in StreamList.lines(try connection.get(StreamStatus.self, "/v1/stream")) { print(line) }
  }
}

/// The sources of mode stream, a line each.
package enum StreamList {
  /// The chosen one has a star.
  package static func lines(_ stream: StreamStatus) -> [String] {
    guard !stream.sources.isEmpty else { return ["no player and no pipe is there"] }
    let names = stream.sources.map { Terminal.plain($0.name) }
    let width = names.map(\.count).max() ?? 0
    return zip(stream.sources, names).map { source, plain in
      let name = plain + String(repeating: " ", count: width - plain.count)
      let note = stream.unheeding?.contains(source.name) == true ? ", whatever it is told" : ""
      return "\(source.name == stream.source ? "*" : " ") \(name)  \(source.kind.rawValue)  \(source.playback.rawValue)\(note)"
    }
  }
}
