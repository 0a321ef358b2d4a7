import Camera
import GestureFlowAPI
import Library
import Modes
import Panel
import Perception
import Supervisor
import Testing

/// Tests of problems that a person without a screen must notice. These are the camera's view and a stick that
/// does not play.
@Suite struct FrameWatchTests {
  @Test func `a bad view counts after five seconds and so does a good one`() {
    var watch = FrameWatch()
    var told: [(Signal, Int)] = []
    func pass(_ seconds: Range<Int>, _ verdict: FrameQuality.Verdict) {
      for second in seconds { if let signal = watch.see(verdict, at: Double(second)) { told.append((signal, second)) } }
    }
    pass(0..<10, .good)
    // A hand covers the lens, or a light is switched on and off.
    pass(10..<14, .covered)
    pass(14..<16, .good)
    #expect(told.isEmpty && watch.problem == nil)
    pass(16..<30, .tooDark)
    #expect(told.map(\.0) == [.tooDark] && told.map(\.1) == [21])
    let problem = PartStatus(
      name: "light", state: .degraded, reason: "it is too dark for the camera", remedy: "put a lamp beside the camera")
    #expect(watch.problem == problem)
    pass(30..<33, .good)
    pass(33..<34, .tooDark)
    pass(34..<39, .good)
    #expect(told.count == 1, "it flickers")
    pass(39..<45, .good)
    #expect(told.map(\.0) == [.tooDark, .frameGood] && told.last?.1 == 39 && watch.problem == nil)
  }

  /// A light is switched off while a lamp shines behind the player. Two verdicts alternate.
  @Test func `bad verdicts that take turns are a problem, too`() {
    var watch = FrameWatch()
    let told = (0..<8).compactMap { watch.see($0 % 2 == 0 ? .tooDark : .backlit, at: Double($0)) }
    #expect(told.first == .backlit)
  }

  @Test func `a camera that is gone ends the problem without a tone`() {
    var watch = FrameWatch()
    for second in 0..<10 { _ = watch.see(.blurred, at: Double(second)) }
    #expect(watch.verdict == .blurred)
    #expect(watch.see(nil, at: 11) == nil && watch.problem == nil)
    #expect((12..<16).allSatisfy { watch.see(.blurred, at: Double($0)) == nil }, "it counts anew")
  }

  @Test func `a look a second is enough`() {
    var watch = FrameWatch()
    let looks = (0..<50).count { watch.isDue(at: 100 + 0.1 * Double($0)) }
    #expect(looks == 5)
  }

  @Test func `every verdict has an event, and every bad one a remedy`() {
    let signals = FrameQuality.Verdict.allCases.map(\.signal)
    #expect(Set(signals).count == signals.count && signals.allSatisfy { $0.row.group == .frame })
    #expect(FrameQuality.Verdict.allCases.allSatisfy { ($0.signal.row.problem == nil) == ($0 == .good) })
  }

  @Test func `the hands LED shows a view that is of no use, unless a hand is seen`() {
    var snapshot = HandsPipeline.Snapshot()
    #expect(PanelView.Hands(snapshot, isPoor: true) == .unusable && PanelView.Hands(nil, isPoor: true) == .none)
    snapshot.hands = [HandStatus(id: 1, handedness: "left", fingers: 5, confidence: 1)]
    #expect(PanelView.Hands(snapshot, isPoor: true) == .seen)
  }

  // MARK: - Sticks

  private func stick(_ id: String = "A-1", root: String = "/run/media/gestureflow/sda1") -> MusicLibrary.Stick {
    MusicLibrary.Stick(id: id, label: "PARTY", root: root)
  }

  @Test func `a stick that does not play is a problem with its remedy until it is gone`() throws {
    let box = try Studio().box
    func problems() -> [PartStatus] { box.otherProblems.filter { $0.name == "stick" } }
    box.reporter.hear(.music, of: stick())
    #expect(problems().isEmpty)
    for (contents, word) in [
      (MusicLibrary.Contents.nothing, "gfctl library problems"), (.needsImport, "gfctl import"), (.unreadable("input error"), "port"),
    ] {
      box.reporter.hear(contents, of: stick())
      #expect(problems().count == 1 && problems().first?.state == .degraded)
      #expect(problems().first?.remedy?.contains(word) == true && problems().first?.reason?.contains("'PARTY'") == true)
    }
    #expect(problems().first?.reason?.contains("input error") == true)
    box.reporter.hear(.nothing, of: stick("B-2"))
    #expect(problems().count == 2)
    box.reporter.lose(stick())
    box.reporter.hear(.music, of: stick("B-2"))
    #expect(problems().isEmpty, "the rest of it was copied meanwhile")
    // A folder of the box's own disk is not a stick.
    box.reporter.hear(.nothing, of: stick("/srv/music", root: "/srv/music"))
    #expect(problems().isEmpty)
  }
}
