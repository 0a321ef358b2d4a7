import Foundation
import GestureFlowAPI
import Sound

/// Computes delays from clicks of the box to their recording. It has no side effects.
///
/// A click is found by its likeness to the recording at each place (a matched filter: Turin, An introduction to matched
/// filters, 1960). A cable that turns the sound over, noise, and quiet music do not hide it.
package struct SoundLatency: Sendable {
  /// Clicks that are played.
  package static let clicks = 20
  /// A sweep from 500 Hz to 6 kHz within 10 ms. It has -12 dB at most.
  package static let click: [Float] = {
    let count = SoundFormat.rate / 100
    return (0..<count).map { (index: Int) -> Float in
      let share = Double(index) / Double(count)
      let turns = 0.01 * (500 * share + 2750 * share * share)
      let window = 0.5 - 0.5 * cos(2 * Double.pi * share)
      return Float(0.25 * window * sin(2 * Double.pi * turns))
    }
  }()
  /// Frames after a click within which it must be heard: 0.5 s.
  private static let longest = SoundFormat.rate / 2
  /// Frames before a click that show the usual likeness: 0.1 s.
  private static let quiet = SoundFormat.rate / 10
  /// Least likeness of a click, as a multiple of the usual one. Noise alone reaches 4.
  private static let leastRatio: Float = 6
  /// Least level of a click, as a share of the played one.
  private static let leastLevel: Float = 0.001
  /// Share of the best likeness that the direct sound has. Echoes of a room come later.
  private static let direct: Float = 0.7
  /// Least share of the clicks that must be heard.
  private static let leastHeard = 0.75
  /// Seconds by which the times of two reads may disagree. Beyond them sound was lost in between.
  private static let gap = 0.03

  /// Sound without a gap.
  private struct Piece {
    var samples: [Float] = []
    /// Time of the first sample. A read tells it late if the card has not told its place for a while, so the earliest
    /// of all reads counts.
    var begin: Double
  }

  private var pieces: [Piece] = []
  private var times: [Double] = []

  /// Creates a measurement without a click.
  package init() {}

  /// Returns the seconds from one click to the next. They differ, so that the clicks spread over a period of the card.
  package static func pause(after number: Int) -> Double {
    0.65 + 0.05 * (Double(number) * 0.618_034).truncatingRemainder(dividingBy: 1)
  }

  /// Adds a click. - Parameter time: time at which it went to the sound engine, in seconds of `Clock`.
  package mutating func clicked(at time: Double) { times.append(time) }

  /// Adds recorded sound.
  /// - Parameters:
  ///   - samples: at 48 kHz.
  ///   - time: time of the first one in seconds of `Clock`.
  package mutating func add(_ samples: [Float], at time: Double) {
    guard !samples.isEmpty else { return }
    guard let last = pieces.last else { return pieces.append(Piece(samples: samples, begin: time)) }
    let begin = time - Double(last.samples.count) / Double(SoundFormat.rate)
    guard abs(begin - last.begin) < Self.gap else { return pieces.append(Piece(samples: samples, begin: time)) }
    pieces[pieces.count - 1].samples += samples
    pieces[pieces.count - 1].begin = min(begin, last.begin)
  }

  /// Delay in seconds of each click that was heard.
  package var delays: [Double] { times.compactMap { delay(of: $0) } }

  private func delay(of time: Double) -> Double? {
    let rate = Double(SoundFormat.rate)
    for piece in pieces {
      let from = Int(((time - piece.begin) * rate).rounded())
      guard from >= Self.quiet, from + Self.longest + Self.click.count <= piece.samples.count else { continue }
      let likeness = Self.likeness(of: piece.samples[from - Self.quiet..<from + Self.longest + Self.click.count])
      let (before, after) = (likeness[..<Self.quiet], likeness[Self.quiet...])
      let usual = (before.reduce(0) { $0 + $1 * $1 } / Float(before.count)).squareRoot()
      let energy = Self.click.reduce(0) { $0 + $1 * $1 }
      guard let best = after.max(), best >= Self.leastRatio * usual, best >= Self.leastLevel * energy,
        let first = after.firstIndex(where: { $0 >= Self.direct * best })
      else { return nil }
      // The likeness rises for less than a millisecond.
      let near = first..<min(first + SoundFormat.rate / 1000, likeness.count)
      let peak = near.max { likeness[$0] < likeness[$1] } ?? first
      return piece.begin + Double(from - Self.quiet + peak) / rate - time
    }
    return nil
  }

  /// Returns the absolute likeness of a click at each sample.
  private static func likeness(of samples: ArraySlice<Float>) -> [Float] {
    samples.withUnsafeBufferPointer { samples in
      click.withUnsafeBufferPointer { click in
        (0..<max(0, samples.count - click.count)).map { place in
          var sum: Float = 0
          for i in 0..<click.count { sum += samples[place + i] * click[i] }
          return abs(sum)
        }
      }
    }
  }

  /// Returns the quantiles of the delays.
  /// - Throws: `Failure` if too few clicks were heard.
  package func quantiles() throws(Failure) -> Quantiles {
    let delays = delays
    guard Double(delays.count) >= Self.leastHeard * Double(Self.clicks) else {
      throw Failure(
        "\(delays.count) of \(Self.clicks) clicks were heard",
        remedy: "connect the output to an input of the sound card by a cable, or hold a microphone to a speaker")
    }
    return Quantiles(seconds: delays)
  }
}
