import Foundation

/// A renderer without clock and threads, for tests and `gflab play`. The same input gives the same samples.
public final class OfflineRenderer {
  /// The engine that renders.
  public let engine: SoundEngine
  /// Its deck, filled between the blocks.
  public let deck: Deck
  private let block: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - playlist: rendering begins with its first track.
  ///   - volume: the gain, 0...1.
  public convenience init(_ playlist: Playlist, volume: Float = 0.8) {
    self.init(playlist, volume: volume, opener: SoundFile.system)
  }

  /// - Parameters:
  ///   - playlist: rendering begins with its first track.
  ///   - volume: the gain, 0...1.
  ///   - opener: opens the files of the list.
  package init(_ playlist: Playlist, volume: Float = 0.8, opener: @escaping SoundFile.Opener) {
    engine = SoundEngine(volume: volume)
    deck = Deck(engine, playlist: playlist, opener: opener)
    block = .allocate(capacity: SoundFormat.block * 2)
    block.initialize(repeating: 0, count: SoundFormat.block * 2)
  }
  deinit { block.deallocate() }

  /// Renders one block and passes it to `body` (interleaved stereo).
  public func render(_ body: (UnsafeBufferPointer<Float>) throws -> Void) rethrows {
    while deck.fill() {}
    engine.rtRender(block)
    try body(UnsafeBufferPointer(start: block, count: SoundFormat.block * 2))
  }

  /// Renders until `seconds` of sound exist, counted from the start.
  public func render(until seconds: Double, _ body: (UnsafeBufferPointer<Float>) throws -> Void) rethrows {
    while Double(engine.blocks.load()) * Double(SoundFormat.block) / Double(SoundFormat.rate) < seconds { try render(body) }
  }
}
