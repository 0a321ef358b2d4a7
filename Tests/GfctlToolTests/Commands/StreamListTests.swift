import GestureFlowAPI
import GfctlTool
import Testing

/// The output of `gfctl stream`.
@Suite struct StreamListTests {
  @Test func `each source has its line and the chosen one a star`() {
    #expect(StreamList.lines(StreamStatus()) == ["no player and no pipe is there"])
    let status = StreamStatus(
      source: "radio",
      sources: [.init(name: "mpv\u{1B}[2J", kind: .player, playback: .paused), .init(name: "radio", kind: .pipe, playback: .playing)])
    let lines = StreamList.lines(status)
    #expect(lines.count == 2 && lines[1].hasPrefix("*    2  radio") && lines[1].hasSuffix("  pipe  playing"))
    #expect(lines[0].hasPrefix("     1  mpv") && !lines[0].contains("\u{1B}"))
    let liar = StreamStatus(sources: [.init(name: "liar", kind: .player, playback: .playing)], unheeding: ["liar"])
    #expect(StreamList.lines(liar) == ["     1  liar  player  playing, whatever it is told"])
  }
}
