import Foundation
import GestureFlowAPI
import Gestures
import Library
import Modes
import ModesDoubles
import Sound
import SoundDoubles
import Synchronization
import TestSupport
import Testing

/// Tests of the stems as a whole, without a clock. Real files are loaded and rendered, and their reports
/// checked.
@Suite struct StemControllerTests {
  /// A controller in mode stems with a set of two channels on a stick. Its bars last two seconds.
  private final class Theatre {
    let renderer: StemRenderer
    let controller: StemController
    let controls: ControlLoop
    let folder: URL

    init(_ folder: URL, load: (StemLoader) -> StemSetSelector.Load = { $0.way(waits: true) }) throws {
      self.folder = folder
      renderer = try StemRenderer()
      var whole = Controls.Values()
      (whole.mode, whole.volume) = (.stems, 1)
      controls = ControlLoop(Controls(SoundEngine(), whole, stems: StemControls(renderer.port)))
      controller = StemController(renderer.port, controls, load: load(renderer.loader)) { _ in }
    }

    /// Number of channels that hands can select.
    var reach: Int? {
      controls.change { controls in
        controls.begin(GestureEngine())
        return controls.takeChanges().stemCount
      }
    }

    /// Returns a set whose channels have these numbers of bars.
    /// - Parameter bpm: whole quarters a minute.
    func found(_ name: String, bars: [Int], bpm: Int = 120, metre: Metre = .common) -> FoundStemSet {
      FoundStemSet(
        stick: "S", folder: name, path: folder.path, name: name, milliBPM: bpm * 1000, metre: metre, key: "A minor",
        channels: bars.enumerated().map { i, bars in
          let path = folder.appendingPathComponent("\(name)\(i).wav").path
          Signals.write(Signals.sine(440, seconds: Double(bars) * metre.quarters * 60 / Double(bpm), level: 0.2), to: path)
          return FoundStemSet.Channel(
            path: path, relative: "\(name)\(i).wav", name: "part \(i)", bars: bars, gain: 1, seconds: nil, size: 1, modified: 1)
        })
    }

    /// Renders blocks, polls after each, and returns the events.
    @discardableResult func play(_ blocks: Int) -> [StemWatch.Change] {
      var changes: [StemWatch.Change] = []
      for _ in 0..<blocks {
        renderer.render { _, _ in }
        changes += controller.look()
      }
      return changes
    }
  }

  /// Number of blocks in a bar of two seconds.
  private static let bar = 750

  private func theatre(_ bars: [Int] = [1, 2], _ body: (Theatre) throws -> Void) throws {
    try Places.withFolder { (folder: URL) throws in
      let theatre = try Theatre(folder)
      let set = theatre.found("Night", bars: bars)
      theatre.controller.selector.update { [set] }
      theatre.controller.selector.open()
      try body(theatre)
    }
  }

  @Test func `before the first set is heard everything is refused`() throws {
    try Places.withFolder { (folder: URL) throws in
      let controller = try Theatre(folder).controller
      #expect(
        controller.look() == [] && controller.title == nil && controller.beats == nil && controller.status(progress: 0).channels.isEmpty)
      let tempo = #expect(throws: Problem.self) { _ = try controller.setTempo(120) }
      let loop = #expect(throws: Problem.self) { try controller.loop(0, StemLoop(start: 0, end: 1)) }
      #expect(tempo?.detail.contains("is still loading") == true && loop?.detail.contains("is still loading") == true)
    }
  }

  @Test func `the status says what is heard`() throws {
    try theatre { theatre in
      let changes = theatre.play(10)
      #expect(changes == [.set(1), .bar(0), .beat])
      theatre.play(Self.bar)
      theatre.controls.change { controls in
        controls.stems.set(1, volume: 0.5, pitchCents: 30)
        controls.stems.toggleMute(0)
        controls.stems.set(most: 1)
      }
      theatre.play(60)
      let status = theatre.controller.status(progress: 0.25)
      #expect(
        status.set == "Night" && status.setIndex == 0 && status.setCount == 1 + BuiltinSong.allCases.count && status.key == "A minor"
          && status.loading == nil)
      #expect(status.tempoBPM == 120 && status.bar == 2 && status.beat == 1 && status.selectProgress == 0.25 && status.selected == nil)
      #expect(status.channels.map(\.name) == ["part 0", "part 1"] && status.channels.map(\.bars) == [1, 2])
      #expect(status.channels.map(\.muted) == [true, false] && status.channels.map(\.locked) == [false, true])
      #expect(status.channels[1].volume == 0.5 && status.channels[1].pitchCents == 30)
      // The position is 70 blocks into the second bar.
      let quarters = status.channels.map(\.positionQuarters)
      #expect(abs(quarters[0] - 4 * 70 / 750) < 0.01 && abs(quarters[1] - (2 + 2 * 70 / 750)) < 0.01, "\(quarters)")
      #expect(theatre.controller.title == "Night" && theatre.controller.beats == 0.25...1)
    }
  }

  /// Bars of 1.5 s: 3/4 has three beats and 6/8 has two. Taps are beats, and tempi are quarters.
  @Test(arguments: [("3/4", 3, 0.25...1), ("6/8", 2, 0.375...1.5)])
  func `bars and beats are reported in the metre`(text: String, beats: Int, taps: ClosedRange<Double>) throws {
    try Places.withFolder { (folder: URL) throws in
      let metre = try #require(Metre(rawValue: text))
      let theatre = try Theatre(folder)
      let set = theatre.found("Waltz", bars: [1, 2], metre: metre)
      theatre.controller.selector.update { [set] }
      theatre.controller.selector.open()
      // Two bars have 562.5 blocks each.
      let changes = theatre.play(1120)
      #expect(changes.filter { $0 == .beat }.count == 2 * beats && changes.count { if case .bar = $0 { true } else { false } } == 2)
      let status = theatre.controller.status(progress: 0)
      #expect(status.metre == metre && status.beats == beats && status.beat == beats && status.bar == 2 && status.tempoBPM == 120)
      #expect(theatre.controller.beats == taps && theatre.controller.metre == metre)
    }
  }

  @Test func `a file that is too slow is reported`() throws {
    var channel = StemChannelStatus(number: 1, name: "drums", bars: 64, volume: 1, pitchCents: 0, peakDB: -12, positionQuarters: 0)
    var now = StemChannelState()
    (now.pending, now.pendingBar, now.isFetching, now.gaps) = (Sound.LoopRegion(start: 1, end: 3), 6, true, 2)
    channel.take(now)
    #expect(channel.pendingLoop == StemLoop(start: 1, end: 3) && channel.pendingBar == 7 && channel.fetching && channel.gaps == 2)
    channel.take(StemChannelState())
    #expect(channel.pendingLoop == nil && channel.pendingBar == nil && !channel.fetching && channel.gaps == 0 && channel.loop == nil)
  }

  @Test func `a loop waits for its bar line and is reported`() throws {
    try theatre { theatre in
      theatre.play(100)
      try theatre.controller.loop(1, StemLoop(start: 1, end: 2))
      let asked = theatre.play(2)
      let half = Sound.LoopRegion(start: 1, end: 2)
      let region = try #require(half)
      #expect(asked == [.pending(channel: 1, region)])
      let waiting = theatre.controller.status(progress: 0).channels[1]
      #expect(waiting.pendingLoop == StemLoop(start: 1, end: 2) && waiting.pendingBar == 2 && !waiting.fetching && waiting.gaps == 0)
      let later = theatre.play(Self.bar)
      guard case .applied(channel: 1, region, let frame)? = later.first(where: { if case .applied = $0 { true } else { false } }) else {
        Issue.record("\(later)")
        return
      }
      #expect(frame == 96_000, "on the sample of the bar line")
      let channel = theatre.controller.status(progress: 0).channels[1]
      #expect(channel.loop == StemLoop(start: 1, end: 2) && channel.pendingLoop == nil)
      let none = #expect(throws: Problem.self) { try theatre.controller.loop(2, .whole) }
      #expect(none?.detail.contains("has 2 channels, so channel 3 is missing") == true)
      #expect(throws: Problem.self) { try theatre.controller.loop(0, StemLoop(start: 3, end: 3)) }
    }
  }

  /// Both wait for the same bar line, where the old set ends.
  @Test func `a loop that waits when another set begins is reported as gone`() throws {
    try Places.withFolder { (folder: URL) throws in
      let theatre = try Theatre(folder)
      let sets = ["Day", "Night"].map { theatre.found($0, bars: [1, 2], bpm: 117) }
      theatre.controller.selector.update { sets }
      theatre.controller.selector.open()
      theatre.play(100)
      try theatre.controller.loop(1, StemLoop(start: 1, end: 2))
      theatre.play(2)
      theatre.controller.selector.skip(1)
      let changes = theatre.play(800)
      let half = Sound.LoopRegion(start: 1, end: 2)
      let region = try #require(half)
      let dropped = changes.firstIndex(of: .dropped(channel: 1, region))
      let other = changes.firstIndex(of: .set(2))
      #expect(dropped.flatMap { at in other.map { at < $0 } } == true, "\(changes)")
      #expect(!changes.contains { if case .applied = $0 { true } else { false } }, "\(changes)")
    }
  }

  @Test func `the tempo is the sets within its half and its double`() throws {
    try theatre { theatre in
      theatre.play(10)
      let set = try theatre.controller.setTempo(180)
      theatre.play(100)
      #expect(set == 180 && theatre.controller.status(progress: 0).tempoBPM == 180)
      for bpm in [59.9, 240.1] {
        let problem = #expect(throws: Problem.self) { _ = try theatre.controller.setTempo(bpm) }
        #expect(problem?.detail == "the set's own tempo is 120 beats a minute; it can be played from 60 to 240")
      }
      for bpm in [60.0, 240] { #expect(throws: Never.self) { _ = try theatre.controller.setTempo(bpm) } }
    }
  }

  /// The box polls ten times a second. The new set plays at its own tempo before that, and a tempo set in
  /// between is kept.
  @Test func `another set begins at its own tempo`() throws {
    try theatre { theatre in
      theatre.play(10)
      _ = try theatre.controller.setTempo(180)
      theatre.play(100)
      let both = [theatre.found("Night", bars: [1, 2]), theatre.found("Day", bars: [1, 1, 1], bpm: 100)]
      theatre.controller.selector.update { both }
      theatre.controller.selector.skip(1)
      #expect(theatre.controller.status(progress: 0).set == "Night", "until the bar line")
      var blocks = 0
      while theatre.renderer.port.state.set == 1, blocks < Self.bar {
        theatre.renderer.render { _, _ in }
        blocks += 1
      }
      #expect(theatre.renderer.port.state.set == 2 && theatre.renderer.port.state.tempo == 1)
      #expect(theatre.controller.status(progress: 0).tempoBPM == 100 && theatre.controller.title == "Day")
      _ = try theatre.controller.setTempo(150)
      #expect(theatre.play(1).contains(.set(2)))
      theatre.play(100)
      #expect(theatre.controller.status(progress: 0).tempoBPM == 150 && theatre.controller.status(progress: 0).setIndex == 1)
      #expect(theatre.reach == 3)
    }
  }

  /// The audio thread may play a set before the loader has reported it.
  @Test func `a set is reported when it is known what it is`() throws {
    final class Late: Sendable {
      let body = Mutex<(@Sendable () -> Void)?>(nil)
    }
    try Places.withFolder { (folder: URL) throws in
      let late = Late()
      let theatre = try Theatre(folder) { loader in
        { set, done in
          let facts = try? loader.loadNow(set)
          late.body.withLock { $0 = { done(facts.map { .success($0) }) } }
        }
      }
      let set = theatre.found("Night", bars: [1, 2, 1])
      theatre.controller.selector.update { [set] }
      theatre.controller.selector.open()
      #expect(theatre.play(20) == [] && theatre.renderer.port.state.set == 1 && theatre.controller.title == nil)
      late.body.withLock { $0 }?()
      #expect(theatre.play(1).first == .set(1) && theatre.controller.title == "Night")
      #expect(theatre.reach == 3)
    }
  }

  @Test func `a pause leaves the place where it is`() throws {
    try theatre { theatre in
      theatre.play(100)
      theatre.controls.change { $0.waitForHands() }
      theatre.play(40)
      let place = theatre.renderer.port.state.place
      #expect(theatre.play(Self.bar).isEmpty && theatre.renderer.port.state.place == place)
      theatre.controls.play()
      theatre.play(40)
      #expect(theatre.renderer.port.state.place > place)
    }
  }
}
