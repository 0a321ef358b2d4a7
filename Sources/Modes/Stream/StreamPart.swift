import GestureFlowAPI
import ExternalSources
import Realtime
import Settings

/// Component for the pipes and the players of other programs.
///
/// A box without other players works normally. A missing bus that the owner did not name is shown in the summary, and
/// the search continues. It is trouble if the owner set another `stream.bus`, or plays mode stream while nothing else
/// can play in it. A pipe always counts as requested.
package final class StreamPart: Component {
  package let name = "stream"
  package let patience = BackOff(first: 1, longest: 10)
  private let ways: StreamDependencies
  private let busIsNamed: Bool
  private let isPlayed: @Sendable () -> Bool
  private let unheeding: @Sendable () -> [String]
  private let onNews: @Sendable (PlayerEvent?) -> Void

  /// Makes the component.
  /// - Parameters:
  ///   - ways: bus, pipes and inlet.
  ///   - configuration: shows whether the owner named a bus.
  ///   - isPlayed: returns whether mode stream is played now.
  ///   - unheeding: returns the players that sound although they must rest.
  ///   - onNews: receives the events of a bus, and nil after a change of a pipe; it must not wait.
  package init(
    _ ways: StreamDependencies, _ configuration: Configuration, isPlayed: @escaping @Sendable () -> Bool,
    unheeding: @escaping @Sendable () -> [String] = { [] }, onNews: @escaping @Sendable (PlayerEvent?) -> Void
  ) {
    self.ways = ways
    busIsNamed = configuration.streamBus != Configuration().streamBus
    self.isPlayed = isPlayed
    self.unheeding = unheeding
    self.onNews = onNews
  }

  package func start() throws(Failure) {
    ways.bus?.start { [onNews] in onNews($0) }
    for pipe in ways.pipes {
      do throws(Failure) { try pipe.start { [onNews] in onNews(nil) } } catch {
        // Stop the started parts: the next try starts all of them again.
        stop()
        throw Failure("the pipe '\(pipe.name)': \(error.reason)", remedy: error.remedy)
      }
    }
  }

  package func stop() {
    for pipe in ways.pipes { pipe.stop() }
    ways.bus?.stop()
  }

  package var condition: Condition {
    if ways.bus == nil, ways.pipes.isEmpty { return .off("stream.bus and stream.pipes are empty") }
    for pipe in ways.pipes {
      if let fault = pipe.fault { return .degraded(Failure("the pipe '\(pipe.name)': \(fault.reason)", remedy: fault.remedy)) }
    }
    let unheeding = unheeding()
    if !unheeding.isEmpty { return .degraded(Self.failure(unheeding: unheeding)) }
    guard let trouble = ways.bus?.trouble, busIsNamed || ways.pipes.isEmpty && isPlayed() else { return .running }
    return .degraded(trouble)
  }

  /// Returns the failure for two sources that are heard together. The box cannot end this by itself.
  /// - Parameter names: names of the players.
  package static func failure(unheeding names: [String]) -> Failure {
    Failure(
      "\(names.joined(separator: ", ")) \(names.count == 1 ? "plays" : "play") on after requests to pause, mute and stop",
      remedy: "stop \(names.count == 1 ? "it" : "them") at the player")
  }

  package var summary: String {
    let pipes = ways.pipes.map { "the pipe '\($0.name)'" }
    guard let bus = ways.bus else { return pipes.joined(separator: ", ") }
    if let trouble = bus.trouble { return (["no players: \(trouble.reason)"] + pipes).joined(separator: ", ") }
    let names = bus.players.map(\.name)
    return ((names.isEmpty ? ["no players"] : names) + pipes).joined(separator: ", ")
  }
}
