import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Sound
import Supervisor
import TestSupport
import Testing

/// Tests of requests to a box in mode stems, and of its answers.
@Suite(.serialized, .keptStems) struct StemBoxTests {
  /// A box without a clock that plays the built-in set. The test renders its blocks.
  private final class Stems {
    let box: Box
    private let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)

    init() throws {
      var settings = RunSettings()
      settings.camera = .performer("open")
      settings.sink = .null
      settings.freeRunning = true
      box = try Box(settings, log: BootLog(quiet: true))
    }
    deinit { block.deallocate() }

    func render(_ blocks: Int = 40) { for _ in 0..<blocks { box.engine.rtRender(block) } }

    func refusal(_ command: Command) -> Problem? {
      do throws(Problem) { try box.carryOut(command) } catch { return error }
      return nil
    }
  }

  private static let asks: [Command] = [
    .loop(LoopRequest(channel: 1, region: StemLoop(start: 0, end: 2))!), .tempo(bpm: 120), .channel(1), .mute(channel: 1),
    .solo(channel: 1),
    .stemVolume(channel: 1, 0.5), .stemPitch(channel: 1, cents: 50),
  ]

  @Test func `in mode player they are refused with the way there`() throws {
    let stems = try Stems()
    for command in Self.asks {
      let problem = stems.refusal(command)
      #expect(
        problem?.status == 409 && problem?.detail.hasSuffix("belongs to mode stems: run gfctl mode stems first") == true, "\(command)")
    }
    #expect(stems.box.status.stems == nil)
  }

  @Test func `in mode stems they are carried out`() throws {
    let stems = try Stems()
    try stems.box.carryOut(.mode(.stems))
    #expect(stems.refusal(Self.asks[0])?.detail.contains("is still loading") == true, "no block was rendered yet")
    stems.render()
    for command in Self.asks { #expect(stems.refusal(command) == nil, "\(command)") }
    stems.render(100)
    let status = try #require(stems.box.status.stems)
    #expect(
      status.set == StemSet(.evening).name && status.selected == 1 && status.tempoBPM == 120
        && status.setCount == BuiltinSong.allCases.count)
    let first = status.channels[0]
    #expect(first.pendingLoop == StemLoop(start: 0, end: 2) && first.loop == nil && first.solo && !first.muted)
    #expect(first.volume == 0.5 && first.pitchCents == 50)
    let muted = try stems.box.carryOut(.mute(channel: 1))
    let heard = try stems.box.carryOut(.mute(channel: 1))
    let whole = try stems.box.carryOut(.loop(LoopRequest(channel: 1, region: .whole)!))
    #expect(muted == "channel 1 is muted" && heard == "channel 1 is heard" && whole.contains("played whole"))
    #expect(stems.refusal(.tempo(bpm: 300))?.detail.contains("from 55 to 220") == true)
    #expect(stems.refusal(.select(track: "no such set"))?.status == 404)
  }

  @Test func `commands of the player are rejected and the box takes the rest`() throws {
    let stems = try Stems()
    try stems.box.carryOut(.mode(.stems))
    stems.render()
    for command in [Command.seek(seconds: 1), .speed(1.5), .pitch(cents: 100)] {
      #expect(stems.refusal(command)?.status == 409, "\(command)")
    }
    try stems.box.carryOut(.volume(0.25))
    try stems.box.carryOut(.pause)
    let status = stems.box.status
    #expect(status.control.volume == 0.25 && status.control.paused && status.stems?.channels[0].volume == 0.8 && status.control.speed == 1)
    #expect(stems.box.engine.stems.wanted.isPaused)
  }

  /// Tier free plays the first two, pro all of them.
  @Test func `the tier says which channels are played`() throws {
    let stems = try Stems()
    try stems.box.carryOut(.mode(.stems))
    stems.render()
    #expect(stems.refusal(.channel(3)) == nil && stems.box.status.stems?.channels.contains(where: \.locked) == false)
    try stems.box.carryOut(.tier(.free))
    let problem = stems.refusal(.mute(channel: 3))
    let locked = stems.box.status.stems?.channels.map(\.locked)
    #expect(problem?.type == Problem.tierLimitType && locked == [false, false, true, true])
    #expect(stems.box.engine.stems.wanted.channels[3].isMuted)
  }

  /// The MODE button switches there and back. The set continues at its place.
  @Test func `the mode goes there and back`() throws {
    let stems = try Stems()
    try stems.box.carryOut(.nextMode)
    stems.render(100)
    #expect(stems.box.status.mode == .stems && !stems.box.engine.stems.state.isSilent)
    let place = stems.box.engine.stems.state.place
    try stems.box.carryOut(.nextMode)
    stems.render(100)
    let rest = stems.box.engine.stems.state
    #expect(stems.box.status.mode == .instrument && rest.isSilent && rest.place - place < 4800, "it fades and stands still")
    for mode in [Mode.theremin, .stream] {
      try stems.box.carryOut(.nextMode)
      #expect(stems.box.status.mode == mode)
    }
    try stems.box.carryOut(.nextMode)
    #expect(stems.box.status.mode == .player)
    try stems.box.carryOut(.nextMode)
    stems.render(10)
    #expect(stems.box.engine.stems.state.place > rest.place && stems.box.engine.stems.state.set == 1, "it is not loaded again")
  }
}
