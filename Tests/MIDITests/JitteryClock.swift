import Foundation
import MIDI
import TestSupport

/// A MIDI clock whose ticks come too early or too late.
struct JitteryClock {
  enum Jitter: String, CaseIterable {
    case none
    /// Uniform, up to 1 ms to each side.
    case uniform
    /// Gaussian, with a standard deviation of 1 ms.
    case gaussian
    /// Stamps in whole milliseconds.
    case milliseconds
  }

  var follower = ClockFollower()
  /// Time at which the next tick is due, in seconds.
  private(set) var time: Double
  private let jitter: Jitter
  private var random: SplitMix

  init(_ jitter: Jitter = .none, seed: UInt64 = 1, from time: Double = 100.0137) {
    self.jitter = jitter
    self.time = time
    random = SplitMix(seed)
  }

  /// Sends one tick; the tempo sets the time of the next one.
  mutating func tick(_ bpm: Double) {
    follower.take(.tick, at: time + error())
    time += 60 / bpm / 24
  }

  /// Sends ticks for a number of beats.
  mutating func play(_ bpm: Double, beats: Double) { for _ in 0..<Int((beats * 24).rounded()) { tick(bpm) } }

  /// Sends nothing for some seconds.
  mutating func wait(_ seconds: Double) { time += seconds }

  /// Sends a message other than a tick.
  mutating func send(_ message: ClockMessage) { follower.take(message, at: time) }

  private mutating func error() -> Double {
    switch jitter {
    case .none: 0
    case .uniform: (random.unit() * 2 - 1) * 0.001
    case .gaussian: 0.001 * (-2 * log(1 - random.unit())).squareRoot() * cos(2 * .pi * random.unit())
    case .milliseconds: (time * 1000).rounded(.down) / 1000 - time
    }
  }
}
