/// A rendered note before it is interleaved: two planes of equal length.
struct SoundPlanes {
  var left: [Float]
  var right: [Float]

  init(frames: Int) { (left, right) = ([Float](repeating: 0, count: frames), [Float](repeating: 0, count: frames)) }

  var frames: Int { left.count }

  /// Passes both planes to a closure that writes them.
  mutating func withUnsafePlanes(_ body: (_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) -> Void) {
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in body(left.baseAddress!, right.baseAddress!) }
    }
  }

  /// Adds another sound.
  /// - Parameter start: frame at which it begins.
  mutating func add(_ other: SoundPlanes, at start: Int) {
    Self.mix(other.left, 1, at: start, into: &left)
    Self.mix(other.right, 1, at: start, into: &right)
  }

  /// Adds a plane to another, from a frame of the target on. Frames beyond the target's end are left out.
  static func mix(_ source: [Float], _ gain: Float, at start: Int, into target: inout [Float]) {
    let count = min(source.count, target.count - start)
    guard count > 0 else { return }
    source.withUnsafeBufferPointer { source in
      target.withUnsafeMutableBufferPointer { target in
        let (from, to) = (source.baseAddress!, target.baseAddress! + start)
        for i in 0..<count { to[i] += gain * from[i] }
      }
    }
  }
}
