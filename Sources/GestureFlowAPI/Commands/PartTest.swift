/// A test that a person follows by ear and eye.
public enum PartTest: String, Sendable, CaseIterable, CommandArgument {
  /// A tone from the left speaker, then the right one, then both.
  case speaker
  /// Each LED in turn, then all.
  case leds
  /// Presses for 20 s, which only name their buttons.
  case buttons
  /// A scale to the connected MIDI ports. Then 5 s of what comes in.
  case midi
  /// Blinking LEDs that the camera sees. It measures the time from light to frame.
  case latency
  /// Ends the test that runs.
  case end
}
