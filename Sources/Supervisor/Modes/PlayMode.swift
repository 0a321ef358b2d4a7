import GestureFlowAPI
import Gestures
import Realtime
import Sound

/// A mode as the rest of the box sees it. Each mode has one conformer in its own folder; `PlayModes` lists them.
///
/// Values are those of the moment in which they are read. Any thread but the audio thread may call; nothing waits.
package protocol PlayMode: Sendable {
  /// Its word in API, configuration and files.
  var id: Mode { get }
  /// The source that plays in it now.
  var source: any PlaySource { get }
  /// The source that is to be heard when the mode is played; nil for none.
  var wanted: PlaySourceID? { get }
  /// A source of this mode by its identity; nil for one that is gone.
  func source(_ id: PlaySourceID) -> (any PlaySource)?
  /// Name of the piece, set or sound that plays, for people; nil when nothing does.
  var title: String? { get }
  /// Everything that sounds now, so that its end can be noticed.
  var sounding: Set<String> { get }
  /// Its part of the status. - Parameter snapshot: the last frame; nil without a tracker.
  func status(_ snapshot: Performance.Snapshot?) -> ModeStatus
  /// Its part of the panel's view, of the same frame.
  func panelStatus(_ snapshot: Performance.Snapshot?) -> ModeStatus
  /// Refuses the way home where there is none. - Throws: `Problem` that says why.
  func checkHome() throws(Problem)
  /// Sets the values of home at once: speed 1, pitch 0, for stems the level, too.
  func goHome()
}

/// The part of the status that only the mode that is played has.
package struct ModeStatus: Sendable {
  package var stems: StemsStatus?
  package var instrument: InstrumentStatus?
  package var stream: StreamStatus?

  /// - Parameters: of the mode that is played; nil for the others.
  package init(stems: StemsStatus? = nil, instrument: InstrumentStatus? = nil, stream: StreamStatus? = nil) {
    (self.stems, self.instrument, self.stream) = (stems, instrument, stream)
  }
}

extension PlayMode {
  /// The channel through which it is heard.
  var channel: SoundChannel { id.facts.channel }
  package var wanted: PlaySourceID? { source.id }
  package func source(_ id: PlaySourceID) -> (any PlaySource)? { source }
  package var sounding: Set<String> { ["\(id.rawValue) \(title ?? "")"] }
  package func status(_ snapshot: Performance.Snapshot?) -> ModeStatus { ModeStatus() }
  package func panelStatus(_ snapshot: Performance.Snapshot?) -> ModeStatus { status(snapshot) }
  package func checkHome() throws(Problem) {}
}

/// Every mode of the box.
package struct PlayModes: Sendable {
  private let controls: Controls
  private let all: [Mode: any PlayMode]

  /// - Parameters:
  ///   - controls: which mode is played.
  ///   - modes: one for each value of `Mode`.
  init(_ controls: Controls, _ modes: [any PlayMode]) {
    self.controls = controls
    all = Dictionary(uniqueKeysWithValues: modes.map { ($0.id, $0) })
    precondition(Mode.allCases.allSatisfy { all[$0] != nil }, "a mode has no module")
  }

  /// The mode that is played.
  var now: any PlayMode { self[controls.values.mode] }

  subscript(_ mode: Mode) -> any PlayMode {
    guard let found = all[mode] else { preconditionFailure("mode \(mode.rawValue) has no module") }
    return found
  }

  /// A source of any mode by its identity; nil for one that is gone.
  func source(_ id: PlaySourceID) -> (any PlaySource)? {
    let played = now
    let owner = played.channel == id.channel ? played : all.values.first { $0.channel == id.channel }
    return owner?.source(id)
  }
}
