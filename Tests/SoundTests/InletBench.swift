import Foundation
import Sound

/// An inlet alone, and a writer whose clock is not the card's. Time advances by one block of the card at a
/// time, so an hour takes seconds.
final class InletBench {
  let port = InletPort()
  private var channel: InletChannel
  private let planes = UnsafeMutablePointer<Float>.allocate(capacity: 256)
  /// The writer: its rate, by how much its clock is faster, and how many frames it writes at once.
  let rate: Int
  let drift: Double
  let piece: Int
  /// Left side at a frame of the writer; the right side is inverted.
  var sound: @Sendable (Int) -> Float
  /// Frames that the writer made, including those that wait for room.
  private(set) var made = 0
  /// Frames that the ring took.
  private(set) var taken = 0
  /// Whether the writer waits for room and always has more to write, without a clock.
  var isPaced = false
  var isWriting = true
  /// Seconds for which the writer stalled.
  private var late = 0.0
  /// The left side of the output, if `keeps`.
  private(set) var left: [Float] = []
  var keeps = true
  private(set) var blocks = 0
  private(set) var levels = InletLevels(volume: 1, isHeard: true)
  /// Called with each block's left side.
  var listen: (UnsafeBufferPointer<Float>) -> Void = { _ in }

  var state: InletState { port.state }
  /// Time of the card's clock in seconds.
  var seconds: Double { Double(blocks * 128) / 48_000 }

  init(rate: Int = 48_000, drift ppm: Double = 0, piece: Int = 480, sound: @escaping @Sendable (Int) -> Float) {
    channel = InletChannel(port)
    planes.initialize(repeating: 0, count: 256)
    self.rate = rate
    drift = ppm * 1e-6
    self.piece = piece
    self.sound = sound
    port.set(levels)
    port.begin(rate: rate)
  }
  deinit { planes.deallocate() }

  /// Returns a sine at its own rate. Its frequency is a whole number of Hz, so each second is the same.
  static func sine(_ hz: Int, rate: Int, level: Double = 0.5) -> @Sendable (Int) -> Float {
    let second = (0..<rate).map { Float(level * sin(2 * .pi * Double(hz * $0 % rate) / Double(rate))) }
    return { second[$0 % rate] }
  }

  func send(_ change: (inout InletLevels) -> Void) {
    change(&levels)
    port.set(levels)
  }

  /// Renders for some seconds while the writer writes.
  func run(seconds: Double) { for _ in 0..<Int(seconds * 375) { block() } }

  func block() {
    write()
    planes.update(repeating: 0, count: 256)
    channel.rtRender(planes, planes + 128, count: 128)
    let block = UnsafeBufferPointer(start: planes, count: 128)
    if keeps { left += block }
    listen(block)
    blocks += 1
  }

  /// Stops the writer and begins another one at the same time of the clock.
  func begin() {
    port.begin(rate: rate)
    taken = made
  }

  private func write() {
    guard isWriting else { return }
    if isPaced {
      made = taken + 4 * piece
    } else {
      let due = Int((seconds - late) * Double(rate) * (1 + drift))
      while made + piece <= due { made += piece }
    }
    while taken < made {
      // Little of it finds room when the writer is paced.
      let count = min(made - taken, isPaced ? 512 : 4096)
      let a = (0..<count).map { sound(taken + $0) }
      let used = port.write(a, a.map { -$0 }, frames: count)
      taken += used
      if used < count { return }
    }
  }

  /// Stalls the writer for some seconds; it continues where it was.
  func stall(seconds: Double) {
    isWriting = false
    let from = self.seconds
    run(seconds: seconds)
    late += self.seconds - from
    isWriting = true
  }
}
