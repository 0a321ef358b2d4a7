import GestureFlowAPI
import Notes

/// Where the instrument's notes go besides the box's own synthesizer: a MIDI port. Every call comes with a lock of the instrument held, in the order in which things happened: none of them waits, and none calls back.
package protocol MIDIOutlet: Sendable {
  /// What all sources of a kind play now; whoever is missing has gone. The last one wins.
  /// - Parameter captureTime: seconds of `Clock` at which the frame behind it was taken; 0 for none.
  func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, captureTime: Double)
  /// Whether new notes begin (output `midi` or `both`, in mode instrument). What sounds goes on to its own end.
  func set(takesNew: Bool)
  /// Ends all notes, with the messages that end also those of which nothing is known (CC 123 and 120).
  func panic()
  /// Connects a port of others, or leaves it alone, by its name. With no lock held. - Throws: `Problem` when there is no such port.
  func connect(_ name: String) throws(Problem)
  func disconnect(_ name: String) throws(Problem)
  /// What is connected and what was sent. May be asked from any thread, with no lock held.
  var status: MIDIStatus { get }
}
