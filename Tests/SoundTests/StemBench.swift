import Foundation
import Sound
import TestSupport

/// Stems without a loader: the test makes sets from samples and renders blocks.
final class StemBench {
  let port = StemPort()
  private var deck: StemDeck
  private let planes = UnsafeMutablePointer<Float>.allocate(capacity: 256)
  private var number = 0
  /// Levels of each channel; `send` sends them.
  var levels = StemLevels(isScene: true)

  init() {
    deck = StemDeck(port)
    planes.initialize(repeating: 0, count: 256)
    port.set(levels)
  }
  deinit { planes.deallocate() }

  /// Returns a clip as long as its bars. Both sides have the same samples; the right one is inverted.
  static func clip(_ grid: BarGrid, bars: Int, _ sample: (Int) -> Float) -> Clip {
    Clip((0..<Int(grid.rtStart(ofBar: Int64(bars)))).flatMap { [sample($0), -sample($0)] })
  }

  func take(_ grid: BarGrid, _ clips: [(clip: Clip, bars: Int)]) {
    number += 1
    port.take(LoadedStemSet.make(number, grid, clips, port.wanted))
  }

  func send(_ change: (inout StemLevels) -> Void) {
    change(&levels)
    port.set(levels)
  }

  /// Renders blocks of 128 frames.
  /// - Returns: the left side.
  @discardableResult func render(_ blocks: Int, count: Int = 128) -> [Float] {
    var left: [Float] = []
    left.reserveCapacity(blocks * count)
    for _ in 0..<blocks {
      planes.update(repeating: 0, count: 256)
      deck.rtRender(planes, planes + 128, count: count)
      left += UnsafeBufferPointer(start: planes, count: count)
    }
    return left
  }
}
