import Streams
import Synchronization

/// Players of other programs and the pipes, as a part of the box.
///
/// A box on which nothing of the kind is installed is none the worse: a bus that is not there, where nobody has named one, is told in the summary and looked for all the time. It is trouble where an owner has asked for it: by
/// another `stream.bus`, or by mode stream while nothing else can be played in it. A pipe is always asked for.
package final class StreamPart: Component {
  package let name = "stream"
  package let patience = BackOff(first: 1, longest: 10)
  private let ways: StreamWays
  private let busIsNamed: Bool
  private let isPlayed: @Sendable () -> Bool
  private let unheeding: @Sendable () -> [String]
  private let onNews: @Sendable (PlayerNews?) -> Void
  /// Pipes that were begun, by their places.
  private let begun = Mutex<[Int]>([])

  /// - Parameters:
  ///   - configuration: whether a bus was named.
  ///   - isPlayed: whether mode stream is what is played now.
  ///   - unheeding: players that sound though they are to rest.
  ///   - onNews: told what a bus tells, and nil when something of a pipe has changed; must not wait.
  package init(
    _ ways: StreamWays, _ configuration: Configuration, isPlayed: @escaping @Sendable () -> Bool,
    unheeding: @escaping @Sendable () -> [String] = { [] }, onNews: @escaping @Sendable (PlayerNews?) -> Void
  ) {
    self.ways = ways
    busIsNamed = configuration.streamBus != Configuration().streamBus
    self.isPlayed = isPlayed
    self.unheeding = unheeding
    self.onNews = onNews
  }

  package func start() throws(PartFailure) {
    ways.bus?.start { [onNews] in onNews($0) }
    for (at, pipe) in ways.pipes.enumerated() {
      do throws(PartFailure) { try pipe.start { [onNews] in onNews(nil) } } catch {
        // What was begun is ended: all of it is tried again.
        stop()
        throw PartFailure("the pipe '\(pipe.name)': \(error.reason)", remedy: error.remedy)
      }
      begun.withLock { $0.append(at) }
    }
  }

  package func stop() {
    let pipes = begun.withLock { begun in
      defer { begun = [] }
      return begun
    }
    for at in pipes { ways.pipes[at].stop() }
    ways.bus?.stop()
  }

  package var condition: Condition {
    if ways.bus == nil, ways.pipes.isEmpty { return .off("stream.bus is empty, and stream.pipes has none") }
    for pipe in ways.pipes {
      if let fault = pipe.fault { return .degraded(PartFailure("the pipe '\(pipe.name)': \(fault.reason)", remedy: fault.remedy)) }
    }
    let unheeding = unheeding()
    if !unheeding.isEmpty { return .degraded(Self.failure(unheeding: unheeding)) }
    guard let trouble = ways.bus?.trouble, busIsNamed || ways.pipes.isEmpty && isPlayed() else { return .running }
    return .degraded(PartFailure(trouble.reason, remedy: trouble.remedy))
  }

  /// Two are heard together, and the box can do no more about it. - Parameter names: of players.
  static func failure(unheeding names: [String]) -> PartFailure {
    PartFailure(
      "\(names.joined(separator: ", ")) \(names.count == 1 ? "plays" : "play") on, though told to pause, to be silent and to stop",
      remedy: "end \(names.count == 1 ? "it" : "them") at the player")
  }

  package var summary: String {
    let pipes = ways.pipes.map { "the pipe '\($0.name)'" }
    guard let bus = ways.bus else { return pipes.joined(separator: ", ") }
    if let trouble = bus.trouble { return (["no players: \(trouble.reason)"] + pipes).joined(separator: ", ") }
    let names = bus.players.map(\.name)
    return ((names.isEmpty ? ["no player is there"] : names) + pipes).joined(separator: ", ")
  }
}
