import Foundation

/// A plucked string: a delay line that feeds back through a filter. The method is by Karplus and Strong, 1983;
/// the tuning with an all-pass by Jaffe and Smith, 1983. Each side has its own string.
struct StringSound: Sendable {
  /// Corner in Hz of the finger's noise. It sets the brightness of the pluck.
  var bright: Float
  /// Seconds until low tones have decayed by 60 dB.
  var seconds: Float
  /// Share of the previous sample in the loop's filter, 0...0.5. It sets how fast the sound grows dull.
  var dull: Float = 0.4
  /// Place of the pluck, 0...0.5 of the length.
  var place: Float = 0.2
  /// Detuning between the two sides, in cents.
  var cents: Float = 5
  /// Seconds of the release.
  var release: Float = 0.25

  /// Returns the length of a note in frames.
  /// - Parameter hold: frames until it is released.
  func frames(hold: Int) -> Int { hold + Int(release * Float(SoundFormat.rate)) }

  /// Renders a note.
  /// - Parameter hold: frames until it is released.
  func render(pitch: Int, hold: Int) -> SoundPlanes {
    let frames = frames(hold: hold)
    var planes = SoundPlanes(frames: frames)
    let hz = NoteSound.hertz(pitch)
    pluck(hz * pow(2, cents / 2400), seed: UInt32(2 * pitch + 1), frames, &planes.left)
    pluck(hz * pow(2, -cents / 2400), seed: UInt32(2 * pitch + 2), frames, &planes.right)
    for i in hold..<frames {
      let left = Float(frames - i) / Float(frames - hold)
      planes.left[i] *= left * left
      planes.right[i] *= left * left
    }
    return planes
  }

  private func pluck(_ hz: Float, seed: UInt32, _ frames: Int, _ plane: inout [Float]) {
    let period = Float(SoundFormat.rate) / hz
    // The loop's filter delays by `dull` of a frame. The all-pass delays by the remaining 0.3 to 1.3 frames.
    let length = Int(period - dull - 0.3)
    let rest = period - dull - Float(length)
    let share = (1 - rest) / (1 + rest)
    let loss = pow(0.001, period / Float(SoundFormat.rate) / seconds)
    var line = burst(length, seed)
    var (at, before, inBefore, outBefore): (Int, Float, Float, Float) = (0, 0, 0, 0)
    for i in 0..<frames {
      let x = line[at]
      plane[i] += x
      let soft = loss * (x * (1 - dull) + before * dull)
      before = x
      let y = share * soft + inBefore - share * outBefore
      (inBefore, outBefore) = (soft, y)
      line[at] = y
      at = at + 1 == length ? 0 : at + 1
    }
  }

  /// Returns the excitation by the finger. It is noise without its highest tones, minus the same noise delayed by
  /// the finger's distance from the bridge. Its level is 1.
  private func burst(_ length: Int, _ seed: UInt32) -> [Float] {
    var noise = SongNoise(seed: seed)
    var filter = SongFilter(hz: min(bright, 18_000))
    for _ in 0..<64 { _ = filter.next(noise.next()) }
    let raw = (0..<length).map { _ in filter.next(noise.next()).low }
    let back = max(1, Int(Float(length) * place))
    let picked = raw.indices.map { raw[$0] - raw[($0 + length - back) % length] }
    let mean = picked.reduce(0, +) / Float(length)
    let level = (picked.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(length)).squareRoot()
    return picked.map { ($0 - mean) / level }
  }
}
