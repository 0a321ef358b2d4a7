import GestureFlowAPI
import Gestures
import Hands
import Notes

/// The gesture engine, and its knowledge of the values that others set.
package struct HandsReading: Sendable {
  /// Reads the gestures.
  package var gestures: GestureEngine
  /// Values as the engine knows them. Nil for a new engine, which knows none.
  package var known: SharedValues?
  /// Whether the values must glide home with the next frame.
  package var isHomeDue = false
  /// Number of sounding notes of hands in the last frame.
  package var sounding = 0
  /// Meetings of two hands of one side. The first figure is the total, the second counts earlier engines.
  package var sideConflicts = 0
  private var earlierConflicts = 0

  /// Makes the state before the first frame.
  init(_ gestures: GestureEngine) { self.gestures = gestures }

  /// Continues with another engine.
  mutating func begin(_ gestures: GestureEngine) {
    self.gestures = gestures
    known = nil
    sounding = 0
    earlierConflicts = sideConflicts
  }

  /// Applies values that others have set. It also applies a change of the mode.
  /// - Parameter mode: the mode that plays.
  /// - Returns: all that was applied, for the session.
  mutating func take(_ values: SessionChanges, mode: Mode) -> SessionChanges {
    var changes = values
    if mode != gestures.mode {
      gestures.change(mode: mode)
      changes.mode = mode.rawValue
    }
    values.tellValues(&gestures)
    return changes
  }

  /// Reads the gestures of a frame.
  mutating func process(_ hands: HandFrame) -> GestureEngine.Output {
    let output = gestures.process(hands)
    sounding = output.control.instrument?.sounding ?? 0
    sideConflicts = earlierConflicts + output.sideConflicts
    return output
  }

  /// Advances the time without a frame; nil if nothing changes by that.
  /// - Parameters:
  ///   - now: the time, in seconds of the hands' clock.
  ///   - waited: seconds since the last frame came; nil before the first.
  mutating func noFrame(at now: Double, waited: Double?) -> (time: Double, output: GestureEngine.Output)? {
    let result = gestures.noFrame(at: now).map { (now, $0) } ?? waited.flatMap { gestures.noFrame(for: $0) }
    // A pause that ends no note leaves the sounding notes their hands.
    if result != nil { sounding = 0 }
    return result
  }
}

/// Values that hands set, and others, too. The gesture engine must know them.
package struct SharedValues: Sendable, Equatable {
  /// Those of mode stems.
  package struct Stems: Sendable, Equatable {
    var volumes: [Double]
    var pitchCents: [Double]
    /// The selected channel, from 0; nil for none.
    var selected: Int?
    /// Number of channels that can be selected.
    var count: Int
  }

  package var speed: Double
  package var pitchCents: Double
  /// Volume of the whole box; nil if the engine has another one.
  package var volume: Double?
  package var filter: Double
  package var areHandsOff: Bool
  package var stems: Stems
  /// Pitch of a stream in cents. Nil if the engine has another one.
  package var streamPitchCents: Double?
  package var instrument: InstrumentSettings

  /// Makes the values that apply now.
  init(_ controls: Controls) {
    let values = controls.values
    (speed, pitchCents, volume, filter) = (values.speed, values.pitchCents, values.volume, values.filter)
    areHandsOff = values.areHandsOff
    stems = controls.stems.shared
    streamPitchCents = controls.stream.values.pitchCents
    instrument = controls.instrument.values.settings
  }

  /// Returns the changes that an engine must receive.
  /// - Parameter known: the values that it knows; nil for a new one, which has hands on and no filter.
  package func changes(since known: SharedValues?) -> SessionChanges {
    var changes = SessionChanges()
    if known?.speed != speed { changes.speed = speed }
    if known?.pitchCents != pitchCents { changes.pitchCents = pitchCents }
    if known?.volume != volume { changes.volume = volume }
    if known?.filter ?? 0 != filter { changes.filter = filter }
    if known?.areHandsOff ?? false != areHandsOff { changes.handsOff = areHandsOff }
    changes.add(stems, since: known?.stems)
    if known?.streamPitchCents != streamPitchCents { changes.streamPitchCents = streamPitchCents }
    if known?.instrument != instrument { changes.instrument = SessionInstrument(instrument) }
    return changes
  }
}

extension SessionChanges {
  fileprivate mutating func add(_ stems: SharedValues.Stems, since known: SharedValues.Stems?) {
    if known?.count != stems.count { stemCount = stems.count }
    func changed(_ now: [Double], _ known: [Double]?) -> [Double?]? {
      guard now != known else { return nil }
      return now.enumerated().map { i, value in known?[i] == value ? nil : value }
    }
    stemVolumes = changed(stems.volumes, known?.volumes)
    stemPitchCents = changed(stems.pitchCents, known?.pitchCents)
    if known.map({ $0.selected != stems.selected }) ?? true { stem = stems.selected.map { $0 + 1 } ?? 0 }
  }
}
