import CSndFile
import Foundation
import Sound
import SoundDoubles
import Synchronization
import TestSupport

/// A switch for the behaviour of a streamed channel's file.
final class StreamSwitch: Sendable {
  enum Mode: Sendable { case reads, waits, fails }

  private let state = Mutex((mode: Mode.reads, reads: 0, underWay: 0))
  var mode: Mode {
    get { state.withLock { $0.mode } }
    set { state.withLock { $0.mode = newValue } }
  }
  /// Number of pages read.
  var reads: Int { state.withLock { $0.reads } }
  /// Lets no read begin any more, and waits for those that have begun.
  func hold() {
    mode = .waits
    _ = waitUntil { state.withLock { $0.underWay == 0 } }
  }

  /// Begins a read, unless reads wait. The switch is then the one of this read.
  fileprivate func begin() -> Mode {
    state.withLock { state in
      if state.mode == .reads { (state.reads, state.underWay) = (state.reads + 1, state.underWay + 1) }
      return state.mode
    }
  }
  fileprivate func end() { state.withLock { $0.underWay -= 1 } }
}

/// A file that waits or cannot be read, depending on its switch.
final class SwitchedFile: StreamFile {
  private let file: any StreamFile
  private let to: StreamSwitch
  var path: String { file.path }

  init(_ file: any StreamFile, _ to: StreamSwitch) {
    self.file = file
    self.to = to
  }

  func move(to path: String) { file.move(to: path) }

  func read(_ page: Int, into samples: UnsafeMutablePointer<Int16>) -> Bool {
    var mode = to.begin()
    while mode == .waits {
      usleep(1000)
      mode = to.begin()
    }
    if mode == .fails { return false }
    defer { to.end() }
    return file.read(page, into: samples)
  }
}

/// One set, both in memory and streamed: 120 beats a minute. Its channels have 16, 12 and 1 bars; the last one
/// is in memory in both cases.
struct StemStreamBench {
  static let bar = 96_000
  static let bars = [16, 12, 1]
  /// Memory limits in bytes. `few` streams the long channels; `many` keeps all in memory as 16 bit.
  static let (few, many) = (5 << 20, 12 << 20)

  let set: StemSet
  let to = StreamSwitch()

  /// Writes its files.
  /// - Parameters:
  ///   - rate: rate of the files.
  ///   - format: format of libsndfile.
  init(_ folder: URL, rate: Int = 48_000, format: Int = SF_FORMAT_WAV | SF_FORMAT_PCM_16) {
    set = StemSet(
      name: "long", milliBPM: 120_000,
      channels: Self.bars.indices.map { i in
        let path = folder.appendingPathComponent("\(i) \(rate)").path
        Signals.write(rate == 48_000 ? Self.usual[i] : Self.sound(i, rate: rate), to: path, rate: rate, format: format)
        return StemSet.Channel(name: "\(i)", source: .file(path), bars: Self.bars[i])
      })
  }

  /// The sound of each channel at 48 kHz, made once.
  private static let usual = bars.indices.map { sound($0, rate: 48_000) }

  private static func sound(_ channel: Int, rate: Int) -> [Float] {
    let frames = bars[channel] * bar * rate / 48_000
    var random = SplitMix(UInt64(channel + 1))
    var samples: [Float] = []
    samples.reserveCapacity(2 * frames)
    for at in 0..<frames {
      let hit = Float(exp(-Double(at % (12_000 + 5000 * channel)) / 500))
      let x = Float(0.1 * sin(Double(at) * 0.02 * Double(channel + 1))) + hit * Float(random.unit() - 0.5) * 0.5
      samples.append(x)
      samples.append(-0.7 * x)
    }
    return samples
  }

  /// Returns a player that has loaded the set.
  func player(_ most: Int, waits: Bool = true) throws -> StemRenderer {
    let to = to
    let player = try StemRenderer(opener: SoundFile.system, most: most, wrap: { SwitchedFile($0, to) }, waits: waits)
    let facts = try player.loader.loadNow(set)
    precondition(facts != nil && facts!.bytes <= most)
    return player
  }

  /// Plays blocks in both with the same commands.
  /// - Returns: the first block that differs.
  static func firstDifference(_ a: StemRenderer, _ b: StemRenderer, blocks: Int, _ random: inout SplitMix) -> Int? {
    var isPlain = true
    for block in 0..<blocks {
      if block % 150 == 0 {
        isPlain = random.next() % 3 == 0
        var levels = StemLevels(tempo: isPlain ? 1 : 0.5 + 1.5 * random.unit(), isScene: true)
        for i in 0..<3 { levels.channels[i].cents = isPlain ? 0 : Float(random.unit() * 400 - 200) }
        a.port.set(levels)
        b.port.set(levels)
      }
      // A request for a streamed channel takes effect a block later. Just before a bar line it would miss that
      // bar.
      let place = Int(a.port.state.place) % bar
      if block % 200 == 7, place < bar / 2, let region = LoopRegion(start: Int(random.next() % 4), end: Int(1 + random.next() % 4)) {
        let channel = Int(random.next() % 3)
        let request = random.next() % 3 == 0 ? .whole : region
        a.port.loop(channel, request)
        b.port.loop(channel, request)
      }
      let (left, right) = (a.render(blocks: 1), b.render(blocks: 1))
      if left.left != right.left || left.right != right.right { return block }
    }
    return nil
  }
}
