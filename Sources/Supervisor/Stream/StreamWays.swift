import GestureFlowAPI
import Sound
import Streams

/// What mode stream needs of the rest of the world: other programs' players, pipes, and the engine's inlet for what comes through them. Doubles stand here in tests.
package struct StreamWays: Sendable {
  /// Nil where no players are looked for.
  package var bus: (any PlayerBus)?
  /// Where the chosen pipe's sound goes.
  package var inlet: any StreamInlet
  /// One for each pipe that is configured.
  package var pipes: [any StreamPipe]

  /// Out of its fields, as they are described here.
  package init(bus: (any PlayerBus)? = nil, inlet: any StreamInlet = ClosedInlet(), pipes: [any StreamPipe] = []) {
    self.bus = bus
    self.inlet = inlet
    self.pipes = pipes
  }

  /// The real ones. - Parameters: what is configured, and what plays the pipes' sound.
  package static func real(_ configuration: Configuration, _ engine: SoundEngine) -> StreamWays {
    StreamWays(
      bus: configuration.streamBus.isEmpty ? nil : MPRISBus(address: configuration.streamBus), inlet: EngineInlet(desk: engine.inlet),
      pipes: configuration.streamPipes.map { PipeLine($0, to: engine.inlet) })
  }
}

/// What is heard of a pipe's sound, as a level.
package struct InletWish: Sendable, Equatable {
  /// 0...1.
  package var volume: Double
  /// -2400...2400.
  package var cents: Double
  /// A person has paused.
  package var isPaused: Bool
  /// Paused because nobody is there.
  package var isAway: Bool
  /// A pipe is what plays.
  package var isHeard: Bool

  /// Out of its fields, as they are described here.
  package init(volume: Double, cents: Double, isPaused: Bool, isAway: Bool, isHeard: Bool) {
    self.volume = volume
    self.cents = cents
    self.isPaused = isPaused
    self.isAway = isAway
    self.isHeard = isHeard
  }
}

/// Where a pipe's sound enters the engine. No call waits.
package protocol StreamInlet: Sendable {
  /// What is heard of it from the next block on.
  func set(_ wish: InletWish)
  /// What is kept of a writer is not heard any more. For while nothing of it is heard.
  func forget()
  /// Nothing of it is heard, and no fade runs.
  var isSilent: Bool { get }
  /// For the status: seconds kept ahead, how much faster the writer's clock runs in millionths, how often it gave too little.
  var figures: (fill: Double, driftPPM: Double, starvations: Int) { get }
}

/// An engine without an inlet.
package struct ClosedInlet: StreamInlet {
  package init() {}
  package func set(_ wish: InletWish) {}
  package func forget() {}
  package var isSilent: Bool { true }
  package var figures: (fill: Double, driftPPM: Double, starvations: Int) { (0, 0, 0) }
}

/// A pipe through which another program gives its sound. No call waits.
package protocol StreamPipe: Sendable {
  /// Its name for people and commands.
  var name: String { get }
  /// Makes the pipe and begins to read; one that cannot be made is tried again and again, and `fault` says why. `onNews` is told on a thread of its own after something has changed, and does not wait.
  func start(onNews: @escaping @Sendable () -> Void) throws(PartFailure)
  /// Ends within a second.
  func stop()
  /// Its sound goes to the inlet, or nowhere.
  func setHeard(_ isHeard: Bool)
  /// What its writer does.
  var playback: StreamStatus.Playback { get }
  /// What is wrong with it; nil when nothing is.
  var fault: PartFailure? { get }
}
