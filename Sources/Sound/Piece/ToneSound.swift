import Foundation

/// A pitched sound of one or more layers of single-period tables. The tables hold only harmonics below half of
/// the rate, so the sound does not alias. While it sounds, it moves from a bright table to a dark one.
struct ToneSound: Sendable {
  /// The harmonics of a wave.
  enum Wave: Sendable {
    case saw
    /// A pulse that is high for this share of its period.
    case pulse(Float)
    /// Amplitudes of the harmonics, from the first on.
    case harmonics([Float])
    /// A voice: the sound of a throat under a mouth's formants. Each formant has Hz, bandwidth in Hz, gain.
    case vowel([SIMD3<Float>])

    func amplitude(_ k: Int, hz: Float) -> Float {
      let n = Float(k)
      switch self {
      case .saw: return 1 / n
      case .pulse(let share): return sin(.pi * n * share) / n
      case .harmonics(let all): return k <= all.count ? all[k - 1] : 0
      case .vowel(let formants):
        let mouth = formants.reduce(Float(0.08)) { sum, bump in
          let off = (hz - bump.x) / bump.y
          return sum + bump.z / (1 + off * off)
        }
        return mouth / n
      }
    }
  }

  /// Oscillators that sound together.
  struct Layer: Sendable {
    var wave: Wave
    var gain: Float = 1
    /// Detuning in cents, with one oscillator per value.
    var cents: [Float] = [0]
    /// Whether each side has its own oscillators, detuned in opposite directions.
    var isWide = false
    /// Number of the first harmonic.
    var from = 1
    /// Corners in Hz of the harmonics at the beginning and the end. The slope above it is 12 dB per octave.
    var bright: Float = 20_000
    var dark: Float = 20_000
  }

  var layers: [Layer]
  /// Times in seconds; the sustain is 0...1.
  var attack = 0.005
  var decay = 0.3
  var sustain = 0.7
  var release = 0.2
  /// Seconds for two thirds of the way from bright to dark.
  var darkens: Float = 0.3
  /// Depth of the vibrato in cents; it starts late.
  var vibrato: Float = 0
  /// Level of breath or bow: noise around the fourth harmonic.
  var breath: Float = 0

  /// Binary logarithm of the number of points of a table.
  private static let bits: UInt32 = 11
  /// Right shift from a 32-bit phase to a point. `mask` is that of the rest.
  private static let shift = 32 - bits
  private static let mask = UInt32(1) << shift - 1
  private static let scale = 1 / Float(UInt32(1) << shift)
  /// A sine with that number of points.
  private static let sine = (0..<1 << Int(bits)).map { sin(2 * .pi * Float($0) / Float(1 << Int(bits))) }

  /// Returns the length of a note in frames.
  /// - Parameter hold: frames until it is released.
  func frames(hold: Int) -> Int { hold + Int(release * Double(SoundFormat.rate)) }

  /// Renders a note.
  /// - Parameter hold: frames until it is released.
  func render(pitch: Int, hold: Int) -> SoundPlanes {
    let frames = frames(hold: hold)
    var planes = SoundPlanes(frames: frames)
    for (n, layer) in layers.enumerated() { add(layer, n, pitch, frames, &planes) }
    if breath > 0 { addBreath(pitch, frames, &planes) }
    let shape = EnvelopeShape(attack: attack, decay: decay, sustain: sustain, release: release)
    Self.shape(&planes.left, hold, frames, shape)
    Self.shape(&planes.right, hold, frames, shape)
    return planes
  }

  private static func shape(_ plane: inout [Float], _ hold: Int, _ frames: Int, _ shape: EnvelopeShape) {
    let lanes = EnvelopeLanes()
    var levels = [Float](repeating: 0, count: EnvelopeLanes.count * SynthStep.frames)
    var envelope = Envelope()
    func go(_ from: Int, _ to: Int) {
      envelope.rtPut(into: lanes, 0, shape)
      for at in stride(from: from, to: to, by: SynthStep.frames) {
        let count = min(SynthStep.frames, to - at)
        lanes.rtRender(&levels, count: count)
        for i in 0..<count { plane[at + i] *= levels[i] }
      }
      envelope.rtTake(from: lanes, 0)
    }
    envelope.rtBegin(peak: 1)
    go(0, hold)
    envelope.rtEnd()
    go(hold, frames)
  }

  private func add(_ layer: Layer, _ n: Int, _ pitch: Int, _ frames: Int, _ planes: inout SoundPlanes) {
    let hz = NoteSound.hertz(pitch)
    let (bright, dark) = Self.tables(layer, hz)
    let share = layer.gain / Float(layer.cents.count).squareRoot()
    for (j, cents) in layer.cents.enumerated() {
      // Oscillators that begin together would sound like one, without width.
      var chance = SongNoise(seed: UInt32(pitch * 64 + n * 8 + j + 1))
      for _ in 0..<8 { _ = chance.next() }
      let starts = layer.isWide ? (chance.next() + 1, chance.next() + 1) : (0, 0)
      sound(bright, dark, hz * pow(2, cents / 1200), starts.0 / 2, frames, share, &planes.left)
      if layer.isWide { sound(bright, dark, hz * pow(2, -cents / 1200), starts.1 / 2, frames, share, &planes.right) }
    }
    guard !layer.isWide else { return }
    // A layer without width is computed once.
    precondition(!layers[..<n].contains(where: \.isWide), "layers without width come first")
    planes.right = planes.left
  }

  /// Adds an oscillator that begins at `start`, 0...1 of its period.
  private func sound(
    _ bright: [Float], _ dark: [Float], _ hz: Float, _ start: Float, _ frames: Int, _ gain: Float, _ plane: inout [Float]
  ) {
    let rate = Float(SoundFormat.rate)
    let block = 32
    let fall = exp(-Float(block) / rate / darkens)
    var phase = UInt32(min(start, 0.999) * 4_294_967_040)
    var mix: Float = 1
    bright.withUnsafeBufferPointer { bright in
      dark.withUnsafeBufferPointer { dark in
        plane.withUnsafeMutableBufferPointer { plane in
          for begin in stride(from: 0, to: frames, by: block) {
            let t = Float(begin) / rate
            let late = min(max(t - 0.2, 0) * 2.5, 1)
            let bent = vibrato == 0 ? hz : hz * (1 + vibrato * 0.000_577_8 * late * sin(2 * .pi * 5.3 * t))
            let step = UInt32(bent / rate * 4_294_967_296)
            let (light, shade) = (gain * mix, gain * (1 - mix))
            for i in begin..<min(begin + block, frames) {
              let at = Int(phase >> Self.shift)
              let part = Float(phase & Self.mask) * Self.scale
              let a = bright[at] + (bright[at + 1] - bright[at]) * part
              let b = dark[at] + (dark[at + 1] - dark[at]) * part
              plane[i] += light * a + shade * b
              phase &+= step
            }
            mix *= fall
          }
        }
      }
    }
  }

  /// Returns one period at its brightest and at its darkest. The first point is repeated at the end, and the
  /// bright period has a level of 1.
  private static func tables(_ layer: Layer, _ hz: Float) -> (bright: [Float], dark: [Float]) {
    let size = sine.count
    let most = max(layer.from, min(Int(18_000 / hz), 160))
    var (bright, dark) = ([Float](repeating: 0, count: size + 1), [Float](repeating: 0, count: size + 1))
    var power: Float = 0
    for k in layer.from...most {
      let amplitude = layer.wave.amplitude(k, hz: hz * Float(k))
      if amplitude == 0 { continue }
      func part(_ corner: Float) -> Float { amplitude / (1 + hz * Float(k) / corner * (hz * Float(k) / corner)) }
      let (a, b) = (part(layer.bright), part(layer.dark))
      // 66 dB below a first harmonic.
      if max(abs(a), abs(b)) < 0.000_5 { continue }
      power += a * a / 2
      // Schroeder's phases (1970) keep the peak low.
      let turn = size * k * (k - 1) / (2 * most)
      for i in 0..<size {
        let x = sine[(i * k + turn) & (size - 1)]
        bright[i] += a * x
        dark[i] += b * x
      }
    }
    let norm = 1 / power.squareRoot()
    for i in 0..<size { (bright[i], dark[i]) = (bright[i] * norm, dark[i] * norm) }
    (bright[size], dark[size]) = (bright[0], dark[0])
    return (bright, dark)
  }

  private func addBreath(_ pitch: Int, _ frames: Int, _ planes: inout SoundPlanes) {
    let hz = min(4 * NoteSound.hertz(pitch), 9000)
    var (left, right) = (SongFilter(hz: hz, q: 0.8), SongFilter(hz: hz, q: 0.8))
    var (a, b) = (SongNoise(seed: UInt32(pitch)), SongNoise(seed: UInt32(pitch + 200)))
    for i in 0..<frames {
      planes.left[i] += breath * left.next(a.next()).band
      planes.right[i] += breath * right.next(b.next()).band
    }
  }
}
