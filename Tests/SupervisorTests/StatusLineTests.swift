import GestureFlowAPI
import Supervisor
import Testing

/// The status line that the service manager shows.
@Suite struct StatusLineTests {
  @Test func `it says why the music rests`() {
    let stand = LoopStand([PartDouble("sound"), PartDouble("camera")])
    stand.box.see { $0.isAway = true }
    stand.rounds(at: 100)
    #expect(stand.lines.last == "STATUS=healthy: auto-paused Song")
    // A person's request has priority.
    stand.box.see { $0.isPaused = true }
    stand.rounds(at: 101)
    #expect(stand.lines.last == "STATUS=healthy: paused Song")
    stand.box.see { ($0.isPaused, $0.isAway) = (false, false) }
    stand.rounds(at: 102)
    #expect(stand.lines.last == "STATUS=healthy: playing Song")
  }
}
