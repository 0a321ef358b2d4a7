/// How often all was to end before something was sent. Boxes and rings have no order among one another; so what is sent says itself what it comes after, and is done in that order whichever of them the audio
/// thread looks into first.
struct Standing: BitwiseCopyable, Sendable {
  /// Panics so far.
  var panics: Int64 = 0
  /// How often all notes of the wire were to end.
  var wireEnds: Int64 = 0
}
