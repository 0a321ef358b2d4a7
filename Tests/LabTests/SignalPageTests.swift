import Foundation
import Lab
import TestSupport
import Testing

@Suite struct SignalPageTests {
  @Test func `the page of tones and lights is up to date`() throws {
    let page = try String(contentsOf: Places.project.appendingPathComponent("docs/owner/signals.md"), encoding: .utf8)
    #expect(page == SignalPage.markdown, "docs/owner/signals.md is out of date: run `gflab signals > docs/owner/signals.md`")
  }
}
