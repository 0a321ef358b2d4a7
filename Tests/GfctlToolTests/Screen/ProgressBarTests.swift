import GfctlTool
import Testing

@Suite struct ProgressBarTests {
  @Test func `the bar fills and fits`() {
    #expect(ProgressBar.text("sending a.mp4", 0.5, "", columns: 80) == "sending a.mp4 [###############---------------] 50 %")
    #expect(ProgressBar.text("importing", 1, "2 to go", columns: 80).hasSuffix("[##############################] 100 %   2 to go"))
    for share in [-1, 0, 0.999, 1, 2, .nan, .infinity] {
      for columns in [10, 30, 45, 60, 200] {
        let line = ProgressBar.text("sending a name that is rather long for a narrow terminal.mp4", share, "", columns: columns)
        #expect(line.count < columns && !line.isEmpty, "\(columns): \(line)")
      }
    }
  }
}
