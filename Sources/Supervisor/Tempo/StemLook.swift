import GestureFlowAPI
import MIDI
import Sound

/// Where the set is, and which frame of the output is heard when: what a clock is compared with, and made of.
struct StemLook: Sendable {
  /// The audio thread's last word may be so many seconds old; then it stands still, because there is no card.
  private static let oldest = 0.25
  /// Frames of the set a minute, times 1000.
  private static let minute = Double(SoundFormat.rate) * 60_000

  /// The set's number.
  var set: Int
  /// Its own tempo, in thousandths of a quarter a minute.
  var milliBPM: Int
  /// Of its bars.
  var metre: Metre
  /// Where the transport is, in frames of the set, with the frame of the output `rendered`.
  var place: Double
  /// Frames of the output that are rendered.
  var rendered: Int64
  /// Frames of the set for one of the output.
  var speed: Double
  /// It is heard, and its place goes on.
  var isPlaying: Bool
  /// Which frame of the output is heard when; nil while no card says so.
  var pair: FrameTime?

  /// Nil before the first set.
  init?(_ stems: StemStage, _ pair: FrameTime?) {
    guard let (facts, state) = stems.heard else { return nil }
    (set, milliBPM, metre) = (facts.number, facts.milliBPM, facts.metre)
    (place, rendered, speed) = (state.place, state.rendered, state.tempo)
    (isPlaying, self.pair) = (!state.isSilent, pair)
  }

  /// The set's own tempo, in beats a minute.
  var bpm: Double { Double(milliBPM) / 1000 }

  /// The pair, while the set is heard and blocks are rendered.
  func clock(at now: Double) -> FrameTime? {
    guard isPlaying, let pair, pair.seconds(of: rendered) > now - Self.oldest else { return nil }
    return pair
  }

  /// The place with another frame of the output, if the speed has been what it is, in frames of the set.
  func place(at frame: Double) -> Double { place + (frame - Double(rendered)) * speed }

  /// What is heard now, in quarters from the set's beginning; nil while nothing is, or no card says when.
  func beat(at now: Double) -> Double? {
    guard let pair = clock(at: now) else { return nil }
    let frame = Double(pair.frame) + (now - pair.seconds) * Double(SoundFormat.rate)
    return place(at: frame) * Double(milliBPM) / Self.minute
  }
}
