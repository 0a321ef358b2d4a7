import CTrap
import Foundation
import Sound

/// Renders many blocks of stems in every way, with traps set.
/// The traps count any allocation and any lock. It prints `WAY blocks=N forbidden=N first=NAME peak=X` for each way. A
/// way that is not clean or not audible is a failure.
enum StemCheck {
  /// The tasks of the stems.
  private enum Way: CaseIterable {
    case original, moving, loops, sets, pauses, streams

    /// Gives one block's commands as the box does: from another thread, between the blocks.
    func order(_ i: Int, _ port: StemPort, _ clips: [Clip]) {
      var levels = StemLevels(isScene: true)
      if self != .original {
        levels.tempo = i % 300 < 100 ? 1 : 0.5 + 1.5 * Double(i % 613) / 613
        for channel in 0..<4 {
          let cents = i % 300 < 100 ? 0 : Float((i * 7 + channel * 90) % 401 - 200)
          levels.channels[channel] = StemLevel(volume: 0.3 + Float(i % 100) / 200, cents: cents, isMuted: (i / 50 + channel) % 9 == 0)
        }
      }
      levels.isPaused = self == .pauses && i % 200 < 60
      levels.isAway = self == .pauses && i % 340 < 70
      port.set(levels)
      if self == .loops || self == .sets || self == .streams, i % 23 == 0, let region = LoopRegion(start: i / 23 % 4, end: i / 92 % 4 + 1) {
        port.loop(i % 5, region)
      }
      if i == 0 && self != .streams || self == .sets && i % 170 == 0 {
        let grid = BarGrid(milliBPM: 240_000)
        port.take(LoadedStemSet.make(i + 1, grid, clips.prefix(i % 340 == 0 ? 4 : 2).map { ($0, 2) }, port.wanted))
      }
      port.tend()
    }
  }

  private static func run(_ way: Way, _ blocks: Int, _ clips: [Clip], _ planes: UnsafeMutablePointer<Float>, isSeeded: Bool) -> Bool {
    let port = StemPort()
    // The least possible memory, so that pages come and go.
    let loader = way == .streams ? streaming(port) : nil
    defer { loader?.stop() }
    var deck = StemDeck(port)
    var count = BlockCount()
    for i in 0..<blocks {
      way.order(i, port, clips)
      // At first no data come: the channels fall silent, and come back.
      if i >= 1000 { loader?.settle() }
      planes.update(repeating: 0, count: 256)
      trap_arm()
      deck.rtRender(planes, planes + 128, count: 128)
      count.disarm(isSeeded: isSeeded && i == 7)
      count.include(planes, count: 256)
    }
    count.report("\(way)", blocks)
    // The streamed channels have been silent, come back, and repeated their loops.
    let streamed = port.state.channels[0]
    if loader != nil, blocks >= 2000, streamed.gaps == 0 || streamed.loopAt < 0 { return false }
    return count.forbidden == 0 && count.peak > 0.02 && port.state.apart == 0
  }

  /// Returns a loader that has loaded a set of two streamed channels.
  /// Its own thread has ended.
  private static func streaming(_ port: StemPort) -> StemLoader? {
    let path = NSTemporaryDirectory() + "TrapCheck-\(getpid()).wav"
    var bytes = Data("RIFF".utf8)
    let materials = (0..<3).map { material($0).map { Int16($0 * 32_000) } }
    let sound = (0..<26).flatMap { materials[$0 % 3] }
    func put(_ value: Int, _ count: Int) { for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * i))) } }
    put(36 + 2 * sound.count, 4)
    bytes += Data("WAVEfmt ".utf8)
    for (value, count) in [(16, 4), (1, 2), (2, 2), (48_000, 4), (192_000, 4), (4, 2), (16, 2)] { put(value, count) }
    bytes += Data("data".utf8)
    put(2 * sound.count, 4)
    sound.withUnsafeBytes { bytes.append(contentsOf: $0) }
    guard (try? bytes.write(to: URL(fileURLWithPath: path))) != nil else { return nil }
    defer { unlink(path) }
    let channel = StemSet.Channel(name: "long", source: .file(path), bars: 52)
    guard let loader = try? StemLoader(port, opener: SoundFile.system, most: 5 << 20, isFetching: false) else { return nil }
    _ = try? loader.loadNow(StemSet(name: "long", milliBPM: 240_000, channels: [channel, channel]))
    return loader
  }

  /// Returns two bars at 240 beats a minute: a chord and a beat.
  private static func material(_ channel: Int) -> [Float] {
    var seed = UInt32(channel + 1)
    return (0..<96_000).flatMap { i -> [Float] in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      let noise = Float(Int32(bitPattern: seed)) / 2_147_483_648
      let x = Float(0.1 * sin(Double(i) * 0.03 * Double(channel + 1))) + 0.2 * noise * exp(-Float(i % 12_000) / 60)
      return [x, -0.8 * x]
    }
  }

  /// Renders all ways.
  /// - Parameter blocks: of each way.
  /// - Returns: whether all ways are clean and audible.
  static func run(_ blocks: Int, isSeeded: Bool) -> Bool {
    let clips = (0..<4).map { Clip(material($0), form: $0 % 2 == 0 ? .float : .short) }
    let planes = UnsafeMutablePointer<Float>.allocate(capacity: 256)
    planes.initialize(repeating: 0, count: 256)
    var isGood = true
    for way in Way.allCases where !run(way, blocks, clips, planes, isSeeded: isSeeded) { isGood = false }
    return isGood
  }
}
