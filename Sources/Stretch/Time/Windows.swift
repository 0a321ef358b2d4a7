import Glibc

/// The windows of grains, all a whole number of hops long. A view of tables that `StretchTables` owns.
///
/// Window and transform have their middle at the same place whatever their length, so that the phases of grains of different lengths compare.
struct Windows {
  /// A grain's length and the way to the next.
  struct Shape {
    /// Frames from its begin to its end.
    var length: Int
    /// Output frames from its begin to the next one's.
    var hop: Int
    /// Raises what it reads to the level that the longest window gives.
    var scale: Float
    /// `length` values of a Hann window.
    var values: UnsafePointer<Float>
  }

  static let longest = 3584
  static let overlap = 7
  /// Hops go from 256 to 512 frames.
  static let count = 9
  static let bytes = (longest + 64) * 4 * (count + 1) + 4096

  private let shapes: UnsafePointer<Shape>
  /// What grains of the longest shape that began earlier by one hop, two, ... weigh from the begin of the next one on.
  let past: UnsafePointer<Float>
  /// Length of `past`.
  static let pastCount = longest - longest / overlap

  init(_ arena: inout Arena) {
    let shapes = arena.array(Shape.self, Self.count)
    for index in 0..<Self.count {
      let hop = 256 + 32 * index
      let length = hop * Self.overlap
      let values = arena.floats(length)
      for i in 0..<length { values[i] = Float(0.5 - 0.5 * cos(2 * .pi * Double(i) / Double(length))) }
      shapes[index] = Shape(length: length, hop: hop, scale: Float(Self.longest) / Float(length), values: values)
    }
    self.shapes = UnsafePointer(shapes)
    let past = arena.floats(Self.pastCount)
    let longest = shapes[Self.count - 1]
    for i in 0..<Self.pastCount {
      for at in stride(from: i + longest.hop, to: longest.length, by: longest.hop) { past[i] += longest.values[at] * longest.values[at] }
    }
    self.past = UnsafePointer(past)
  }

  /// A shape by its number, 0 the shortest.
  @_noLocks @inline(__always) func rtShape(_ index: Int) -> Shape { shapes[index] }

  /// Puts frames `from..<to` of a grain, which were read there, under the window.
  @_noLocks static func rtApply(_ shape: Shape, _ planes: Planes, at middle: Int, from: Int, to: Int) {
    let scale = rtFill(shape.scale)
    let begin = middle &- shape.length / 2
    var i = from
    while i < to {
      let w = rtLoad(shape.values, i) * scale
      let z = planes.rtComplex(begin &+ i)
      planes.rtSet(begin &+ i, Complex(z.re * w, z.im * w))
      i &+= laneCount
    }
  }
}
