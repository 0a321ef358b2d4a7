import GestureFlowAPI
import Perception
import Settings
import SettingsDoubles
import Testing

/// Settings that a board cannot carry are reported with a remedy. Settings that fit are not reported.
@Suite struct BoardFitTests {
  private func misfits(
    _ facts: BoardRoot.Facts, rate: Double? = nil, model: ModelChoice.Request = .auto, hands: Int = 2
  ) throws -> [BoardMisfit] {
    BoardFit(try BoardRoot.board(facts), rate: rate, model: model, hands: hands).misfits
  }

  @Test func `the automatic choice fits every sufficient board`() throws {
    for row in BoardTests.rows where row.kind != .raspberryPi3 { #expect(try misfits(row.facts).isEmpty, "\(row.testDescription)") }
  }

  @Test func `a pi 3 is not enough`() throws {
    for facts in [BoardRoot.pi3, BoardRoot.zero2] {
      let found = try misfits(facts, rate: 30, hands: 4)
      #expect(found.map(\.remedy) == ["use a Raspberry Pi 4 or 5"])
      #expect(found[0].reason == "\(facts.model ?? "") is too slow: it follows hands late and with gaps")
    }
  }

  @Test func `a rate that the board cannot reach is named`() throws {
    for facts in [BoardRoot.pi4, BoardRoot.pi4Fast, BoardRoot.cm4, BoardRoot.pi400] {
      let found = try misfits(facts, rate: 30)
      #expect(found.map(\.remedy) == ["gfctl config set camera.rate auto, then sudo systemctl restart gestureflow"])
      #expect(found[0].reason.hasPrefix("camera.rate 30: this board has time for about "))
      #expect(try misfits(facts, rate: 15).isEmpty)
    }
    #expect(try misfits(BoardRoot.pi4Fast, rate: 20).isEmpty)
    #expect(try misfits(BoardRoot.pi5, rate: 30).isEmpty)
    #expect(
      try misfits(BoardRoot.pi5, rate: 120).map(\.remedy) == ["gfctl config set camera.rate auto, then sudo systemctl restart gestureflow"])
  }

  @Test func `a model that is slower than autos is named`() throws {
    let found = try misfits(BoardRoot.pi4Fast, model: .float)
    #expect(found.map(\.remedy) == ["gfctl config set tracker.model auto, then sudo systemctl restart gestureflow"])
    #expect(found[0].reason.hasPrefix("tracker.model float: this board sees two hands about "))
    #expect(try misfits(BoardRoot.pi4Fast, model: .int8).isEmpty && misfits(BoardRoot.pi5, model: .float).isEmpty)
  }

  @Test func `four hands are too many for a pi 4`() throws {
    for hands in [3, 4] {
      let found = try misfits(BoardRoot.pi4Fast, hands: hands)
      #expect(found.map(\.remedy) == ["gfctl config set tracker.hands 2, then sudo systemctl restart gestureflow"])
      #expect(found[0].reason.hasPrefix("tracker.hands \(hands): "))
    }
    #expect(try misfits(BoardRoot.pi5, hands: 4).isEmpty)
  }

  /// Each problem is reported by itself, in an order that does not change.
  @Test func `everything that does not fit is said`() throws {
    let all = try misfits(BoardRoot.pi4, rate: 60, model: .float, hands: 4)
    #expect(all.map { $0.remedy.split(separator: " ")[3] } == ["tracker.model", "camera.rate", "tracker.hands"])
  }

  @Test func `of a board without an estimate nothing is said`() throws {
    #expect(try misfits(BoardRoot.otherARM, rate: 120, hands: 4).isEmpty && misfits(BoardRoot.x86, rate: 120, hands: 4).isEmpty)
  }

  @Test func `the status says what was taken and why`() throws {
    var settings = RunSettings()
    settings.board = try BoardRoot.board(BoardRoot.pi4Fast)
    var status = BoardStatus(settings)
    #expect(status.name == "Raspberry Pi 4 Model B Rev 1.5" && status.megahertz == 1800 && status.cameraRate == 20 && status.searches == 5)
    #expect(status.cameraRateReason.contains("1800 MHz") && status.misfits.isEmpty)
    settings.cameraRate = 30
    settings.model = .int8
    settings.maxHands = 4
    status = BoardStatus(settings)
    #expect(status.cameraRate == 30 && status.cameraRateReason == "configured")
    #expect(status.searches == nil, "who chooses the model does without the limits of auto")
    #expect(status.misfits.count == 2)
  }
}
