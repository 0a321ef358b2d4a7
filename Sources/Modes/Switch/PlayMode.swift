import GestureFlowAPI
import Gestures
import Perception
import Realtime
import Sound

/// A mode as the rest of the box sees it. Each mode has one conformer in its own folder. `ModeRegistry.swift` lists
/// them.
///
/// A property returns the value at the moment of the read. Any thread but the audio thread may call; no call blocks.
package protocol PlayMode: Sendable {
  /// Its name in API, configuration and files.
  var id: Mode { get }
  /// The source that plays in this mode now.
  var source: any PlaySource { get }
  /// The source to play when this mode is active; nil for none.
  var wanted: PlaySourceID? { get }
  /// Returns a source of this mode; nil if it is gone.
  func source(_ id: PlaySourceID) -> (any PlaySource)?
  /// Title of the current piece, set or sound; nil if nothing plays.
  var title: String? { get }
  /// Names of everything that sounds now, to detect when something ends.
  var sounding: Set<String> { get }
  /// Returns its part of the status.
  /// - Parameter snapshot: the last frame; nil without a tracker.
  func status(_ snapshot: HandsPipeline.Snapshot?) -> ModeStatus
  /// Returns its part of the panel's status, for the same frame.
  func panelStatus(_ snapshot: HandsPipeline.Snapshot?) -> ModeStatus
  /// Rejects the command `home` in a mode that does not have it.
  /// - Throws: `Problem` that says why.
  func checkHome() throws(Problem)
  /// Sets the home values at once: speed 1, pitch 0. For stems, sets the level, too.
  func goHome()
}

/// The part of the status that only the active mode has.
package struct ModeStatus: Sendable {
  package var stems: StemsStatus?
  package var instrument: InstrumentStatus?
  package var stream: StreamStatus?

  /// - Parameters:
  ///   - stems: status of mode stems; nil in other modes.
  ///   - instrument: status of mode instrument or theremin; nil in other modes.
  ///   - stream: status of mode stream; nil in other modes.
  package init(stems: StemsStatus? = nil, instrument: InstrumentStatus? = nil, stream: StreamStatus? = nil) {
    (self.stems, self.instrument, self.stream) = (stems, instrument, stream)
  }
}

extension PlayMode {
  /// The channel that plays this mode's sound.
  var channel: SoundChannel { id.facts.channel }
  package var wanted: PlaySourceID? { source.id }
  package func source(_ id: PlaySourceID) -> (any PlaySource)? { source }
  package var sounding: Set<String> { ["\(id.rawValue) \(title ?? "")"] }
  package func status(_ snapshot: HandsPipeline.Snapshot?) -> ModeStatus { ModeStatus() }
  package func panelStatus(_ snapshot: HandsPipeline.Snapshot?) -> ModeStatus { status(snapshot) }
  package func checkHome() throws(Problem) {}
}

/// All modes of the box.
package struct PlayModes: Sendable {
  private let controls: ControlLoop
  private let all: [Mode: any PlayMode]

  /// - Parameters:
  ///   - controls: says which mode is active.
  ///   - modes: one for each value of `Mode`.
  init(_ controls: ControlLoop, _ modes: [any PlayMode]) {
    self.controls = controls
    all = Dictionary(uniqueKeysWithValues: modes.map { ($0.id, $0) })
    precondition(Mode.allCases.allSatisfy { all[$0] != nil }, "a mode has no module")
  }

  /// The active mode.
  package var now: any PlayMode { self[controls.values.mode] }

  package subscript(_ mode: Mode) -> any PlayMode {
    guard let found = all[mode] else { preconditionFailure("mode \(mode.rawValue) has no module") }
    return found
  }

  /// Returns a source of any mode; nil if it is gone.
  package func source(_ id: PlaySourceID) -> (any PlaySource)? {
    let played = now
    let owner = played.channel == id.channel ? played : all.values.first { $0.channel == id.channel }
    return owner?.source(id)
  }
}
