import Foundation

/// The room of the built-in songs: early reflections that differ on both sides, and behind them eight delay lines whose ends are mixed by a matrix that keeps their energy (Hadamard's). As the synthesizer's
/// `Reverb`, without its bands and its changes while it sounds: a note has its own room, and this takes a third of the time.
enum SongRoom {
  /// Frames of the reflections' ways and their gains, left and right; primes, 7 to 41 ms.
  private static let ways: [(left: Int, right: Int, gain: Float)] = [
    (337, 443, 0.75), (719, 593, -0.6), (1021, 1187, 0.5), (1511, 1423, -0.4), (1949, 1973, 0.3),
  ]
  /// Frames of the delay lines; primes, so that no two ring together.
  private static let lengths = SIMD8<Int>(887, 1009, 1153, 1301, 1447, 1607, 1777, 1931)
  /// Frames that are kept of each line.
  private static let size = 2048

  /// Adds the room to a note. - Parameter instrument: says how much of it.
  static func add(_ instrument: Instrument, to planes: inout SoundPlanes) {
    if instrument.reflections > 0 { reflect(instrument.reflections, &planes) }
    if instrument.room > 0 { ring(instrument.room, seconds: instrument.roomSeconds, &planes) }
  }

  private static func reflect(_ level: Float, _ planes: inout SoundPlanes) {
    let dry = planes
    for way in ways {
      // A side hears the other side's sound come back from its wall.
      SoundPlanes.mix(dry.right, way.gain * level, at: way.left, into: &planes.left)
      SoundPlanes.mix(dry.left, -way.gain * level, at: way.right, into: &planes.right)
    }
  }

  /// - Parameter seconds: until it has died away by 60 dB; tones above 5 kHz sooner.
  private static func ring(_ level: Float, seconds: Float, _ planes: inout SoundPlanes) {
    let (frames, ways) = (planes.frames, lengths)
    var gains = SIMD8<Float>.zero
    // Hadamard's matrix of eight makes a sound louder by the root of eight.
    for k in 0..<8 { gains[k] = pow(0.001, Float(ways[k]) / Float(SoundFormat.rate) / seconds) / Float(8).squareRoot() }
    // Four lines of each side are heard.
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
          // Left goes into the first four lines, right into the others.
          mixed.lowHalf += left[i]
          mixed.highHalf += right[i]
          for k in 0..<8 { lines[k * size + (i & (size - 1))] = mixed[k] }
          left[i] += level * (ends[0] - ends[2] + ends[5] - ends[7])
          right[i] += level * (ends[1] - ends[3] + ends[4] - ends[6])
        }
      }
    }
  }

  /// A third of Hadamard's matrix of eight: sums and differences of neighbours, sorted.
  @inline(__always) private static func turn(_ x: SIMD8<Float>) -> SIMD8<Float> {
    SIMD8(lowHalf: x.evenHalf + x.oddHalf, highHalf: x.evenHalf - x.oddHalf)
  }
}
