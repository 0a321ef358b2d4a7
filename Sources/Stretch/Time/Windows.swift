import CLanes
import Glibc

/// The windows of grains. A view of tables that `StretchTables` owns.
///
/// All grains are read under the same long Hann window, which separates tones. The window under which they are
/// written depends on their shape. The product of the two is the square of a Hann window of the shape's length.
/// That length is a whole number of hops, so grains sum to the same everywhere.
struct Windows {
  /// The length and hop of a grain in the output.
  struct Shape {
    /// Its number: 0 is the shortest.
    var index: Int
    /// Length in frames.
    var length: Int
    /// Output frames from its start to that of the next one.
    var hop: Int
    /// `length` values of the window under which it is written.
    var values: UnsafePointer<Float>
    /// The product of both windows.
    var weights: UnsafePointer<Float>
  }

  /// Number of input frames of a grain.
  static let longest = 3584
  static let overlap = 7
  static let count = 11
  /// Length and hop of each shape.
  private static let sizes = [(1024, 256), (1408, 256)] + (0...8).map { (overlap * (256 + 32 * $0), 256 + 32 * $0) }
  /// The shortest shape that is chosen for a pitch. The shorter ones are for rolls.
  private static let first = 2
  static let bytes = (longest + 64) * 4 * (2 * count + 2) + 4096
  /// Length of `past`.
  static let pastCount = longest - longest / overlap
  /// The hop in frames at a ratio of 1, without a limit.
  private static let hopAtOne = 575.0

  private let shapes: UnsafePointer<Shape>
  /// The window under which grains are read.
  let reading: UnsafePointer<Float>
  /// Sum of the weights of earlier grains of the longest shape.
  /// They began one hop, two, ... earlier; the sum counts from the start of the next one.
  let past: UnsafePointer<Float>

  init(_ arena: inout Arena) {
    let reading = arena.floats(Self.longest)
    for i in 0..<Self.longest { reading[i] = Float(Self.hann(i, Self.longest)) }
    let shapes = arena.array(Shape.self, Self.count)
    for index in 0..<Self.count {
      let (length, hop) = Self.sizes[index]
      let (values, weights) = (arena.floats(length), arena.floats(length))
      for i in 0..<length {
        let weight = Self.hann(i, length) * Self.hann(i, length)
        let read = Self.hann(i + (Self.longest - length) / 2, Self.longest)
        weights[i] = Float(weight)
        values[i] = read > 0 ? Float(weight / read) : 0
      }
      shapes[index] = Shape(index: index, length: length, hop: hop, values: UnsafePointer(values), weights: UnsafePointer(weights))
    }
    let past = arena.floats(Self.pastCount)
    let whole = shapes[Self.count - 1]
    for i in 0..<Self.pastCount { for at in stride(from: i + whole.hop, to: whole.length, by: whole.hop) { past[i] += whole.weights[at] } }
    self.reading = UnsafePointer(reading)
    self.shapes = UnsafePointer(shapes)
    self.past = UnsafePointer(past)
  }

  private static func hann(_ i: Int, _ length: Int) -> Double { 0.5 - 0.5 * cos(2 * .pi * Double(i) / Double(length)) }

  /// Returns the longest shape.
  @_noLocks func rtLongest() -> Shape { shapes[Self.count &- 1] }

  /// Whether a shape is short enough for the pulses of a roll.
  @_noLocks static func rtIsShort(_ shape: Shape) -> Bool { shape.index < first }

  /// Returns the shape of the next grain at a ratio of frequencies.
  /// At lower pitch the stretched sound is read slower. A grain then lasts longer, and so does the delay of a
  /// change of speed: grains are shortened in proportion. In a roll they are as short as possible. The middle
  /// of a grain never lies before that of the one before, which limits the shortening.
  @_noLocks func rtNext(after shape: Shape, ratio: Double, inRoll: Bool) -> Shape {
    var wanted = min(max(Self.first &+ Int((Self.hopAtOne * ratio - 256) / 32), Self.first), Self.count &- 1)
    if inRoll { wanted = 0 }
    wanted = min(wanted, shape.index &+ 2)
    while (shape.length &- shapes[wanted].length) / 2 > shape.hop &- 32 { wanted &+= 1 }
    return shapes[wanted]
  }

  /// Applies the window to frames `from..<to` of a grain's input.
  @_noLocks func rtApply(_ planes: Planes, from: Int, to: Int) {
    var i = from
    while i < to {
      let w = rtLoad(reading, i)
      let z = planes.rtComplex(i)
      planes.rtSet(i, Complex(z.re * w, z.im * w))
      i &+= laneCount
    }
  }
}
