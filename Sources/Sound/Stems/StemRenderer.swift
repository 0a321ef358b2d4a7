/// Renders stems alone, without a clock and without threads, for tests and the demo: the same input gives the same samples. There is no limiter behind it.
public final class StemRenderer {
  /// What shall be heard is said here.
  public let desk = StemDesk()
  /// Loads sets between the blocks; its threads are not needed.
  public let loader: StemLoader
  private let waits: Bool
  private var deck: StemDeck
  private let planes = UnsafeMutablePointer<Float>.allocate(capacity: 2 * SoundFormat.block)

  /// Stems are the scene, as they were recorded. - Throws: `RealtimeThread.ThreadError` if the loader's thread cannot be made.
  public convenience init() throws { try self.init(opener: SoundFile.system) }

  /// - Parameters: see `StemLoader`. - waits: whether all that streamed channels need is read between the blocks, so that nothing is ever late.
  package init(
    opener: @escaping SoundFile.Opener, most: Int = StemLoader.most, wrap: @escaping StemLoader.Wrap = { $0 }, waits: Bool = true
  ) throws {
    loader = try StemLoader(desk, opener: opener, most: most, wrap: wrap, isFetching: !waits)
    self.waits = waits
    deck = StemDeck(desk)
    planes.initialize(repeating: 0, count: 2 * SoundFormat.block)
    desk.set(StemLevels(isScene: true))
  }

  deinit {
    loader.stop()
    planes.deallocate()
  }

  /// Renders one block and hands it to `body`: left and right.
  public func render(_ body: (UnsafeBufferPointer<Float>, UnsafeBufferPointer<Float>) throws -> Void) rethrows {
    desk.tend()
    if waits { loader.settle() }
    planes.update(repeating: 0, count: 2 * SoundFormat.block)
    deck.rtRender(planes, planes + SoundFormat.block, count: SoundFormat.block)
    try body(
      UnsafeBufferPointer(start: planes, count: SoundFormat.block),
      UnsafeBufferPointer(start: planes + SoundFormat.block, count: SoundFormat.block))
  }

  /// Renders so many blocks; answers their left and right sides.
  public func render(blocks: Int) -> (left: [Float], right: [Float]) {
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
