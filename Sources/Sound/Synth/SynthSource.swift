/// Values by which a hand, touch or MIDI channel changes its notes.
struct SynthSource: BitwiseCopyable {
  /// Time in seconds for half of the way to a value. It is 3 ms.
  private static let half: Float = 0.003

  /// Pitch bend in semitones.
  private(set) var bend = Glide(0, half: half)
  /// Depth of the LFO, 0...1.
  private(set) var modulation = Glide(0, half: half)
  /// Loudness, 0...1.
  private(set) var expression = Glide(1, half: half)
  /// Gain of the overtones, 0...2.
  private(set) var brightness = Glide(1, half: half)
  /// Pitch of the newest note, current or at its release. The next note glides from there; below 0 before the
  /// first note.
  var pitch: Float = -1
  /// Place of the voice with the newest note. Below 0 before the first.
  var newest = -1

  /// Whether one of the values may still be moving.
  private var isMoving = false

  @_noLocks mutating func rtBend(_ semitones: Float) {
    bend.rtAim(min(max(semitones, -48), 48))
    isMoving = true
  }

  @_noLocks mutating func rtModulate(_ depth: Float) {
    modulation.rtAim(min(max(depth, 0), 1))
    isMoving = true
  }

  @_noLocks mutating func rtExpress(_ level: Float) {
    expression.rtAim(min(max(level, 0), 1))
    isMoving = true
  }

  @_noLocks mutating func rtBrighten(_ depth: Float) {
    brightness.rtAim(2 * min(max(depth, 0), 1))
    isMoving = true
  }

  /// Changes the pace of bend and loudness.
  /// - Parameter share: result of `Glide.share(half:)`.
  @_noLocks mutating func rtFollow(_ share: Float) {
    bend.rtFollow(share)
    expression.rtFollow(share)
  }

  /// Jumps to the goals. Valid only while the source is silent.
  @_noLocks mutating func rtArrive() {
    bend.rtArrive()
    modulation.rtArrive()
    expression.rtArrive()
    brightness.rtArrive()
  }

  /// Advances by a step.
  @_noLocks mutating func rtStep() {
    if !isMoving { return }
    _ = bend.rtNext()
    _ = modulation.rtNext()
    _ = expression.rtNext()
    _ = brightness.rtNext()
    isMoving = false
    if !bend.rtIsThere() { isMoving = true }
    if !modulation.rtIsThere() { isMoving = true }
    if !expression.rtIsThere() { isMoving = true }
    if !brightness.rtIsThere() { isMoving = true }
  }
}
