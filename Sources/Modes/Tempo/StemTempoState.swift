import GestureFlowAPI
import MIDI
import Sound

/// The place of the set, with the time of an output frame. Clocks are compared with it, and made from it.
struct StemTempoState: Sendable {
  /// Largest age in seconds of the audio thread's report. An older one means that the set stands still, because the
  /// card is gone.
  private static let oldest = 0.25
  /// Frames of the set a minute, times 1000.
  private static let minute = Double(SoundFormat.rate) * 60_000

  /// Number of the set.
  var set: Int
  /// Own tempo of the set, in thousandths of a quarter a minute.
  var milliBPM: Int
  /// Metre of its bars.
  var metre: Metre
  /// Place in frames of the set, at output frame `rendered`.
  var place: Double
  /// Number of rendered output frames.
  var rendered: Int64
  /// Frames of the set for one output frame.
  var speed: Double
  /// Whether it is heard and its place advances.
  var isPlaying: Bool
  /// A frame of the output and its time. Nil while no card reports it.
  var pair: FrameTime?

  /// Reads the place; nil before the first set.
  init?(_ stems: StemController, _ pair: FrameTime?) {
    guard let (facts, state) = stems.heard else { return nil }
    (set, milliBPM, metre) = (facts.number, facts.milliBPM, facts.metre)
    (place, rendered, speed) = (state.place, state.rendered, state.tempo)
    (isPlaying, self.pair) = (!state.isSilent, pair)
  }

  /// Own tempo of the set in beats a minute.
  var bpm: Double { Double(milliBPM) / 1000 }

  /// Returns the pair while the set is heard and blocks are rendered.
  func clock(at now: Double) -> FrameTime? {
    guard isPlaying, let pair, pair.seconds(of: rendered) > now - Self.oldest else { return nil }
    return pair
  }

  /// Returns the place at another output frame, in frames of the set. It assumes that the speed did not change.
  func place(at frame: Double) -> Double { place + (frame - Double(rendered)) * speed }

  /// Returns the place heard now, in quarters from the start. Nil in silence, or without a card's time.
  func beat(at now: Double) -> Double? {
    guard let pair = clock(at: now) else { return nil }
    let frame = Double(pair.frame) + (now - pair.seconds) * Double(SoundFormat.rate)
    return place(at: frame) * Double(milliBPM) / Self.minute
  }
}
