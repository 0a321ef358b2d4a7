import ArgumentParser
import GestureFlowAPI

struct QueueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: Command.row(of: .queue).help,
    discussion: "gfctl queue 3, gfctl queue moon river, gfctl queue album/04. Without a track it lists the queue.",
    subcommands: [Add.self] + TableCommands.below(["queue"]), defaultSubcommand: Add.self)

  struct Add: ParsableCommand, TakesFreeWords {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Adds a track at the end, or lists the queue.")
    @OptionGroup var connection: Connection
    @Flag(help: "Print the queue as JSON.") var json = false
    @Argument(
      help: "Its number in `gfctl library list`, words of its title or artist, or a part of its path.",
      completion: Completions.tracks)
    var words: [String] = []

    func run() throws {
      if words.isEmpty { return try show() }
      let text = words.joined(separator: " ")
      let candidates: [Candidate]
      do { candidates = try connection.tracks().map(Candidate.init) } catch ClientError.problem(let problem) where problem.status == 409 {
        // A box without a library plays the music that was named at its start. It knows numbers from 0, and paths.
        return try connection.send(.queue(track: NumberedChoice.index(text).map { "\($0)" } ?? text))
      }
      switch Selection.choose(text, of: candidates) {
      case .one(let chosen): try connection.send(.queue(track: chosen.path))
      case .none: throw Failure("there is no track '\(Terminal.plain(text))'", remedy: "gfctl library list lists the tracks")
      case .several(let found): throw Selection.failure(text, found, command: "queue")
      }
    }

    private func show() throws {
      if json { return print(String(decoding: try connection.data("GET", "/v1/queue"), as: UTF8.self)) }
      let queue = try connection.get([QueuedTrack].self, "/v1/queue")
      for track in queue {
        let name = track.title + (track.artist.map { " - \($0)" } ?? "")
        print("\(ListNumber.text(track.number))  \(Terminal.plain(name))\(track.missing ? "   (its stick is not there)" : "")")
      }
      if queue.isEmpty { print("the queue is empty: gfctl queue TITLE adds a track") }
    }
  }
}
