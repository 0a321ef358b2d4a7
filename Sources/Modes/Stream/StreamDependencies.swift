import GestureFlowAPI
import Settings
import Sound
import ExternalSources

/// Dependencies of mode stream: players, pipes and the engine's inlet. Tests replace them by doubles.
package struct StreamDependencies: Sendable {
  /// The bus of players; nil without a search for players.
  package var bus: (any PlayerBus)?
  /// The inlet for the sound of the chosen pipe.
  package var inlet: any StreamInlet
  /// The configured pipes.
  package var pipes: [any StreamPipe]

  /// Makes the dependencies from their fields.
  package init(bus: (any PlayerBus)? = nil, inlet: any StreamInlet = ClosedInlet(), pipes: [any StreamPipe] = []) {
    self.bus = bus
    self.inlet = inlet
    self.pipes = pipes
  }

  /// Returns the real dependencies.
  /// - Parameters:
  ///   - configuration: bus and pipes.
  ///   - engine: plays the sound of the pipes.
  package static func real(_ configuration: Configuration, _ engine: SoundEngine) -> StreamDependencies {
    StreamDependencies(
      bus: configuration.streamBus.isEmpty ? nil : MPRISBus(address: configuration.streamBus), inlet: EngineInlet(port: engine.inlet),
      pipes: configuration.streamPipes.map { PipeLine($0, to: engine.inlet) })
  }
}

/// The levels at which a pipe's sound is heard.
package struct InletPreferences: Sendable, Equatable {
  /// Volume, 0...1.
  package var volume: Double
  /// Pitch in cents, -2400...2400.
  package var cents: Double
  /// Whether a person paused.
  package var isPaused: Bool
  /// Whether the box paused because no person is present.
  package var isAway: Bool
  /// Whether a pipe is the playing source.
  package var isHeard: Bool

  /// Makes the levels from their fields.
  package init(volume: Double, cents: Double, isPaused: Bool, isAway: Bool, isHeard: Bool) {
    self.volume = volume
    self.cents = cents
    self.isPaused = isPaused
    self.isAway = isAway
    self.isHeard = isHeard
  }
}

/// A type that takes a pipe's sound into the engine. No call waits.
package protocol StreamInlet: Sendable {
  /// Sets the levels from the next block on.
  func set(_ preferences: InletPreferences)
  /// Drops the stored sound of a writer. Call it only while the inlet is silent.
  func forget()
  /// Whether the inlet is silent, with no fade running.
  var isSilent: Bool { get }
  /// Figures for the status. They are the seconds stored ahead, the clock error of the writer in millionths, and the
  /// number of times it gave too little. A positive clock error means that the writer is faster.
  var figures: (fill: Double, driftPPM: Double, starvations: Int) { get }
}

/// An inlet for an engine without one.
package struct ClosedInlet: StreamInlet {
  package init() {}
  package func set(_ preferences: InletPreferences) {}
  package func forget() {}
  package var isSilent: Bool { true }
  package var figures: (fill: Double, driftPPM: Double, starvations: Int) { (0, 0, 0) }
}

/// A pipe for the sound of another program. No call waits.
package protocol StreamPipe: Sendable {
  /// Name for people and commands.
  var name: String { get }
  /// Makes the pipe and starts to read. A pipe that cannot be made is retried, and `fault` has the reason. A thread
  /// of the pipe calls `onNews` after a change; `onNews` must not wait.
  func start(onNews: @escaping @Sendable () -> Void) throws(Failure)
  /// Stops within a second. Does nothing while it does not run.
  func stop()
  /// Sends its sound to the inlet, or drops it.
  func setHeard(_ isHeard: Bool)
  /// Playback state of its writer.
  var playback: StreamStatus.Playback { get }
  /// The current fault; nil without one.
  var fault: Failure? { get }
}
