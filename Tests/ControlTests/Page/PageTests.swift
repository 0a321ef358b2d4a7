import Control
import Foundation
import GestureFlowAPI
import Testing

/// The served page is one document without external parts.
@Suite struct PageTests {
  private let page = String(decoding: Page.whole, as: UTF8.self)

  @Test func `it has all its parts`() {
    for part in [
      "<title>GestureFlow</title>", ":root { color-scheme: dark;", "<header id=\"top\"", "#top {", "function showBar(",
      "<section id=\"music\"", "#musicAnswer,", "function showMusic(", "function showLibrary(", "function showFiles(",
      "<section id=\"settings\"", "#keyTable {", "function showBox(", "const showSheet =", "new EventSource(", "function look(",
      "<section id=\"stems\"", "#strips {", "function showStems(", "#frets {", "<section id=\"instrument\"", "function showInstrument(",
      "<section id=\"stream\"", "function showStream(", "#streamTitle {", "</html>",
    ] {
      #expect(page.ranges(of: part).count == 1, "\(part)")
    }
    // A remaining placeholder is a missing part.
    #expect(page.range(of: "(/[*]|<!--) [a-z]+[.](css|js|html) ", options: .regularExpression) == nil)
  }

  @Test func `each mode has a sheet and with it a button, in the order of the MODE button`() throws {
    let sheets = try #require(page.firstRange(of: /const SHEETS = \{.*?\n\};/.dotMatchesNewlines()))
    let names = page[sheets].matches(of: /\n  (\w+): \[/).map { String($0.1) }
    #expect(names == Mode.allCases.map(\.rawValue))
  }

  /// Titles and names come from sticks, players and pipes.
  @Test func `text from outside is never markup`() {
    for way in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "srcdoc"] {
      #expect(!page.contains(way), "\(way)")
    }
  }

  @Test func `it names no other place`() {
    // A namespace is a name and is not fetched.
    let rest = page.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
    #expect(!rest.contains("http:") && !rest.contains("https:") && !rest.contains("@import"))
  }
}
