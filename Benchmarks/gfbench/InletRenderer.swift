import Sound

/// Renders another program's sound without a clock or threads. The same input gives the same samples.
final class InletRenderer {
  private var channel: InletChannel
  private let planes = UnsafeMutablePointer<Float>.allocate(capacity: 2 * SoundFormat.block)

  /// - Parameter port: takes the sound and the levels.
  init(_ port: InletPort) {
    channel = InletChannel(port)
    planes.initialize(repeating: 0, count: 2 * SoundFormat.block)
  }

  deinit { planes.deallocate() }

  /// Renders one block and hands its left side to `body`.
  func render(_ body: (UnsafeBufferPointer<Float>) throws -> Void) rethrows {
    planes.update(repeating: 0, count: 2 * SoundFormat.block)
    channel.rtRender(planes, planes + SoundFormat.block, count: SoundFormat.block)
    try body(UnsafeBufferPointer(start: planes, count: SoundFormat.block))
  }
}
