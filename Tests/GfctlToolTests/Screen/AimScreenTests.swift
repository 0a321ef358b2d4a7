import GestureFlowAPI
import GfctlTool
import Testing

/// Tests of the view for aiming the camera, and of its text.
@Suite struct AimScreenTests {
  private static let good = FramingStatus(verdict: "good", advice: "the camera sees your hands well")
  private static let cut = FramingStatus(verdict: "cutTop", advice: "a hand is cut at the top: lower it, or tilt the camera up")

  /// Returns a status with a hand in the left half of the frame.
  private func status(_ framing: FramingStatus?, hands: Int = 1) -> Status {
    var status = Status.sample
    (status.camera.light, status.camera.contrast, status.camera.sharpness) = (0.482, 0.204, 0.446)
    (status.camera.width, status.camera.height) = (640, 480)
    var hand = HandStatus(id: 1, handedness: "left", fingers: 5, confidence: 1)
    (hand.size, hand.distanceMetres) = (0.12, 1.04)
    hand.points = (0..<21).flatMap { (joint: Int) -> [Double] in [joint % 2 == 0 ? 0.2 : 0.3, 0.2 + Double(joint) / 40] }
    status.tracker.hands = [HandStatus](repeating: hand, count: hands)
    status.framing = framing
    return status
  }

  private func lines(_ status: Status, columns: Int = 80, rows: Int = 24) -> [String] {
    AimScreen(status: status, colour: false).lines(columns: columns, rows: rows)
  }

  /// Whether a character is a braille pattern with a dot.
  private func isDrawn(_ character: Character) -> Bool { character > "\u{2800}" && character < "\u{2900}" }

  @Test func `the text ends with the advice`() {
    #expect(
      AimScreen.text(status(Self.good)) == """
        light: 48 % brightness, contrast 0.20, sharpness 0.45
        left hand: palm 12 % of the frame's height, about 1.0 m away
        the camera sees your hands well
        """)
    var cut = status(Self.cut)
    cut.tracker.hands[0].cutAt = "top"
    #expect(
      AimScreen.text(cut) == """
        light: 48 % brightness, contrast 0.20, sharpness 0.45
        left hand: palm 12 % of the frame's height, about 1.0 m away, cut at the top
        a hand is cut at the top: lower it, or tilt the camera up
        """)
    #expect(AimScreen.isGood(status(Self.good)) && !AimScreen.isGood(cut) && !AimScreen.isGood(status(nil)))
  }

  @Test func `without a frame, a hand or figures it says so`() {
    var empty = Status.sample
    empty.framing = FramingStatus(verdict: "noFrames", advice: "a: b")
    #expect(AimScreen.text(empty) == "light: no frame\nno hand\na: b")
    empty.tracker.hands = [HandStatus(id: 1, handedness: "right", fingers: 5, confidence: 1)]
    empty.framing = nil
    #expect(AimScreen.text(empty).hasPrefix("light: no frame\nright hand: not measured\nthe box is of a version without advice"))
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 5), (200, 60), (10, 3), (1, 1), (0, 0)])
  func `it fills the terminal and no more`(columns: Int, rows: Int) {
    for hands in [0, 1, 4, 9] {
      let all = lines(status(Self.cut, hands: hands), columns: columns, rows: rows)
      #expect(all.count == rows && all.allSatisfy { $0.count == max(columns, 1) }, "\(all.map(\.count))")
      if rows > 0 { #expect(all.contains { $0.hasPrefix(Self.cut.advice.prefix((columns + 1) / 2)) }, "the advice is always there") }
    }
  }

  @Test func `a long advice has two lines`() {
    let long = FramingStatus(verdict: "blurred", advice: String(repeating: "word ", count: 19) + "end")
    let all = lines(status(long))
    #expect(all.contains { $0.hasPrefix("word word") } && all.contains { $0.contains("word end") })
  }

  @Test func `the outline and the hand are drawn in the shape of the frame`() throws {
    let with = lines(status(Self.good))
    let drawn = with.prefix { $0.contains(where: isDrawn) }
    // One line of advice, one of light, one of the hand, one of the key.
    #expect(drawn.count == 20 && with[20].hasPrefix("the camera sees"))
    // 20 rows are 80 dots high: 106 dots wide for 4 to 3.
    let width = try #require(drawn.first?.count(where: isDrawn))
    #expect(width == 53 && drawn.allSatisfy { isDrawn(Array($0)[0]) && isDrawn(Array($0)[52]) }, "edges on both sides")
    // Without hands only the outline is left.
    let without = lines(status(Self.good, hands: 0))
    #expect(without[10].count(where: isDrawn) == 2 && with[10].count(where: isDrawn) > 2)
    let hand = Array(with[10]).indices.filter { (1..<52).contains($0) && isDrawn(Array(with[10])[$0]) }
    #expect(hand.allSatisfy { (9...17).contains($0) }, "\(hand) of 53 columns, from 0.2 to 0.3 of the width")
  }

  @Test func `figures beyond their range draw nothing odd`() {
    var odd = status(Self.good)
    odd.camera.light = .nan
    odd.camera.contrast = .infinity
    odd.tracker.hands[0].size = -.infinity
    odd.tracker.hands[0].distanceMetres = .nan
    for value in [Double.nan, .infinity, -7, 1e30] {
      odd.tracker.hands[0].points = [Double](repeating: value, count: 42)
      for (width, height) in [(0, 0), (-5, 480), (Int.max, 1), (1, Int.max), (640, 480)] {
        (odd.camera.width, odd.camera.height) = (width, height)
        for (columns, rows) in [(80, 24), (20, 8)] {
          let all = lines(odd, columns: columns, rows: rows)
          #expect(all.count == rows && all.allSatisfy { $0.count == columns })
        }
      }
    }
    odd.tracker.hands[0].points = [0.5]
    odd.framing?.advice = "a\nb\u{1B}[2J"
    #expect(lines(odd).contains { $0.hasPrefix("a b [2J ") })
  }

  @Test func `the advice has the colour of a warning unless all is well`() {
    let well = AimScreen(status: status(Self.good), colour: true).lines(columns: 80, rows: 24)
    let warned = AimScreen(status: status(Self.cut), colour: true).lines(columns: 80, rows: 24)
    #expect(well[20].hasPrefix("\u{1B}[92mthe camera") && warned[20].hasPrefix("\u{1B}[33ma hand is cut"))
    #expect(well.map { $0.replacing(/\u{1B}\[[0-9]+m/, with: "") } == lines(status(Self.good)))
  }
}
