import Control
import Foundation
import Testing

/// The page uses one stream for all tabs. `Tests/Page/tabs_page.py` opens them in a browser.
@Suite struct SharedStreamPageTests {
  @Test func `one place of the page opens a stream, under a lock that tabs share`() {
    let page = String(decoding: Page.whole, as: UTF8.self)
    #expect(page.ranges(of: "new EventSource(").count == 1)
    #expect(page.ranges(of: "navigator.locks.request(").count == 1 && page.ranges(of: "new BroadcastChannel(").count == 1)
  }
}
