import Foundation
import GestureFlowAPI
import Panel
import Testing

@Suite struct PanelFailureTests {
  @Test func `every failure names the line and a remedy`() {
    let failures: [Failure] = [
      .missing(line: "GPIO17"), .busy(line: "GPIO17", by: "pwm-fan"), .noPermission(line: "GPIO17"), .system(line: "GPIO17", code: EIO),
    ]
    for failure in failures {
      #expect(failure.reason.contains("GPIO17") && !failure.remedy.isEmpty && failure.description == "\(failure.reason): \(failure.remedy)")
    }
    #expect(failures[1].reason.contains("pwm-fan") && failures[2].remedy.contains("group gpio"))
    #expect(Failure.noChips.remedy.contains("panel.enabled"))
  }
}
