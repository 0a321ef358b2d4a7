import Foundation

/// The room behind the hands, and the noise of the sensor.
/// The room is made once.
struct Backdrop {
  let luma: [UInt8]
  let chromaU: [UInt8]
  let chromaV: [UInt8]
  private let width: Int
  private let noise: [Int8]

  init(width: Int, height: Int, scenery: Scenery) {
    self.width = width
    var random = SplitMix(seed: scenery.seed)
    var y = [UInt8](repeating: 0, count: width * height)
    var u = [UInt8](repeating: 0, count: width * height / 4)
    var v = u
    let blotches = Self.cloud(columns: width / 40 + 2, rows: height / 40 + 2, &random)
    for row in 0..<height {
      for column in 0..<width {
        let fx = Float(column) / Float(width)
        let fy = Float(row) / Float(height)
        let cloud = Self.sample(blotches, columns: width / 40 + 2, x: Float(column) / 40, y: Float(row) / 40)
        var level: Float
        switch scenery.background {
        case .blotches: level = 0.25 + 0.35 * cloud
        case .wall: level = 0.62 - 0.18 * fy - 0.1 * abs(fx - 0.4) + 0.03 * cloud
        case .shelves:
          let board = abs((fy * 3).truncatingRemainder(dividingBy: 1) - 0.9) < 0.06
          let book = Int(fx * 23) * 7 % 5
          level = board ? 0.55 : 0.18 + 0.07 * Float(book) + 0.1 * cloud
        }
        level *= scenery.light
        let rgb = SIMD3<Float>(0.9, 0.95, 1) * level
        y[row * width + column] = UInt8(16 + 65.481 * rgb.x + 128.553 * rgb.y + 24.966 * rgb.z)
        if row % 2 == 0, column % 2 == 0 {
          let at = row / 2 * (width / 2) + column / 2
          u[at] = UInt8(128 - 37.797 * rgb.x - 74.203 * rgb.y + 112 * rgb.z)
          v[at] = UInt8(128 + 112 * rgb.x - 93.786 * rgb.y - 18.214 * rgb.z)
        }
      }
    }
    luma = y
    chromaU = u
    chromaV = v
    // The sum of four uniform numbers is nearly normal: standard deviation 1/sqrt(3).
    var grain = random
    if scenery.take != 0 { grain = SplitMix(seed: scenery.take) }
    noise = (0..<(width * 61)).map { _ in
      let n = (0..<4).reduce(Float(0)) { sum, _ in sum + grain.unit() - 0.5 } * 1.732
      return Int8(max(-127, min(127, n * scenery.noise * 219)))
    }
  }

  /// Adds the noise of frame `index`.
  func addNoise(to y: UnsafeMutablePointer<UInt8>, index: Int) {
    var random = SplitMix(seed: UInt64(bitPattern: Int64(index)) &+ 77)
    noise.withUnsafeBufferPointer { noise in
      for row in 0..<(luma.count / width) {
        let from = Int(random.next() % UInt64(noise.count - width))
        let line = y + row * width
        let n = noise.baseAddress! + from
        for i in 0..<width { line[i] = UInt8(clamping: Int16(line[i]) + Int16(n[i])) }
      }
    }
  }

  private static func cloud(columns: Int, rows: Int, _ random: inout SplitMix) -> [Float] {
    (0..<columns * rows).map { _ in random.unit() }
  }

  /// Interpolates smoothly in a grid of random numbers.
  private static func sample(_ grid: [Float], columns: Int, x: Float, y: Float) -> Float {
    let ix = Int(x)
    let iy = Int(y)
    func smooth(_ t: Float) -> Float { t * t * (3 - 2 * t) }
    let tx = smooth(x - Float(ix))
    let ty = smooth(y - Float(iy))
    let at = iy * columns + ix
    let upper = grid[at] + (grid[at + 1] - grid[at]) * tx
    let lower = grid[at + columns] + (grid[at + columns + 1] - grid[at + columns]) * tx
    return upper + (lower - upper) * ty
  }
}
