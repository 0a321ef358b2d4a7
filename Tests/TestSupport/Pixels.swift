/// Calculations on the pixels of a picture. Test targets that are compiled without optimisation take long for them.
public enum Pixels {
  /// Replaces each byte.
  /// - Parameter table: the new value of each of the 256 values.
  public static func replace(_ bytes: inout [UInt8], by table: [UInt8]) {
    precondition(table.count == 256)
    for i in bytes.indices { bytes[i] = table[Int(bytes[i])] }
  }

  /// Returns the value of each pixel, row by row. Values are clamped to 0...255.
  public static func drawn(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height) { bytes, filled in
      for y in 0..<height { for x in 0..<width { bytes.initializeElement(at: y * width + x, to: UInt8(max(0, min(255, pixel(x, y))))) } }
      filled = width * height
    }
  }
}
