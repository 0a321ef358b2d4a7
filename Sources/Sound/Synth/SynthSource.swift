/// What one hand, touch or MIDI channel does to its notes while they sound.
struct SynthSource: BitwiseCopyable {
  /// Half of the way to a value that is asked for takes 3 ms.
  private static let half: Float = 0.003

  /// In semitones.
  private(set) var bend = Glide(0, half: half)
  /// Depth of the LFO, 0...1.
  private(set) var modulation = Glide(0, half: half)
  /// Loudness, 0...1.
  private(set) var expression = Glide(1, half: half)
  /// Gain of the overtones, 0...2.
  private(set) var brightness = Glide(1, half: half)
  /// Where the pitch of its newest note is or was let go, from which the next one glides; below 0 before the first.
  var pitch: Float = -1
  /// Place of the voice that has its newest note; below 0 before the first.
  var newest = -1

  /// Something of it may be on its way.
  private var isMoving = false

  init() {}

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

  /// Follows at another pace. - Parameter share: of `Glide.share(half:)`.
  @_noLocks mutating func rtFollow(_ share: Float) {
    bend.rtFollow(share)
    expression.rtFollow(share)
  }

  /// Nothing of it sounds: what is asked for holds at once.
  @_noLocks mutating func rtArrive() {
    bend.rtArrive()
    modulation.rtArrive()
    expression.rtArrive()
    brightness.rtArrive()
  }

  /// Goes on by a step.
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
