import GestureFlowAPI
import Notes

/// A MIDI port that receives the instrument's notes besides the synthesizer.
///
/// Unless a comment says otherwise, the thread of the controls calls, in the order of the events and with their lock
/// held. So the outlet must not wait or call back.
package protocol MIDIOutlet: Sendable {
  /// Plays the notes of all sources of a kind. A missing source has ended. The last call wins.
  /// - Parameter captureTime: capture time of the frame behind the notes in seconds of `Clock`; 0 without one.
  func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, captureTime: Double)
  /// Sets whether new notes begin (output `midi` or `both`, in mode instrument). Sounding notes continue to their own
  /// end.
  func set(takesNew: Bool)
  /// Ends all notes, also unknown ones, with CC 123 and CC 120.
  func panic()
  /// Connects a port of another program by its name; `disconnect` ends that. Called without a lock held.
  /// - Throws: `Problem` when the port does not exist.
  func connect(_ name: String) throws(Problem)
  func disconnect(_ name: String) throws(Problem)
  /// Connections and statistics of sent messages. Any thread may read it, without a lock held.
  var status: MIDIStatus { get }
}
