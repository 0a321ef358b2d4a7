import Foundation
import Perception
import TestSupport
import Testing

/// Tests of the share of camera frames that `auto` processes.
@Suite struct FramePaceTests {
  private let interval = 1.0 / 30

  /// Feeds a camera's frames to the pace.
  /// - Returns: for each change the frame's number and the finding, and the number of processed frames.
  private func play(
    _ frames: Int, into pace: inout FramePace, from first: Int = 0, hands: Int = 1, _ cpu: (Int) -> Double
  ) -> (changes: [(at: Int, why: FramePace.Finding)], taken: Int) {
    var changes: [(at: Int, why: FramePace.Finding)] = []
    var taken = 0
    for i in first..<first + frames where pace.takes(i, hands: hands) {
      taken += 1
      if let why = pace.judge(cpu: cpu(i), index: i, time: Double(i) * interval, hands: hands) { changes.append((i, why)) }
    }
    return (changes, taken)
  }

  @Test func `a machine that keeps up processes every frame`() {
    var pace = FramePace()
    let (changes, taken) = play(1000, into: &pace) { _ in 0.029 }
    #expect(changes.isEmpty && taken == 1000 && pace.step == 1)
  }

  @Test func `a machine that is too slow skips every second frame after sixty frames`() throws {
    var pace = FramePace()
    let (changes, taken) = play(1060, into: &pace) { _ in 0.04 }
    let change = try #require(changes.first)
    #expect(changes.count == 1 && change.at == 60 && change.why.step == 2 && pace.step == 2)
    #expect(taken >= 560 && taken <= 562)
    #expect("\(change.why)".hasPrefix("one frame in four needs 40.0 ms of CPU time or more, and has "))
    #expect("\(change.why)".hasSuffix(" ms: the tracker processes every 2nd frame"))
    #expect(change.why.work == 0.04 && abs(change.why.room - 0.03) < 1e-6)
  }

  /// A notice has a median and a share of slow frames. Neither figure may contradict the decision.
  @Test func `the figures of a notice never contradict it`() throws {
    var random = SplitMix(7)
    var found: [FramePace.Finding] = []
    for _ in 0..<40 {
      var pace = FramePace()
      // The work is near the limit, and a share of the frames needs much more.
      let (usual, much, part) = (0.002 + random.unit() * 0.04, 0.03 + random.unit() * 0.06, random.unit() * 0.5)
      found += play(2000, into: &pace) { _ in random.unit() < part ? much : usual }.changes.map(\.why)
      found += play(2000, into: &pace, from: 2000) { _ in usual / 3 }.changes.map(\.why)
    }
    #expect(found.contains { $0.isSlower } && found.contains { !$0.isSlower })
    for finding in found {
      #expect(finding.isSlower ? finding.work > finding.room : finding.work <= finding.room, "\(finding)")
      let figures = "\(finding)".split(separator: " ").compactMap { Double($0) }
      try #require(figures.count == 2, "\(finding)")
      #expect(finding.isSlower ? figures[0] > figures[1] : figures[0] <= figures[1], "\(finding)")
    }
  }

  @Test func `it looks at fewer until the work fits and never at fewer than every fourth`() {
    for (cpu, step) in [(0.07, 3), (0.1, 4), (0.5, 4)] {
      var pace = FramePace()
      _ = play(3000, into: &pace) { _ in cpu }
      #expect(pace.step == step)
    }
  }

  /// One of two hands leaves, so there is time for every frame again. Near the limit the pace does not change.
  @Test func `less work brings more frames again`() {
    var pace = FramePace()
    _ = play(600, into: &pace) { _ in 0.046 }
    #expect(pace.step == 2)
    let stays = play(2000, into: &pace, from: 600) { _ in 0.025 }
    #expect(stays.changes.isEmpty && pace.step == 2)
    let back = play(2000, into: &pace, from: 2600) { _ in 0.018 }
    #expect(back.changes.map(\.why.step) == [1] && pace.step == 1)
  }

  /// The machine is the same, but loaded. Frames are lost because they wait for a core; their own work is
  /// unchanged.
  @Test func `a loaded machine does not stop the box`() {
    var pace = FramePace()
    var changes = 0
    for i in 0..<1000 where pace.judge(cpu: 0.012, index: 3 * i, time: Double(3 * i) * interval, hands: 1) != nil { changes += 1 }
    #expect(changes == 0)
  }

  @Test func `now and then a late frame is forgiven`() {
    var pace = FramePace()
    // 15 of 60 are a quarter, and the limit is more than a quarter.
    #expect(play(1000, into: &pace) { $0 % 4 == 0 ? 0.05 : 0.01 }.changes.isEmpty)
    #expect(!play(1000, into: &pace, from: 1000) { $0 % 3 == 0 ? 0.05 : 0.01 }.changes.isEmpty)
  }

  /// While no hand is in view, the next frame may show one.
  @Test func `every frame is processed without hands`() {
    var pace = FramePace()
    _ = play(600, into: &pace) { _ in 0.046 }
    let (changes, taken) = play(300, into: &pace, from: 600, hands: 0) { _ in 0.1 }
    #expect(changes.isEmpty && taken == 300 && pace.step == 2)
  }

  @Test func `a pause of the camera and another source do not count as slowness`() {
    var pace = FramePace()
    _ = play(600, into: &pace) { _ in 0.046 }
    var changes = 0
    for i in 0..<500 {
      // Five seconds pass without a frame. Then a frame has the same time, and then a source starts again: its
      // first frame is processed.
      for (index, time) in [(3 * i + 1, Double(i) * 5 + 50), (3 * i + 3, Double(i) * 5 + 50), (0, -1)] {
        let isTaken = pace.takes(index, hands: 1)
        #expect(isTaken)
        if pace.judge(cpu: 1.4, index: index, time: time, hands: 1) != nil { changes += 1 }
      }
    }
    #expect(changes == 0)
  }
}
