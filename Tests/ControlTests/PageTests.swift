import Control
import Foundation
import Testing

/// The page as it is served: one document that needs nothing else.
@Suite struct PageTests {
  private let page = String(decoding: Page.whole, as: UTF8.self)

  @Test func `it has all its parts`() {
    for part in [
      "<title>GestureFlow</title>", "#frets {", "<section id=\"instrument\"", "function showInstrument(", "<section id=\"stream\"",
      "function showStream(", "#stream {", "</html>",
    ] {
      #expect(page.ranges(of: part).count == 1, "\(part)")
    }
    // A mark that is left is a part that is missing.
    for name in ["instrument.css", "instrument.html", "instrument.js", "stream.css", "stream.html", "stream.js"] {
      #expect(!page.contains(name), "\(name)")
    }
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
