import GestureFlowAPI
import Testing

/// Tests of values with a range: every value is valid.
@Suite struct RangedTests {
  @Test(arguments: [0.1, 1, 1.5, 2]) func `a number in range is a value`(number: Double) {
    #expect(Speed(number)?.value == number && Speed(nearest: number)?.value == number)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 0, -1, 0.1.nextDown, 2.0.nextUp, 1e300])
  func `a number out of range is not a value`(number: Double) { #expect(Speed(number) == nil) }

  @Test func `the nearest value of a range is its end`() {
    #expect(Speed(nearest: 9) == 2 && Speed(nearest: -.infinity) == 0.1 && Speed(nearest: .nan) == nil)
    #expect(Cents(nearest: -9000)?.value == -2400 && Tempo(nearest: 1)?.value == 20 && Volume(nearest: 0.5) == 0.5)
  }

  @Test(arguments: [0, 5, -1, Int.min, Int.max]) func `a stem has a number from 1 to 4`(number: Int) {
    #expect(StemNumber(number) == nil)
    #expect(StemNumber.range.allSatisfy { StemNumber($0)?.number == $0 && StemNumber($0)?.index == $0 - 1 })
  }

  @Test func `a word is in its list`() {
    let (unknown, small) = ("H", "bb")
    #expect(KeyName(unknown) == nil && KeyName(small) == "Bb" && ScaleName(small) == nil)
  }
}
