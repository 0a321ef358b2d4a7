import GestureFlowAPI
import Notes

/// An output for the instrument's notes besides the synthesizer: a MIDI port. The instrument calls `play`, `set` and
/// `panic` with its lock held, in the order in which things happened. So these calls must not block and must not call
/// back.
package protocol MIDIOutlet: Sendable {
  /// Plays the current notes of all sources of a kind. A source that is missing has ended. The last call wins.
  /// - Parameter captureTime: seconds of `Clock` at which the frame was captured; 0 without a frame.
  func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, captureTime: Double)
  /// Sets whether new notes begin (output `midi` or `both`, in mode instrument). Sounding notes continue to their own
  /// end.
  func set(takesNew: Bool)
  /// Ends all notes. Also sends CC 123 and 120, which end notes that this side does not know of.
  func panic()
  /// Connects to or disconnects from another program's port by its name. Called without a lock.
  /// - Throws: `Problem` when no port has that name.
  func connect(_ name: String) throws(Problem)
  func disconnect(_ name: String) throws(Problem)
  /// Connections and counts of sent messages. Any thread may read it, without a lock held.
  var status: MIDIStatus { get }
}
