import Foundation
import Sound
import TestSupport
import Testing

/// Tests of music that is removed while it plays. The sound on the tape plays and fades, without an error. The
/// music continues when it is back.
@Suite struct MediaLossTests {
  final class Stick: @unchecked Sendable {
    private let lock = NSLock()
    private var gone = false
    private var lostNow: [LostMedia] = []
    var isGone: Bool {
      get { lock.withLock { gone } }
      set { lock.withLock { gone = newValue } }
    }
    var losses: [LostMedia] { lock.withLock { lostNow } }
    func lose(_ media: LostMedia) { lock.withLock { lostNow.append(media) } }
  }

  /// Writes two files of one stick, which play one after the other.
  private func twoTracks(in folder: URL, seconds: Double) -> (paths: [String], offline: OfflineRenderer, stick: Stick) {
    let paths = (0..<2).map { folder.appendingPathComponent("\($0).wav").path }
    for path in paths { Signals.write(Signals.sine(220, seconds: seconds, level: 0.5), to: path) }
    let offline = OfflineRenderer(Playlist(files: paths), volume: 0.5)
    let stick = Stick()
    offline.deck.observeMedia(isGone: { _ in stick.isGone }) { stick.lose($0) }
    return (paths, offline, stick)
  }

  @Test func `the tape plays out fades and goes on where it stopped`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("a.wav").path
      Signals.write(Signals.sine(220, seconds: 60, level: 0.5), to: path)
      let offline = OfflineRenderer(Playlist(files: [path]), volume: 0.5)
      let stick = Stick()
      offline.deck.observeMedia(isGone: { _ in stick.isGone }) { stick.lose($0) }
      var out: [Float] = []
      func play(until end: Double) { offline.render(until: end) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } } }
      play(until: 2)
      // The stick is removed: the file is gone and reads end at once.
      truncate(path, 1000)
      stick.isGone = true
      play(until: 20)
      let lost = try #require(stick.losses.first)
      #expect(stick.losses.count == 1 && lost.item == .file(path))
      #expect(lost.position > 10 && lost.position < 14, "9 s lie ahead: \(lost.position)")
      let end = Int(lost.position * 48_000)
      #expect(Signals.level(out[(end - 48_000)..<(end - 4800)]) > 0.1)
      #expect(out[(end + 4800)...].allSatisfy { $0 == 0 })
      var roughest: Float = 0
      for i in (end - 9600)..<(end + 4800) { roughest = max(roughest, abs(out[i] - 2 * out[i - 1] + out[i - 2])) }
      #expect(roughest < 2e-3, "the end is a fade and no click: \(roughest)")
      #expect(offline.deck.state.starved == 0)
      // The stretcher does not run for it any more.
      #expect(offline.deck.state.isSilent)
      #expect(abs((offline.deck.now?.position ?? 0) - lost.position) < 0.01)
      // The stick is back under another name.
      let other = folder.appendingPathComponent("b.wav").path
      Signals.write(Signals.sine(220, seconds: 60, level: 0.5), to: other)
      stick.isGone = false
      offline.deck.replace(Playlist(files: [other]))
      offline.deck.jump(to: 0, seconds: lost.position)
      play(until: 22)
      let now = try #require(offline.deck.now)
      #expect(offline.deck.lost == nil && abs(now.position - lost.position - 2) < 0.2)
      #expect(Signals.level(out[(21 * 48_000)...]) > 0.1)
    }
  }

  @Test func `a short file that just ends is not a loss`() throws {
    try Places.withFolder { folder in
      let (paths, offline, stick) = twoTracks(in: folder, seconds: 1)
      offline.render(until: 5) { _ in }
      #expect(stick.losses.isEmpty && offline.deck.lost == nil)
      // The next track's stick is gone before it is opened.
      stick.isGone = true
      try FileManager.default.removeItem(atPath: paths[0])
      try FileManager.default.removeItem(atPath: paths[1])
      offline.render(until: 30) { _ in }
      #expect(stick.losses.count == 1)
    }
  }

  @Test func `a queued track whose stick is pulled out ends and the list goes on`() throws {
    try Places.withFolder { folder in
      let (paths, offline, stick) = twoTracks(in: folder, seconds: 4)
      let queued = folder.appendingPathComponent("queued.wav").path
      Signals.write(Signals.sine(220, seconds: 60, level: 0.5), to: queued)
      offline.deck.observeMedia(isGone: { stick.isGone && $0 == queued }) { stick.lose($0) }
      offline.deck.set(queue: [QueuedItem(1, .file(queued))])
      var out: [Float] = []
      func play(until end: Double) { offline.render(until: end) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } } }
      play(until: 5)
      #expect(offline.deck.now?.item == .file(queued))
      truncate(queued, 1000)
      stick.isGone = true
      play(until: 16)
      #expect(stick.losses.isEmpty && offline.deck.lost == nil && offline.deck.now?.item == .file(paths[1]))
      let problems = offline.deck.problems
      #expect(problems.map(\.path) == [queued] && problems.first?.reason == "its stick was pulled out", "\(problems)")
      #expect(offline.deck.state.starved == 0 && offline.deck.queue.items.isEmpty)
      for begin in stride(from: 4800, to: out.count - 4800, by: 4800) { #expect(Signals.level(out[begin..<(begin + 4800)]) > 0.05) }
      var roughest: Float = 0
      for i in 5 * 48_000..<out.count { roughest = max(roughest, abs(out[i] - 2 * out[i - 1] + out[i - 2])) }
      #expect(roughest < 2e-2, "the queued track fades out and no click is heard: \(roughest)")
    }
  }

  @Test func `a queued track whose stick is pulled out in its cross-fade ends without a click`() throws {
    try Places.withFolder { folder in
      let (paths, offline, stick) = twoTracks(in: folder, seconds: 4)
      let queued = folder.appendingPathComponent("queued.wav").path
      Signals.write(Signals.sine(220, seconds: 60, level: 0.5), to: queued)
      offline.deck.observeMedia(isGone: { stick.isGone && $0 == queued }) { stick.lose($0) }
      offline.deck.observeGain { item in
        // The deck has opened the file. It reads a quarter of the cross-fade.
        if item == .file(queued) {
          truncate(queued, 200_000)
          stick.isGone = true
        }
        return .none
      }
      offline.deck.set(crossFade: 2)
      offline.deck.set(queue: [QueuedItem(1, .file(queued))])
      var out: [Float] = []
      offline.render(until: 4) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
      #expect(stick.isGone && stick.losses.isEmpty && offline.deck.now?.item == .file(paths[1]))
      #expect(offline.deck.problems.map(\.path) == [queued])
      var roughest: Float = 0
      for i in 48_000..<out.count { roughest = max(roughest, abs(out[i] - 2 * out[i - 1] + out[i - 2])) }
      #expect(roughest < 2e-2, "\(roughest)")
    }
  }

  @Test func `with the stick of the list the music waits in its queued track`() throws {
    try Places.withFolder { folder in
      let (paths, offline, stick) = twoTracks(in: folder, seconds: 60)
      offline.deck.set(queue: [QueuedItem(1, .file(paths[1]))])
      offline.render(until: 1) { _ in }
      offline.deck.skip(1)
      offline.render(until: 2) { _ in }
      truncate(paths[1], 1000)
      stick.isGone = true
      offline.render(until: 20) { _ in }
      #expect(stick.losses.map(\.item) == [.file(paths[1])] && offline.deck.isSilentForLoss && offline.deck.problems.isEmpty)
    }
  }

  @Test func `a new list keeps what plays`() throws {
    try Places.withFolder { folder in
      let paths = (0..<4).map { folder.appendingPathComponent("\($0).wav").path }
      for path in paths { Signals.write(Signals.sine(220, seconds: 3, level: 0.5), to: path) }
      let offline = OfflineRenderer(Playlist(files: [paths[1]]), volume: 0.5)
      offline.render(until: 1) { _ in }
      offline.deck.replace(Playlist(files: paths))
      offline.render(until: 1.2) { _ in }
      let now = try #require(offline.deck.now)
      #expect(now.track == 1 && now.item == .file(paths[1]) && abs(now.position - 1.2) < 0.1, "it plays on")
      offline.deck.skip(1)
      offline.render(until: 2) { _ in }
      #expect(offline.deck.now?.item == .file(paths[2]))
    }
  }

  /// Makes the file unreadable. Its path answers with EIO, as page zero of memory does.
  private func spoil(_ path: String) throws {
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    truncate(path + ".old", 1000)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/proc/self/mem")
  }

  /// The stick stays, but a file has a bad last block. The box must not become silent at every boot.
  @Test func `a read error on a stick that stays is a damaged file and the list goes on`() throws {
    try Places.withFolder { folder in
      let (paths, offline, stick) = twoTracks(in: folder, seconds: 60)
      offline.render(until: 2) { _ in }
      try spoil(paths[0])
      var out: [Float] = []
      offline.render(until: 16) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
      #expect(stick.losses.isEmpty && offline.deck.lost == nil)
      #expect(offline.deck.now?.item == .file(paths[1]))
      let problems = offline.deck.problems
      #expect(problems.map(\.path) == [paths[0]] && problems.first?.reason.contains("damaged") == true, "\(problems)")
      // The doubt ends long before the tape does.
      #expect(offline.deck.state.starved == 0)
      for begin in stride(from: 0, to: out.count - 4800, by: 4800) { #expect(Signals.level(out[begin..<(begin + 4800)]) > 0.1) }
    }
  }

  @Test func `a read error just before the stick is gone is a loss`() throws {
    try Places.withFolder { folder in
      let (paths, offline, stick) = twoTracks(in: folder, seconds: 60)
      offline.render(until: 2) { _ in }
      try spoil(paths[0])
      offline.render(until: 3) { _ in }
      #expect(stick.losses.isEmpty, "nothing is known yet")
      stick.isGone = true
      offline.render(until: 20) { _ in }
      let lost = try #require(stick.losses.first)
      #expect(stick.losses.count == 1 && lost.item == .file(paths[0]) && lost.position > 10 && lost.position < 14, "\(lost)")
      #expect(offline.deck.problems.isEmpty && offline.deck.isSilentForLoss)
    }
  }

  /// The sound of another mode does not belong to the lost music.
  @Test func `lost music is silent whatever else is heard`() throws {
    try Places.withFolder { folder in
      let (paths, offline, stick) = twoTracks(in: folder, seconds: 60)
      offline.render(until: 2) { _ in }
      truncate(paths[0], 1000)
      stick.isGone = true
      offline.engine.instrument.set(InstrumentLevels(isScene: true))
      offline.render(until: 20) { _ in }
      #expect(!offline.engine.state.isSilent && !offline.engine.instrument.state.isSilent)
      #expect(offline.deck.isSilentForLoss)
    }
  }

  /// The kernel's cache still has the file's last bytes. The middle is gone with the stick.
  @Test func `a track that ends too early just before the stick is gone is a loss`() throws {
    try Places.withFolder { folder in
      let (paths, offline, stick) = twoTracks(in: folder, seconds: 60)
      offline.render(until: 2) { _ in }
      truncate(paths[0], 1000)
      offline.render(until: 3) { _ in }
      #expect(stick.losses.isEmpty && offline.deck.problems.isEmpty, "nothing is known yet")
      stick.isGone = true
      offline.render(until: 20) { _ in }
      let lost = try #require(stick.losses.first)
      #expect(stick.losses.count == 1 && lost.item == .file(paths[0]) && lost.position > 10 && lost.position < 14, "\(lost)")
      #expect(offline.deck.problems.isEmpty && offline.deck.isSilentForLoss)
    }
  }
}
