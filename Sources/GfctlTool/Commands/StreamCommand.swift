import ArgumentParser
import GestureFlowAPI

struct StreamCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stream", abstract: "Lists the sources of mode stream, or chooses one: another program's player, or a pipe.",
    discussion: "Without a choice the one that began to play last is heard.")
  @OptionGroup var connection: Connection
  @Argument(
    help:
      "A source's name or its number in the list, next for the one after the chosen one, or auto for whichever began last. Without it all are listed.",
    completion: Completions.streams)
  var name: [String] = []

  func run() throws {
    let stream = try connection.get(StreamStatus.self, "/v1/stream")
    guard name.isEmpty else {
      return try connection.send(.stream, NumberedChoice.word(name.joined(separator: " "), in: stream.sources.map(\.name)))
    }
    for line in StreamList.lines(stream) { print(line) }
  }
}

/// The sources of mode stream, a line each.
package enum StreamList {
  /// The chosen one has a star.
  package static func lines(_ stream: StreamStatus) -> [String] {
    guard !stream.sources.isEmpty else { return ["no player and no pipe is there"] }
    let names = stream.sources.map { Terminal.plain($0.name) }
    let width = names.map(\.count).max() ?? 0
    return zip(stream.sources, names).enumerated().map { place, pair in
      let (source, plain) = pair
      let name = plain + String(repeating: " ", count: width - plain.count)
      let note = stream.unheeding?.contains(source.name) == true ? ", whatever it is told" : ""
      return
        "\(source.name == stream.source ? "*" : " ") \(ListNumber.text(place + 1))  \(name)  \(source.kind.rawValue)  \(source.playback.rawValue)\(note)"
    }
  }
}
