import ExternalSources
import Notes

/// State of `ControlLoop` after its last event, for status, panel and files.
package struct ControlView: Sendable {
  /// The instrument's part.
  package struct Instrument: Sendable {
    package let values: InstrumentControls.Values
    /// Audible notes of hands and touches.
    package let hands: PlayedNotes
    package let touches: PlayedNotes
    /// Position of the hands' notes in the frame.
    package let field: NoteField
    /// Whether notes are heard. Neither another mode nor a person's pause prevents it.
    package let isPlayed: Bool
    /// The MIDI port; nil without one.
    package let midi: (any MIDIOutlet)?
    /// Whether the MIDI port is missing, as the controls know it.
    package let isPortMissing: Bool
    /// Whether changes of notes wait to be taken.
    package let hasChanges: Bool

    fileprivate init(_ controls: InstrumentControls) {
      (values, field, isPlayed, midi) = (controls.values, controls.field, controls.isPlayed, controls.midi)
      (hands, touches) = controls.played
      (isPortMissing, hasChanges) = (controls.isPortMissing, controls.hasChanges)
    }
  }

  package let values: Controls.Values
  package let policy: Policy
  package let stems: StemControls.Values
  package let instrument: Instrument
  package let stream: StreamControls.Values
  /// Abilities of the playing source; nil without one.
  package let streamAbilities: StreamAbilities?
  /// Whether refused requests of hands wait to be taken.
  package let hasRefused: Bool
  /// The choice of a scene by fingers; nil while none runs.
  package let sceneChoice: SceneChoice?

  init(_ controls: Controls) {
    values = controls.values
    policy = controls.policy
    stems = controls.stems.values
    stream = controls.stream.values
    (streamAbilities, hasRefused) = (controls.stream.can, controls.stream.hasRefused)
    sceneChoice = controls.sceneChoice
    instrument = Instrument(controls.instrument)
  }
}
