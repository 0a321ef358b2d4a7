import Foundation

/// One note of the built-in set.
struct StemNote {
  /// How it sounds.
  enum Sound {
    /// As in the built-in piece.
    case piece(PieceNote.Voice)
    /// A sine with a little of its octave and twelfth, for small loudspeakers.
    case sub
    /// Sung on a vowel: harmonics under two formants in Hz, with a vibrato that sets in late.
    case sung(formants: (Float, Float))
  }

  var sound: Sound
  /// Sixteenths from the start of the channel, and how long it is held.
  var start: Int
  var length: Int
  /// Frames that it sounds on.
  var tail = 0
  /// In Hz; drums have none.
  var pitch: Float = 0
  var gain: Float
  /// -1 left ... 1 right.
  var pan: Float = 0

  /// Adds `count` frames of it, beginning `from` frames after its start, to interleaved stereo. - Parameter frames: how long it sounds in all.
  func add(from: Int, count: Int, of frames: Int, to output: UnsafeMutablePointer<Float>) {
    switch sound {
    case .piece(let voice):
      let note = PieceNote(voice: voice, start: 0, length: Int64(frames), pitch: pitch, gain: gain, pan: pan)
      PieceVoice.add(note, from: Int64(from), count: count, to: output)
    case .sub:
      let turn = 2 * Float.pi * pitch / Float(SoundFormat.rate)
      mix(from: from, count: count, of: frames, attack: 480, release: 2400, output) { i in
        let phase = (turn * Float(i)).truncatingRemainder(dividingBy: 2 * .pi)
        return sin(phase) + 0.22 * sin(2 * phase) + 0.07 * sin(3 * phase)
      }
    case .sung(let formants): sing(formants, from: from, count: count, of: frames, output)
    }
  }

  private func sing(_ formants: (Float, Float), from: Int, count: Int, of frames: Int, _ output: UnsafeMutablePointer<Float>) {
    // A voice's harmonics fall by 12 dB an octave; what its mouth makes of them are two bumps.
    let partials = (1...12).map { k -> Float in
      let hz = pitch * Float(k)
      func bump(_ at: Float, _ width: Float) -> Float { 1 / (1 + (hz - at) * (hz - at) / (width * width)) }
      return (0.25 + 2 * bump(formants.0, 130) + 1.2 * bump(formants.1, 180)) / Float(k)
    }
    let scale = 1 / (partials.reduce(0) { $0 + $1 * $1 }).squareRoot()
    let rate = Float(SoundFormat.rate)
    mix(from: from, count: count, of: frames, attack: 2400, release: 4800, output) { i in
      let t = Float(i) / rate
      // Vibrato of 5.2 Hz and 20 cents, which comes within half a second.
      let depth = min(max(t - 0.25, 0) * 2, 1) * 0.0116 * pitch / 5.2
      let phase = 2 * .pi * (pitch * t).truncatingRemainder(dividingBy: 1) - depth * cos(2 * .pi * 5.2 * t)
      // sin(k x) from the two before it.
      let (twice, first) = (2 * cos(phase), sin(phase))
      var (before, now, sum) = (Float(0), first, Float(0))
      for partial in partials {
        sum += partial * now
        (before, now) = (now, twice * now - before)
      }
      return sum * scale
    }
  }

  private func mix(
    from: Int, count: Int, of frames: Int, attack: Int, release: Int, _ output: UnsafeMutablePointer<Float>, _ sample: (Int) -> Float
  ) {
    let right = gain * (0.5 + 0.5 * pan).squareRoot() * 1.414
    let left = gain * (0.5 - 0.5 * pan).squareRoot() * 1.414
    for i in 0..<count {
      let at = from + i
      let rise = min(Float(at) / Float(attack), 1)
      let fall = min(Float(frames - at) / Float(release), 1)
      let x = sample(at) * rise * rise * (3 - 2 * rise) * fall * fall * (3 - 2 * fall)
      output[2 * i] += x * left
      output[2 * i + 1] += x * right
    }
  }
}
