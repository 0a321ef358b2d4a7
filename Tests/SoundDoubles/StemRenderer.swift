import Sound

/// A renderer of stems without a clock, threads or limiter.
/// The same input gives the same samples.
package final class StemRenderer {
  /// The port for levels and commands.
  package let port = StemPort()
  /// The loader that loads sets between the blocks; its threads are not needed.
  package let loader: StemLoader
  private let waits: Bool
  private var deck: StemDeck
  private let planes = UnsafeMutablePointer<Float>.allocate(capacity: 2 * SoundFormat.block)

  /// Creates a renderer with stems as the scene, at unity gain.
  /// - Throws: `Failure` if the loader's thread cannot be made.
  package convenience init() throws { try self.init(opener: SoundFile.system) }

  /// Creates a renderer.
  /// - Parameter waits: whether it reads the data of streamed channels between the blocks, so that nothing is late.
  ///   The other parameters are those of `StemLoader`.
  package init(
    opener: @escaping SoundFile.Opener, most: Int = StemLoader.most, wrap: @escaping StemLoader.Wrap = { $0 }, waits: Bool = true
  ) throws {
    loader = try StemLoader(port, opener: opener, most: most, wrap: wrap, isFetching: !waits)
    self.waits = waits
    deck = StemDeck(port)
    planes.initialize(repeating: 0, count: 2 * SoundFormat.block)
    port.set(StemLevels(isScene: true))
  }

  deinit {
    loader.stop()
    planes.deallocate()
  }

  /// Renders one block and passes it to `body`: left and right.
  package func render(_ body: (UnsafeBufferPointer<Float>, UnsafeBufferPointer<Float>) throws -> Void) rethrows {
    port.tend()
    if waits { loader.settle() }
    planes.update(repeating: 0, count: 2 * SoundFormat.block)
    deck.rtRender(planes, planes + SoundFormat.block, count: SoundFormat.block)
    try body(
      UnsafeBufferPointer(start: planes, count: SoundFormat.block),
      UnsafeBufferPointer(start: planes + SoundFormat.block, count: SoundFormat.block))
  }

  /// Renders blocks and returns their left and right sides.
  package func render(blocks: Int) -> (left: [Float], right: [Float]) {
    var result: (left: [Float], right: [Float]) = ([], [])
    for _ in 0..<blocks {
      render {
        result.left += $0
        result.right += $1
      }
    }
    return result
  }
}
