import Foundation
import GestureFlowAPI
import GfctlTool
import Synchronization
import Testing

/// The terminal codes of `gfctl watch`. It takes the terminal while it draws, and returns it to the shell
/// afterwards.
@Suite struct LiveScreenTests {
  /// A terminal that records what it receives.
  private final class Paper: Sendable {
    private let state = Mutex((size: (columns: 60, rows: 12), texts: [String]()))
    var texts: [String] { state.withLock { $0.texts } }
    func resize(_ columns: Int, _ rows: Int) { state.withLock { $0.size = (columns, rows) } }
    func screen() -> LiveScreen {
      LiveScreen(size: { [self] in state.withLock { $0.size } }) { [self] text in state.withLock { $0.texts.append(text) } }
    }
  }

  private let escape = "\u{1B}"
  private let view = WatchScreen(status: .sample, events: [], colour: false)

  @Test func `the terminal is taken and given back once`() {
    let paper = Paper()
    var screen = paper.screen()
    #expect(paper.texts == ["\(escape)[?1049h\(escape)[?25l\(escape)[2J"], "another screen, no cursor, nothing on it")
    screen.end()
    screen.end()
    #expect(paper.texts.dropFirst() == ["\(escape)[?25h\(escape)[?1049l"])
  }

  @Test func `each drawing begins at the top and leaves nothing of the one before`() throws {
    let paper = Paper()
    var screen = paper.screen()
    for _ in 0..<2 { screen.draw(view) }
    let drawn = Array(paper.texts.dropFirst())
    #expect(drawn.count == 2, "each in one piece, so that it does not flicker")
    let lines = view.lines(columns: 60, rows: 12)
    let body = "\(escape)[H" + lines.map { "\(escape)[K" + $0 }.joined(separator: "\r\n")
    #expect(drawn == ["\(escape)[2J" + body, body], "only the first clears: clearing flickers")
  }

  @Test func `a new size clears and fills`() throws {
    let paper = Paper()
    var screen = paper.screen()
    screen.draw(view)
    paper.resize(100, 30)
    screen.draw(view)
    screen.draw(view)
    let drawn = paper.texts.dropFirst(2)
    #expect(drawn.map { $0.hasPrefix("\(escape)[2J") } == [true, false])
    let last = try #require(drawn.last)
    #expect(last.components(separatedBy: "\r\n").count == view.lines(columns: 100, rows: 30).count)
    paper.resize(30, 13)
    screen.draw(view)
    let short = try #require(paper.texts.last)
    #expect(view.lines(columns: 30, rows: 13).count == 12 && short.hasSuffix("\r\n\(escape)[J"), "the rest is cleared")
  }
}
