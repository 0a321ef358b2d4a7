/// What the box is to do with a message that came in.
public enum LearnAnswer: Sendable, Equatable {
  /// It belongs to nothing that was learned: notes play the synthesizer.
  case free
  /// It belongs to something that was learned, and asks for nothing: a note's end, a knob that has not yet passed the present value.
  case taken
  /// A parameter's new value. Waveforms count from 0; the tempo is meant over the set's own.
  case set(LearnTarget, Double)
  /// Something was pressed. A waveform that is pressed is the next one.
  case press(LearnTarget)
  /// It was learned.
  case learned(Learned)
  /// It cannot be learned; the box goes on waiting for another one. The sentence says why.
  case refused(String)

  /// What was bound, and what that took away.
  public struct Learned: Sendable, Equatable {
    /// From now on.
    public var binding: LearnBinding
    /// What the same message played before.
    public var takenFrom: LearnTarget?
    /// What played the same parameter before.
    public var before: LearnControl?

    /// A sentence for the owner, with the conflict, if there was one.
    public var sentence: String {
      let had = takenFrom.map { "; it played \($0.name), which nothing plays now" } ?? ""
      let was = before.map { "; it was \($0.text) before" } ?? ""
      return "\(binding.target.name) is played by \(binding.control.text)\(had)\(was)"
    }
  }
}
