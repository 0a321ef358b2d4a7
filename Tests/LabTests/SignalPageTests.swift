import Foundation
import GestureFlowAPI
import Lab
import Supervisor
import TestSupport
import Testing

@Suite struct SignalPageTests {
  @Test func `the page of tones and lights is up to date`() throws {
    let page = try String(contentsOf: Places.project.appendingPathComponent("docs/owner/signals.md"), encoding: .utf8)
    #expect(page == SignalPage.markdown, "docs/owner/signals.md is out of date: run `gflab signals > docs/owner/signals.md`")
  }

  @Test func `the page of problems is up to date and has each sentence about a problem`() throws {
    let page = try String(contentsOf: Places.project.appendingPathComponent("docs/owner/problems.md"), encoding: .utf8)
    #expect(page == SignalPage.problems, "docs/owner/problems.md is out of date: run `gflab signals --problems > docs/owner/problems.md`")
    for name in ProblemName.allCases where !name.hasCauses {
      let sentence = try #require(Sentences.text(name.rawValue, .en))
      #expect(page.contains("| \(sentence) |"), "\(name)")
    }
  }
}
