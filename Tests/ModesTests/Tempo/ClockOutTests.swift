import MIDI
import Modes
import ModesDoubles
import Testing

/// Tests of the clock that the box sends, derived from the sounding stems.
@Suite struct ClockOutTests {
  private typealias Sent = (message: ClockMessage, time: Double, sentAt: Double)

  private func intervals(_ sends: [Sent]) -> [Double] {
    let ticks = sends.filter { $0.message == .tick }.map(\.time)
    return zip(ticks, ticks.dropFirst()).map { $1 - $0 }
  }

  @Test func `ticks are sent ahead and come with the beat`() throws {
    let band = try Band(gives: true)
    band.run(3)
    let sends = band.takeSends()
    let tick = 60 / 110.0 / 24
    #expect(intervals(sends).count > 120 && intervals(sends).allSatisfy { abs($0 - tick) < 2e-4 }, "\(intervals(sends))")
    #expect(sends.filter { $0.message == .start || $0.message == .continue }.count == 1 && !sends.contains { $0.message == .stop })
    #expect(sends.dropFirst(8).allSatisfy { $0.time > $0.sentAt && $0.time < $0.sentAt + 0.15 }, "each on its way before its moment")
    #expect(zip(sends, sends.dropFirst()).allSatisfy { $0.time <= $1.time })
    // The beat that sounds now has its own tick.
    let beat = band.beat
    let latest = band.now - (beat - beat.rounded(.down)) * 60 / 110
    #expect(sends.contains { $0.message == .tick && abs($0.time - latest) < 3e-4 })
  }

  @Test func `another tempo is other ticks without a stop`() throws {
    let band = try Band(gives: true)
    band.run(1)
    _ = band.takeSends()
    band.controls.change { $0.stems.set(tempo: 0.6, of: 1) }
    band.run(0.4)
    band.controls.change { $0.stems.set(tempo: 1.2, of: 1) }
    band.run(0.4)
    #expect(band.takeSends().allSatisfy { $0.message == .tick })
    band.run(1)
    let last = intervals(band.takeSends())
    #expect(!last.isEmpty && last.allSatisfy { abs($0 - 60 / 132.0 / 24) < 2e-4 }, "\(last)")
  }

  @Test func `a pause stops and it goes on from its place`() throws {
    let band = try Band(gives: true)
    band.run(2)
    _ = band.takeSends()
    band.controls.pause()
    band.run(0.5)
    #expect(band.takeSends().last?.message == .stop)
    band.run(0.5)
    #expect(band.takeSends().isEmpty)
    band.controls.play()
    band.run(0.5)
    let messages = band.takeSends().map(\.message)
    let at = try #require(messages.firstIndex(of: .continue))
    // Two seconds at 110 BPM are 14.7 sixteenths.
    guard at > 0, case .position(let sixteenth) = messages[at - 1] else {
      Issue.record("\(messages)")
      return
    }
    #expect((14...17).contains(sixteenth) && messages.last == .tick)
  }

  @Test func `the box gives the clock only in mode stems and only when it follows none`() throws {
    for band in [try Band(gives: true, mode: .player), try Band(follows: true, gives: true), try Band()] {
      band.run(1, clock: 120)
      #expect(band.takeSends().isEmpty)
    }
  }

  @Test func `the modes end and the boxes are a stop`() throws {
    let band = try Band(gives: true)
    band.run(1)
    band.controls.set(mode: .player)
    band.run(0.2)
    #expect(band.takeSends().last?.message == .stop)
    band.controls.set(mode: .stems)
    band.run(1)
    _ = band.takeSends()
    band.end()
    #expect(band.takeSends().map(\.message) == [.stop])
  }

  @Test func `its own clock that comes back is reported and not followed`() throws {
    let band = try Band(gives: true)
    band.echo = 0.004
    band.run(5)
    #expect(band.bpm == 110 && band.notices.count == 1 && band.notices[0].contains("comes back to it (4 ms later)"), "\(band.notices)")
  }

  @Test func `another clock besides is reported and not followed`() throws {
    let band = try Band(gives: true)
    band.run(6, clock: 117)
    #expect(band.bpm == 110 && band.notices.count == 1 && band.notices[0].contains("another MIDI clock"), "\(band.notices)")
  }

  @Test func `without a card that says when nothing is guessed`() throws {
    let band = try Band(gives: true)
    band.run(1)
    _ = band.takeSends()
    band.engine.rtForgetTime()
    band.round(at: band.now)
    #expect(band.takeSends().isEmpty, "it may come back at once")
    band.round(at: band.now + 0.26)
    #expect(band.takeSends().map(\.message) == [.stop])
  }

  /// An xrun of the card loses the relation between frames and time. The next block restores it.
  @Test func `an xrun does not stop playback`() throws {
    let band = try Band(gives: true)
    band.run(1)
    for _ in 0..<3 {
      _ = band.takeSends()
      band.engine.rtForgetTime()
      band.round(at: band.now)
      band.round(at: band.now + 0.02)
      band.run(0.5)
      let sends = band.takeSends()
      #expect(sends.allSatisfy { $0.message == .tick } && sends.count > 15, "\(sends.map(\.message))")
    }
  }
}
