/// Result of an incoming message: the action for the box.
public enum LearnAnswer: Sendable, Equatable {
  /// The message is not bound. Notes play the synthesizer.
  case free
  /// The message is bound but has no effect. It is a note's end, or a knob that has not yet passed the present value.
  case taken
  /// A parameter's new value. Waveforms count from 0; the tempo is relative to the set's own.
  case set(LearnTarget, Double)
  /// A target was pressed. A press on the waveform selects the next one.
  case press(LearnTarget)
  /// The message is now bound.
  case learned(Learned)
  /// The message cannot be bound; the box keeps waiting for another one. The sentence gives the reason.
  case refused(String)

  /// A new binding, and the bindings that it replaced.
  public struct Learned: Sendable, Equatable {
    /// The new binding.
    public var binding: LearnBinding
    /// The target that the same message played before.
    public var takenFrom: LearnTarget?
    /// The control that played the same parameter before.
    public var before: LearnControl?

    /// A sentence for the owner, with the conflict if there was one.
    public var sentence: String {
      let had = takenFrom.map { "; it played \($0.name), which has no control now" } ?? ""
      let was = before.map { "; it was \($0.text) before" } ?? ""
      return "\(binding.target.name) is played by \(binding.control.text)\(had)\(was)"
    }
  }
}
