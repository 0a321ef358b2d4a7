import Realtime
import Settings
import Supervisor
import TestSupport
import Testing

/// The terminal's live line shows the track, the held controls and pauses.
@Suite(.serialized) struct LiveLineTests {
  @Test func `it says what holds now`() throws {
    var settings = RunSettings()
    settings.camera = .performer("open")
    settings.sink = .null
    let box = try Box(settings, log: BootLog(quiet: true))
    try box.carryOut(.speed(1.5))
    try box.carryOut(.pitch(cents: -200))
    try box.carryOut(.volume(0.5))
    #expect(LiveLine.text(box.status).hasPrefix("speed 1.50  pitch  -200  volume ####----  |"))
    #expect(LiveLine.text(box.status).contains("playing"))
    try box.carryOut(.pause)
    #expect(LiveLine.text(box.status).contains("paused") && !LiveLine.text(box.status).contains("\u{1B}"))
  }
}
