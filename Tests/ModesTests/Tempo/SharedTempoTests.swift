import GestureFlowAPI
import Modes
import ModesDoubles
import TestSupport
import Testing

/// A shared tempo leads stems and echoes and does not have a master.
@Suite struct SharedTempoTests {
  /// Lead of the session's bar over the sounding bar, in quarters, up to half a bar.
  private func apart(_ band: Band, _ session: SessionDouble, bar: Double = 4) -> Double {
    let distance = session.look(at: band.now, bar: bar).beat - band.beat
    return distance - (distance / bar).rounded() * bar
  }

  @Test func `tempo and bar of others lead the stems without a jump`() throws {
    let band = try Band()
    band.run(0.5)
    let session = SessionDouble(tempo: 120, peers: 1)
    session.begin(beat: band.beat + 1.1, at: band.now)
    band.session = session
    band.run(1)
    // The tempo deviates by half a per cent at most to align the beats.
    var (least, most) = (Double.infinity, 0.0)
    for _ in 0..<20 {
      band.run(0.2)
      let share = band.stems.values.tempo * 110 / 120
      (least, most) = (min(least, share), max(most, share))
    }
    #expect(least > 0.9949 && most < 1.0051 && most > 1.004, "\(least) \(most)")
    #expect(abs(band.controls.view.instrument.values.tempo - 120) < 0.01, "echoes go by it, too")
    #expect(session.lays == 0 && session.tempi.isEmpty, "others' session is left as it is")
    #expect(band.notices == ["Ableton Link: the tempo is shared"])
  }

  @Test func `bars come together within two milliseconds`() throws {
    let band = try Band()
    band.run(0.5)
    let session = SessionDouble(tempo: 120, peers: 2)
    // The beat belongs to another bar. Its number within the bar counts.
    session.begin(beat: band.beat + 8.1, at: band.now)
    band.session = session
    band.run(45)
    let apart = apart(band, session)
    #expect(abs(apart) * 0.5 < 0.002, "\(apart * 500) ms")
    #expect(abs(band.bpm - 120) < 0.02)
    let status = try #require(band.link.status)
    #expect(status.peers == 2 && status.tempoBPM == 120 && abs(status.apartMs ?? 99) < 1.5 && (0..<4).contains(status.beat))
    // Beat and moment belong together, even when the test reads them much later.
    let foreseen = session.look(at: status.clockSeconds, bar: 4).beat
    #expect(abs((foreseen - status.beat).remainder(dividingBy: 4)) < 1e-5, "\(foreseen) \(status)")
    #expect((-1e-6...0.02).contains(band.now - status.clockSeconds), "\(band.now) \(status.clockSeconds)")
  }

  /// Link's quantum is the bar of the metre. Six quarters are two whole bars, but a bar and a half of 4/4.
  @Test(arguments: Ring.cases(["6/8"], of: ["3/4", "6/8"]))
  func `bars of three quarters come together as bars of three`(text: String) throws {
    let band = try Band(metre: try #require(Metre(rawValue: text)))
    band.run(0.5)
    let session = SessionDouble(tempo: 120, peers: 1)
    session.begin(beat: band.beat + 6.1, at: band.now)
    band.session = session
    band.run(45)
    #expect(session.bars == [3])
    #expect(abs(apart(band, session, bar: 3)) * 0.5 < 0.002 && abs(apart(band, session)) > 1.9)
    let status = try #require(band.link.status)
    #expect((0..<3).contains(status.beat) && abs(status.apartMs ?? 99) < 1.5)
    #expect(abs((session.look(at: status.clockSeconds, bar: 3).beat - status.beat).remainder(dividingBy: 3)) < 1e-5)
  }

  @Test func `a box alone lays its own bar of seven eighths`() throws {
    let band = try Band(metre: try #require(Metre(7, over: 8)))
    band.run(0.5)
    let session = SessionDouble(tempo: 120)
    session.begin(beat: band.beat + 1.7, at: band.now)
    band.session = session
    band.run(1)
    #expect(session.bars == [3.5] && session.lays == 1 && abs(apart(band, session, bar: 3.5)) < 0.05)
    // In other modes no set sounds whose bar could count.
    band.controls.set(mode: .instrument)
    band.run(0.2)
    #expect(session.bars == [3.5, 4])
  }

  /// Only a ratio of exactly 1 leaves the sound of the files unchanged.
  @Test func `at the set's own tempo nothing is stretched`() throws {
    let band = try Band()
    band.run(0.5)
    let session = SessionDouble(tempo: 110, peers: 1)
    session.begin(beat: band.beat + 0.002, at: band.now)
    band.session = session
    band.run(10)
    #expect(band.notices == ["Ableton Link: the tempo is shared"])
    for _ in 0..<25 {
      band.run(0.2)
      #expect(band.stems.values.tempo == 1)
    }
    #expect(abs(apart(band, session)) * 60 / 110 < 0.004)
  }

  @Test func `a box that is alone gives the session its tempo and bar`() throws {
    let band = try Band()
    band.run(0.5)
    let session = SessionDouble(tempo: 120)
    session.begin(beat: band.beat + 1.7, at: band.now)
    band.session = session
    band.run(1)
    #expect(session.tempi == [110] && session.lays == 1 && abs(apart(band, session)) < 0.05)
    #expect(abs(band.bpm - 110) < 0.6)
    // Peers join: from now on the box does not force a change of the session, even if they leave.
    session.peers = 1
    band.run(0.2)
    session.set(tempo: 125, at: band.now)
    session.begin(beat: band.beat + 1, at: band.now)
    band.run(2)
    session.peers = 0
    band.controls.pause()
    band.run(0.5)
    band.controls.play()
    band.run(2)
    #expect(session.lays == 1 && session.tempi == [110, 125])
    #expect(abs(band.bpm - 125) < 0.7)
    #expect(band.notices == ["Ableton Link: no other program shares the tempo", "Ableton Link: the tempo is shared"])
  }

  @Test func `a tempo that the set cannot be played at is reported once and leaves it`() throws {
    let band = try Band()
    band.run(0.5)
    let session = SessionDouble(tempo: 240, peers: 1)
    band.session = session
    band.run(3)
    #expect(band.bpm == 110 && abs(band.controls.view.instrument.values.tempo - 240) < 0.01)
    #expect(band.notices.count == 1 && band.notices[0].contains("240.0 BPM: choose a tempo from half to twice"), "\(band.notices)")
    session.set(tempo: 130, at: band.now)
    band.run(1)
    #expect(abs(band.bpm - 130) < 0.7)
  }

  @Test func `a tempo that is chosen here is everybodys`() throws {
    let band = try Band()
    band.link.share(100, at: band.now)
    band.run(0.5)
    let session = SessionDouble(tempo: 120, peers: 1)
    band.session = session
    band.run(0.5)
    band.link.share(132, at: band.now)
    band.run(0.5)
    #expect(session.tempi == [132] && abs(band.bpm - 132) < 0.7)
    band.link.end()
    band.session = nil
    band.link.share(90, at: band.now)
    band.run(0.5)
    #expect(session.tempi == [132] && band.link.status == nil && abs(band.bpm - 132) < 0.7, "the stems keep their tempo")
  }

  @Test func `in other modes echoes follow and nothing is laid`() throws {
    let band = try Band(mode: .instrument)
    let session = SessionDouble(tempo: 96)
    band.session = session
    band.run(1)
    #expect(session.tempi.isEmpty && session.lays == 0 && abs(band.controls.view.instrument.values.tempo - 96) < 0.01)
    #expect(band.link.status?.apartMs == nil)
  }
}
