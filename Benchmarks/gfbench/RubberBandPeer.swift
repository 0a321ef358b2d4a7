import CRubberBand
import Foundation
import Sound

/// Rubber Band R3, a peer of the block times. It stretches noise from memory, beside our own stretcher. It is given the
/// sound as it asks for it, as players do.
final class RubberBandPeer {
  /// Largest input of one call, and output frames to keep ready. With these a block in which nothing is due does work
  /// of the next one.
  private static let (most, reserve) = (512, 192)

  private let peer: OpaquePointer
  private let noise: UnsafeMutablePointer<Float>
  private let scrap: UnsafeMutablePointer<Float>
  private var seed: UInt32 = 1

  /// Nil where the library is not installed.
  /// - Parameter isShort: with the short window.
  init?(isShort: Bool, speed: Float, cents: Float) {
    guard let peer = gf_rb_make(isShort ? 1 : 0) else { return nil }
    self.peer = peer
    noise = .allocate(capacity: 2 * Self.most)
    noise.initialize(repeating: 0, count: 2 * Self.most)
    scrap = .allocate(capacity: 2 * SoundFormat.block)
    scrap.initialize(repeating: 0, count: 2 * SoundFormat.block)
    gf_rb_set(peer, 1 / Double(speed), pow(2, Double(cents) / 1200))
  }

  deinit {
    gf_rb_free(peer)
    noise.deallocate()
    scrap.deallocate()
  }

  /// Renders a block that is not heard.
  func render() {
    var worked = false
    while Int(gf_rb_available(peer)) < SoundFormat.block {
      feed()
      worked = true
    }
    withUnsafePointer(to: (scrap, scrap + SoundFormat.block)) {
      $0.withMemoryRebound(to: UnsafeMutablePointer<Float>?.self, capacity: 2) { planes in
        _ = gf_rb_retrieve(peer, planes, UInt32(SoundFormat.block))
      }
    }
    if !worked, Int(gf_rb_available(peer)) < Self.reserve { feed() }
  }

  private func feed() {
    let count = min(max(Int(gf_rb_required(peer)), 1), Self.most)
    for i in 0..<count {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      noise[i] = Float(Int32(bitPattern: seed)) * 0x1p-33
      noise[Self.most + i] = -noise[i]
    }
    withUnsafePointer(to: (UnsafePointer(noise), UnsafePointer(noise + Self.most))) {
      $0.withMemoryRebound(to: UnsafePointer<Float>?.self, capacity: 2) { planes in gf_rb_process(peer, planes, UInt32(count)) }
    }
  }
}
