/// Layout of one plane in the bytes of a whole frame.
package struct PlaneLayout: Sendable {
  package var offset: Int
  package var stride: Int
  package var step: Int
  package var shiftX: Int
  package var shiftY: Int

  /// - Parameters:
  ///   - offset: of the first sample, in bytes.
  ///   - stride: bytes from one row to the next.
  ///   - step: bytes from one sample to the next.
  ///   - shiftX, shiftY: each sample stands for 2^shift pixels in that direction.
  package init(offset: Int = 0, stride: Int, step: Int = 1, shiftX: Int = 0, shiftY: Int = 0) {
    self.offset = offset
    self.stride = stride
    self.step = step
    self.shiftX = shiftX
    self.shiftY = shiftY
  }

  /// Bytes from the frame's start to this plane's last sample. - Parameters: the frame's size in pixels, 1 or more.
  func bytes(width: Int, height: Int) -> Int {
    offset + ((height - 1) >> shiftY) * stride + ((width - 1) >> shiftX) * step + 1
  }

  /// Returns the plane in a frame's memory.
  func plane(in memory: FrameMemory) -> Plane {
    Plane(start: UnsafePointer(memory.start + offset), stride: stride, step: step, shiftX: shiftX, shiftY: shiftY)
  }
}

extension Frame {
  /// Returns a frame made of a copy of these bytes. They may have any layout.
  ///
  /// - Parameters:
  ///   - chroma: Cb and Cr; nil for a grey frame.
  ///   - fullRange: luma 0-255 instead of 16-235.
  /// - Precondition: every sample of every plane lies in `bytes`.
  package static func of(
    bytes: [UInt8], width: Int, height: Int, luma: PlaneLayout, chroma: (u: PlaneLayout, v: PlaneLayout)? = nil, fullRange: Bool = true,
    orientation: Orientation = .asFilmed, index: Int = 0, time: Double = 0
  ) -> Frame {
    let memory = FramePool(size: bytes.count).take()
    memory.start.initialize(from: bytes, count: bytes.count)
    func plane(_ layout: PlaneLayout) -> Plane {
      precondition(
        layout.offset >= 0 && layout.bytes(width: width, height: height) <= bytes.count, "a plane goes beyond the frame's bytes")
      return layout.plane(in: memory)
    }
    return Frame(
      index: index, time: time, width: width, height: height, luma: plane(luma), chroma: chroma.map { (plane($0.u), plane($0.v)) },
      fullRange: fullRange, orientation: orientation, memory: memory)
  }
}
