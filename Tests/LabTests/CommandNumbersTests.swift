import TestSupport
import Testing

/// Tests of numbers on the command line of gflab that no work could end with.
@Suite struct CommandNumbersTests {
  @Test(arguments: [
    ["perform", "demo", "--seconds=-1"], ["perform", "demo", "--seconds", "nan"], ["perform", "demo", "--seconds", "inf"],
    ["link", "--seconds", "inf"], ["link", "--seconds", "nan"], ["link", "--tempo", "nan"], ["link", "--tempo", "1e300"],
    ["link", "--change=-120"], ["link", "--tempi=\(Int.min)"],
  ])
  func `numbers out of range are refused`(arguments: [String]) throws {
    let run = try ProgramRun.run(Places.program("gflab"), arguments)
    #expect(run.status == 64 && run.errors.contains(" takes "), "\(run.errors)")
  }
}
