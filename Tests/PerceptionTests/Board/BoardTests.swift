import HandTracking
import Perception
import Settings
import SettingsDoubles
import Testing

/// Tests of the detected board and the values of `auto` on it.
@Suite struct BoardTests {
  /// A board, its expected name and its values of `auto`. The values: camera rate, palm searches per second,
  /// landmark model.
  struct Row: Sendable, CustomTestStringConvertible {
    let facts: BoardRoot.Facts
    let kind: Board.Kind
    let rate: Int
    let searches: Double?
    let model: ModelSize
    var testDescription: String { facts.model ?? kind.rawValue }
  }

  static let rows = [
    Row(facts: BoardRoot.pi3, kind: .raspberryPi3, rate: 15, searches: 2, model: .int8),
    Row(facts: BoardRoot.zero2, kind: .raspberryPi3, rate: 15, searches: 2, model: .int8),
    Row(facts: BoardRoot.pi4, kind: .raspberryPi4, rate: 15, searches: 4, model: .int8),
    Row(facts: BoardRoot.pi4Fast, kind: .raspberryPi4, rate: 20, searches: 5, model: .int8),
    Row(facts: BoardRoot.cm4, kind: .raspberryPi4, rate: 15, searches: 4, model: .int8),
    Row(facts: BoardRoot.pi400, kind: .raspberryPi4, rate: 20, searches: 5, model: .int8),
    Row(facts: BoardRoot.pi5, kind: .raspberryPi5, rate: 30, searches: nil, model: .float),
    Row(facts: BoardRoot.cm5, kind: .raspberryPi5, rate: 30, searches: nil, model: .float),
    Row(facts: BoardRoot.pi500, kind: .raspberryPi5, rate: 30, searches: nil, model: .float),
    Row(facts: BoardRoot.otherARM, kind: .otherARM, rate: 30, searches: nil, model: .float),
    Row(facts: BoardRoot.x86, kind: .x86, rate: 30, searches: nil, model: .float),
  ]

  @Test(arguments: rows)
  func `auto takes what suits the board`(row: Row) throws {
    let board = try BoardRoot.board(row.facts)
    #expect(board.kind == row.kind && board.megahertz == row.facts.megahertz)
    if let model = row.facts.model { #expect(board.name == model) }
    let defaults = BoardDefaults(board)
    #expect(defaults.cameraRate == row.rate && defaults.searches == row.searches && !defaults.reason.isEmpty)
    var settings = RunSettings()
    settings.board = board
    #expect(TrackerPart(settings) { _ in throw NotMade() }.choice.size == row.model)
    // Every board accepts an explicit setting.
    var configuration = Configuration()
    #expect(configuration.rate(on: board) == Double(row.rate))
    #expect(configuration.cameraRequest(on: board).rate == row.rate, "the camera is asked for it")
    configuration.cameraRate = 60
    #expect(configuration.rate(on: board) == 60 && configuration.cameraRequest(on: board).rate == 60)
  }

  private struct NotMade: Error {}

  @Test func `the tree is found below sys too`() throws {
    let board = try BoardRoot.board(BoardRoot.pi400, below: "sys/firmware/devicetree/base")
    #expect(board.kind == .raspberryPi4 && board.name == "Raspberry Pi 400 Rev 1.0")
  }

  /// The box assumes the slower of the two boards: too few frames are better than too many.
  @Test func `a pi 4 whose clock rate is unknown is the slower one`() throws {
    for megahertz in [nil, 0, 600] as [Int?] {
      var facts = BoardRoot.pi4Fast
      facts.megahertz = megahertz
      let defaults = BoardDefaults(try BoardRoot.board(facts))
      #expect(defaults.cameraRate == 15 && defaults.searches == 4, "\(String(describing: megahertz))")
    }
  }

  /// A name alone does not identify a board. The chip does, and its word must match as a whole.
  @Test func `another board is not taken for a Raspberry Pi`() throws {
    let named = BoardRoot.Facts(model: "Raspberry Pi 4 of paper", compatible: ["vendor,bcm2711", "brcm,bcm27110"], core: BoardRoot.a72)
    #expect(try BoardRoot.board(named).kind == .otherARM)
    let silent = try BoardRoot.board(BoardRoot.Facts())
    #expect(silent.kind == .unknown && silent.name == "unknown machine" && silent.megahertz == nil)
    #expect(try BoardRoot.board(BoardRoot.Facts(core: BoardRoot.a72)).name == "board with a Cortex-A72")
    #expect(try BoardRoot.board(BoardRoot.x86).name == "x86-64 machine")
  }

  /// The tree of the Pi 5 lists its chip after other names.
  @Test func `the chip may stand anywhere in the list`() throws {
    let facts = BoardRoot.Facts(model: "Pi\u{1B}[31m 5", compatible: ["vendor,carrier", "raspberrypi,5-compute-module", "brcm,bcm2712"])
    let board = try BoardRoot.board(facts)
    #expect(board.kind == .raspberryPi5 && !board.name.contains("\u{1B}"), "what firmware says goes to a terminal")
  }

  @Test func `the reason names the clock`() throws {
    #expect(
      BoardDefaults(try BoardRoot.board(BoardRoot.pi4Fast)).reason == "a Pi 4 at 1800 MHz has time for 20 with a hand on each of two cores")
  }
}
