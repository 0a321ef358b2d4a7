import Foundation
import GestureFlowAPI
import Modes
import ModesDoubles
import Realtime
import Settings
import Sound
import ExternalSources
import Synchronization
import TestSupport
import Testing

/// Players and pipes of other programs as a component: their problems and the place of each report.
@Suite struct StreamPartTests {
  private static let trouble = Failure("there is no bus", remedy: "start gestureflow-bus.service")

  private func part(_ ways: StreamDependencies, bus: String? = nil, isPlayed: Bool = false) -> StreamPart {
    var configuration = Configuration()
    if let bus { configuration.streamBus = bus }
    return StreamPart(ways, configuration, isPlayed: { isPlayed }) { _ in }
  }

  @Test func `without bus and pipes there is nothing of it`() throws {
    let part = part(StreamDependencies())
    try part.start()
    #expect(part.condition == .off("stream.bus and stream.pipes are empty"))
  }

  @Test func `a missing default bus is not an error until mode stream plays`() throws {
    let bus = PlayersDouble()
    bus.trouble = Self.trouble
    let idle = part(StreamDependencies(bus: bus))
    try idle.start()
    #expect(idle.condition == .running && idle.summary == "no players: there is no bus")
    let failure = Condition.degraded(Failure("there is no bus", remedy: "start gestureflow-bus.service"))
    #expect(part(StreamDependencies(bus: bus), isPlayed: true).condition == failure)
    #expect(part(StreamDependencies(bus: bus), bus: "session").condition == failure, "another client has named it")
    #expect(part(StreamDependencies(bus: bus, pipes: [PipeDouble("p")]), isPlayed: true).condition == .running, "a pipe can be played")
    bus.trouble = nil
    #expect(part(StreamDependencies(bus: bus), bus: "session", isPlayed: true).condition == .running)
  }

  /// This holds in every mode, because two sources sound together.
  @Test func `a player that plays on is reported`() throws {
    let part = StreamPart(StreamDependencies(bus: PlayersDouble()), Configuration(), isPlayed: { false }, unheeding: { ["mpv"] }) { _ in }
    try part.start()
    guard case .degraded(let failure) = part.condition else {
      Issue.record("\(part.condition)")
      return
    }
    #expect(failure.reason.hasPrefix("mpv plays on after requests to pause") && failure.remedy == "stop it at the player")
  }

  @Test func `a pipes fault is the owners`() throws {
    let pipes = [PipeDouble("radio"), PipeDouble("tv")]
    let part = part(StreamDependencies(pipes: pipes))
    try part.start()
    #expect(pipes.allSatisfy(\.isOpen) && part.condition == .running && part.summary == "the pipe 'radio', the pipe 'tv'")
    pipes[1].fault = Failure("it cannot be read", remedy: "look at its rights")
    #expect(part.condition == .degraded(Failure("the pipe 'tv': it cannot be read", remedy: "look at its rights")))
    part.stop()
    #expect(pipes.allSatisfy { !$0.isOpen })
  }

  /// Each real reader retries by itself. One bad path must not block other pipes or players.
  @Test func `a pipe that cannot be made stops no other`() throws {
    try Places.withFolder { folder in
      let (good, bad) = (folder.appendingPathComponent("good").path, folder.appendingPathComponent("none/bad").path)
      var configuration = Configuration()
      configuration.streamPipes = [PipeSettings(name: "good", path: good), PipeSettings(name: "bad", path: bad)]
      configuration.streamBus = ""
      let part = StreamPart(.real(configuration, SoundEngine()), configuration, isPlayed: { true }) { _ in }
      defer { part.stop() }
      try part.start()
      #expect(access(good, F_OK) == 0)
      guard case .degraded(let failure) = part.condition else {
        Issue.record("\(part.condition)")
        return
      }
      #expect(failure.reason.hasPrefix("the pipe 'bad'") && failure.remedy.contains("there is no folder"))
    }
  }

  /// A component that fails is restarted as a whole.
  @Test func `a pipe that cannot be made leaves nothing open`() {
    let bus = PlayersDouble()
    let pipes = [PipeDouble("radio"), PipeDouble("tv", refusal: Failure("there is a file", remedy: "take it away"))]
    let part = part(StreamDependencies(bus: bus, pipes: pipes))
    let failure = #expect(throws: Failure.self) { try part.start() }
    #expect(failure?.reason == "the pipe 'tv': there is a file" && !pipes[0].isOpen && bus.isStopped)
  }

  @Test func `events of the bus are passed on`() throws {
    let bus = PlayersDouble(PlayersDouble.player("mpv"))
    let told = Recorder()
    let part = StreamPart(StreamDependencies(bus: bus), Configuration(), isPlayed: { false }) { event in told.add(event) }
    try part.start()
    bus.tell(.changed)
    #expect(told.all == [.changed] && part.summary == "mpv")
    part.stop()
    bus.tell(.bus)
    #expect(told.all.count == 1)
  }

  private final class Recorder: Sendable {
    private let events = Mutex<[PlayerEvent?]>([])
    var all: [PlayerEvent?] { events.withLock { $0 } }
    func add(_ one: PlayerEvent?) { events.withLock { $0.append(one) } }
  }
}
