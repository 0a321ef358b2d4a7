import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// Tests of time signatures: their validity, bar lengths and beat lengths.
@Suite struct MetreTests {
  @Test func `every numerator over 4 and 8 is read as it is written`() {
    for denominator in [4, 8] {
      for numerator in 1...16 {
        let metre = Metre(numerator, over: denominator)
        #expect(metre?.numerator == numerator && metre?.denominator == denominator)
        #expect(metre?.description == "\(numerator)/\(denominator)" && metre == Metre(rawValue: "\(numerator)/\(denominator)"))
      }
    }
    #expect(Metre(4) == .common && Metre(rawValue: "6/8") == .sixEight && Metre(3)?.rawValue == "3/4")
  }

  @Test(arguments: [
    "", "/", "4", "x", "4/", "/4", "0/4", "17/4", "-3/4", "+3/4", "03/4", "3/04", " 3/4", "3 /4", "3/4 ", "7/5", "4/0", "4/2", "4/16",
    "3/4/8",
    "3.0/4", "3/4\n", "٣/٤", "99999999999999999999/4", "4/99999999999999999999",
  ])
  func `any other text is not a metre`(text: String) { #expect(Metre(rawValue: text) == nil) }

  @Test(arguments: [Int.min, -1, 0, 17, 99, .max])
  func `numbers beyond the range are not a metre`(number: Int) {
    #expect(Metre(number) == nil && Metre(number, over: 8) == nil && Metre(4, over: number) == nil)
  }

  @Test(arguments: [
    ("4/4", 4.0, 4, 1.0), ("3/4", 3, 3, 1), ("6/4", 6, 6, 1), ("1/4", 1, 1, 1), ("16/4", 16, 16, 1), ("6/8", 3, 2, 1.5),
    ("3/8", 1.5, 1, 1.5),
    ("12/8", 6, 4, 1.5), ("9/8", 4.5, 3, 1.5), ("7/8", 3.5, 7, 0.5), ("5/8", 2.5, 5, 0.5), ("1/8", 0.5, 1, 0.5), ("16/8", 8, 16, 0.5),
  ])
  func `eighths in threes are felt as dotted quarters`(text: String, quarters: Double, beats: Int, beat: Double) throws {
    let metre = try #require(Metre(rawValue: text))
    #expect(metre.quarters == quarters && metre.beats == beats && metre.beatQuarters == beat)
  }

  /// Loops are quarters of bars, and song positions are sixteenths: both must be exact.
  @Test func `bars and beats are whole numbers of notes`() {
    for metre in [4, 8].flatMap({ over in (1...16).compactMap { Metre($0, over: over) } }) {
      #expect(metre.thirtySeconds % 4 == 0 && Double(metre.thirtySeconds) == metre.quarters * 8, "\(metre)")
      #expect(metre.beats * metre.beatThirtySeconds == metre.thirtySeconds, "\(metre)")
    }
  }

  @Test func `a status carries it as text`() throws {
    let status = StemsStatus(set: "a", setIndex: 0, setCount: 1, tempoBPM: 120, key: nil, bar: 1, beat: 1, metre: .sixEight, channels: [])
    let json = try JSONEncoder().encode(status)
    let fields = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(fields["metre"] as? String == "6/8" && fields["beats"] as? Int == 2)
    #expect(try JSONDecoder().decode(StemsStatus.self, from: json).metre == .sixEight)
  }
}
