/// Renders another program's sound alone, without a clock and without threads, for the bench: the same input gives the same samples.
public final class InletRenderer {
  private var channel: InletChannel
  private let planes = UnsafeMutablePointer<Float>.allocate(capacity: 2 * SoundFormat.block)

  /// - Parameter desk: where its sound is brought, and where is said how it shall be heard.
  public init(_ desk: InletDesk) {
    channel = InletChannel(desk)
    planes.initialize(repeating: 0, count: 2 * SoundFormat.block)
  }

  deinit { planes.deallocate() }

  /// Renders one block and hands its left side to `body`.
  public func render(_ body: (UnsafeBufferPointer<Float>) throws -> Void) rethrows {
    planes.update(repeating: 0, count: 2 * SoundFormat.block)
    channel.rtRender(planes, planes + SoundFormat.block, count: SoundFormat.block)
    try body(UnsafeBufferPointer(start: planes, count: SoundFormat.block))
  }
}
