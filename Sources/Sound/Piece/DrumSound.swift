import Foundation

/// A drum by code: tones whose pitch falls, a ring of metal, and filtered noise that is different on both sides.
struct DrumSound: Sendable {
  /// A sine that falls from one pitch to another.
  struct Sweep: Sendable {
    var from: Float
    var to: Float
    /// How fast the pitch falls and the tone dies away, in e-folds a second.
    var fall: Float
    var decay: Float
    var gain: Float
  }
  /// Filtered noise.
  struct Noise: Sendable {
    enum Filter: Sendable { case band, high }
    var filter: Filter
    var hz: Float
    var q: Float = 0.7
    /// E-folds a second.
    var decay: Float
    var gain: Float
    /// Seconds until it is full.
    var attack: Float = 0.0005
    /// Share of it that is different on both sides, 0...1.
    var width: Float = 0.6
    /// Seconds of the hands of a clap, each a burst of its own; the last one dies away.
    var bursts: [Float] = [0]
  }

  var seconds: Float
  var sweeps: [Sweep] = []
  var noises: [Noise] = []
  /// Level of six sines that are in no harmony, as a cymbal's, and by how many e-folds a second they die away.
  var metal: (gain: Float, decay: Float) = (0, 1)
  /// How hard all of it is driven: more overtones and a rounder peak.
  var drive: Float = 0

  /// How long it sounds.
  var frames: Int { Int(seconds * Float(SoundFormat.rate)) }

  /// The sound of a stroke.
  func render() -> SoundPlanes {
    let (rate, frames) = (Float(SoundFormat.rate), frames)
    var planes = SoundPlanes(frames: frames)
    for sweep in sweeps {
      for i in 0..<frames {
        let t = Float(i) / rate
        // The phase is the integral of the pitch, to + (from - to) e^(-fall t).
        let turns = sweep.to * t + (sweep.from - sweep.to) / sweep.fall * (1 - exp(-sweep.fall * t))
        planes.left[i] += sweep.gain * sin(2 * .pi * turns) * exp(-sweep.decay * t)
      }
    }
    planes.right = planes.left
    if metal.gain > 0 { addMetal(frames, &planes) }
    for (n, noise) in noises.enumerated() { Self.add(noise, seed: UInt32(3 * n + 1), frames, &planes) }
    if drive > 0 {
      let scale = 1 / tanh(drive)
      for i in 0..<frames {
        (planes.left[i], planes.right[i]) = (scale * tanh(drive * planes.left[i]), scale * tanh(drive * planes.right[i]))
      }
    }
    // Whatever still sounds at the end goes in 10 ms.
    for i in 0..<min(480, frames) {
      planes.left[frames - 1 - i] *= Float(i) / 480
      planes.right[frames - 1 - i] *= Float(i) / 480
    }
    return planes
  }

  private func addMetal(_ frames: Int, _ planes: inout SoundPlanes) {
    for (n, hz) in [3_170, 4_330, 5_410, 6_790, 8_230, 9_710].map(Float.init).enumerated() {
      let turn = 2 * Float.pi * hz / Float(SoundFormat.rate)
      let gain = metal.gain / 2.5
      for i in 0..<frames {
        let fall = gain * exp(-metal.decay * Float(i) / Float(SoundFormat.rate))
        planes.left[i] += fall * sin(turn * Float(i) + Float(n))
        planes.right[i] += fall * sin(turn * 1.0007 * Float(i) + 2.3 * Float(n))
      }
    }
  }

  private static func add(_ noise: Noise, seed: UInt32, _ frames: Int, _ planes: inout SoundPlanes) {
    let rate = Float(SoundFormat.rate)
    var (middle, side) = (SongNoise(seed: seed), SongNoise(seed: seed + 1))
    var (left, right) = (SongFilter(hz: noise.hz, q: noise.q), SongFilter(hz: noise.hz, q: noise.q))
    for i in 0..<frames {
      let t = Float(i) / rate
      var level: Float = 0
      for start in noise.bursts where t >= start {
        // The hands of a clap but the last are over in 10 ms.
        let decay = start == noise.bursts.last ? noise.decay : 150
        level += min((t - start) / noise.attack, 1) * exp(-decay * (t - start))
      }
      level *= noise.gain
      let (m, s) = (middle.next() * (1 - 0.5 * noise.width), side.next() * noise.width)
      let (l, r) = (left.next(m + s), right.next(m - s))
      planes.left[i] += level * (noise.filter == .band ? l.band : l.high)
      planes.right[i] += level * (noise.filter == .band ? r.band : r.high)
    }
  }
}
