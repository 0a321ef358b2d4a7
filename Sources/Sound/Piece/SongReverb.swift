import Foundation

/// The room of the built-in songs. It has early reflections that differ between the sides. After them come eight
/// delay lines, whose ends a matrix that keeps the energy (Hadamard's) mixes. It is like the synthesizer's
/// `Reverb`, but without bands and without changes while it sounds: each note has its own room, and this takes a
/// third of the time.
enum SongReverb {
  /// Delays of the reflections in frames, left and right, and their gains. The delays are primes, 7 to 41 ms.
  private static let ways: [(left: Int, right: Int, gain: Float)] = [
    (337, 443, 0.75), (719, 593, -0.6), (1021, 1187, 0.5), (1511, 1423, -0.4), (1949, 1973, 0.3),
  ]
  /// Lengths of the delay lines in frames. They are primes, so that they do not ring together.
  private static let lengths = SIMD8<Int>(887, 1009, 1153, 1301, 1447, 1607, 1777, 1931)
  /// Number of frames in each line.
  private static let size = 2048

  /// Adds the room to a note.
  /// - Parameter instrument: gives the levels of the room.
  static func add(_ instrument: Instrument, to planes: inout SoundPlanes) {
    if instrument.reflections > 0 { reflect(instrument.reflections, &planes) }
    if instrument.room > 0 { ring(instrument.room, seconds: instrument.roomSeconds, &planes) }
  }

  private static func reflect(_ level: Float, _ planes: inout SoundPlanes) {
    let dry = planes
    for way in ways {
      // Each side hears the other side's sound reflected from its wall.
      SoundPlanes.mix(dry.right, way.gain * level, at: way.left, into: &planes.left)
      SoundPlanes.mix(dry.left, -way.gain * level, at: way.right, into: &planes.right)
    }
  }

  /// Adds the delay lines to a note.
  /// - Parameter seconds: time for a decay of 60 dB; tones above 5 kHz decay sooner.
  private static func ring(_ level: Float, seconds: Float, _ planes: inout SoundPlanes) {
    let (frames, ways) = (planes.frames, lengths)
    var gains = SIMD8<Float>.zero
    // Hadamard's matrix of eight amplifies by the square root of eight.
    for k in 0..<8 { gains[k] = pow(0.001, Float(ways[k]) / Float(SoundFormat.rate) / seconds) / Float(8).squareRoot() }
    // Four lines are heard on each side.
    let level = level * 0.35
    var memory = [Float](repeating: 0, count: 8 * size)
    memory.withUnsafeMutableBufferPointer { lines in
      planes.withUnsafePlanes { left, right in
        var ends = SIMD8<Float>.zero
        for i in 0..<frames {
          var out = SIMD8<Float>.zero
          for k in 0..<8 { out[k] = lines[k * size + ((i &- ways[k]) & (size - 1))] }
          ends += (out - ends) * 0.7
          var mixed = gains * turn(turn(turn(ends)))
          // Left feeds the first four lines, right the others.
          mixed.lowHalf += left[i]
          mixed.highHalf += right[i]
          for k in 0..<8 { lines[k * size + (i & (size - 1))] = mixed[k] }
          left[i] += level * (ends[0] - ends[2] + ends[5] - ends[7])
          right[i] += level * (ends[1] - ends[3] + ends[4] - ends[6])
        }
      }
    }
  }

  /// Applies a third of Hadamard's matrix of eight. It makes sums and differences of neighbours, sorted.
  @inline(__always) private static func turn(_ x: SIMD8<Float>) -> SIMD8<Float> {
    SIMD8(lowHalf: x.evenHalf + x.oddHalf, highHalf: x.evenHalf - x.oddHalf)
  }
}
