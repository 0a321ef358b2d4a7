import Camera
import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Modes
import ModesDoubles
import Notes
import Perception
import Realtime
import Settings
import SyntheticHands
import Sound
import TestSupport
import Testing

/// A replayed session gives the same controls, to the last bit.
@Suite(.serialized) struct SessionReplayTests {
  /// The state after a frame.
  private struct Moment: Equatable {
    var asked: String
    var player: Controls.Values
    var stems: [StemControls.Channel]
    var selected: Int?
    var streamPitch: Double?
    var scale: Scale

    init(_ pipeline: HandsPipeline, _ controls: ControlLoop) {
      asked = pipeline.snapshot.control.bits
      player = controls.values
      stems = controls.view.stems.channels
      selected = controls.view.stems.selected
      streamPitch = controls.view.stream.pitchCents
      scale = controls.view.instrument.values.scale
    }
  }

  private static func controls() -> ControlLoop {
    // A pipe plays, which is a stream with a pitch.
    var stream = StreamControls()
    stream.set(can: [.play, .pause, .volume, .pitch])
    return ControlLoop(Controls(SoundEngine(), stream: stream))
  }

  /// Presses buttons and turns knobs while hands play, in all modes.
  private static func disturb(_ pipeline: HandsPipeline, _ controls: ControlLoop, _ random: inout TestSupport.SplitMix) {
    func ask(_ command: Command) { pipeline.carriedOut(command) }
    let channel = Int(random.unit() * 4)
    switch Int(random.unit() * 15) {
    case 0:
      let speed = Speed(nearest: 0.1 + 1.9 * random.unit()) ?? 1
      controls.set(speed: speed)
      ask(.speed(speed))
    case 1: controls.set(pitchCents: Cents(nearest: 4800 * random.unit() - 2400))
    case 2:
      let (volume, filter) = (Volume(nearest: random.unit()), FilterKnob(nearest: 2 * random.unit() - 1))
      controls.change { $0.set(volume: volume, filter: filter) }
    case 3:
      let (volume, cents) = (Volume(nearest: random.unit()), StemCents(nearest: 400 * random.unit() - 200))
      controls.change { $0.stems.set(channel, volume: volume, pitchCents: cents) }
    case 4: controls.change { $0.stems.select(channel) }
    case 5:
      let scale = Scale.allCases[Int(random.unit() * 12)]
      controls.change { $0.instrument.set { $0.scale = scale } }
    case 6: pipeline.measured(toLoudspeaker: 0.02 + 0.05 * random.unit())
    case 7:
      var settings = GestureSettings()
      settings.filter = FilterKind.allCases[Int(random.unit() * Double(FilterKind.allCases.count))]
      settings.startVolume = Float(random.unit())
      pipeline.apply(settings)
    case 8, 9:
      let mode = Mode.allCases[Int(random.unit() * Double(Mode.allCases.count))]
      controls.set(mode: mode)
    case 10:
      let cents = Cents(nearest: 4800 * random.unit() - 2400) ?? 0
      controls.change { $0.stream.set(pitchCents: cents) }
    case 11: controls.change { $0.set(handsOff: !$0.values.areHandsOff) }
    case 12: controls.change { $0.set(handsOff: false) }
    case 13: controls.change { $0.glideHome() }
    default: break
    }
  }

  /// Records a performance of synthetic hands, and the state after each frame.
  private static func record(_ script: Choreography, to path: String, seed: UInt64) throws -> [Moment] {
    var settings = RunSettings()
    settings.record = path
    let controls = controls()
    let pipeline = try HandsPipeline(
      models: try TrackerModels(.standard(), size: .int8, parallel: false), settings: settings, controls: controls,
      eventClock: EventClock(isLive: false), log: BootLog(quiet: true), live: false, keepHistory: false)
    let performer = VirtualPerformer(script, width: 320, height: 240, live: false, seconds: 9)
    let worker = pipeline.worker()
    var random = TestSupport.SplitMix(seed)
    var moments: [Moment] = []
    while case .frame(let frame) = performer.next(timeout: 1) {
      // Each mode is active for a while, regardless of the random events.
      if let mode = [50: Mode.stems, 100: .instrument, 150: .stream, 190: .theremin, 220: .player][moments.count] {
        controls.set(mode: mode)
      }
      if random.unit() < 0.15 { disturb(pipeline, controls, &random) }
      worker.process(frame)
      moments.append(Moment(pipeline, controls))
      // The camera stalls for a while. The file records that after this frame, too.
      if moments.count == 201 { pipeline.noFrame(at: frame.time + 1.5) }
    }
    pipeline.close()
    return moments
  }

  /// Replays a session without models and frames.
  private static func replay(_ path: String, to copy: String? = nil) throws -> [Moment] {
    var settings = RunSettings()
    settings.record = copy
    let controls = controls()
    let file = try ReplayFile(path, isLive: false)
    let pipeline = try HandsPipeline(
      models: nil, settings: settings, controls: controls, eventClock: EventClock(isLive: false), log: BootLog(quiet: true), live: false,
      keepHistory: false, replay: file,
      ask: { if case .mode(let mode) = $0 { controls.set(mode: mode) } })
    let worker = pipeline.worker()
    var moments: [Moment] = []
    while case .frame(let frame) = file.next(timeout: 1) {
      worker.process(frame)
      moments.append(Moment(pipeline, controls))
    }
    pipeline.close()
    return moments
  }

  @Test func `controls are the same to the last bit`() throws {
    let script = try #require(Scripts.named("demo"))
    try Places.withFolder { folder in
      for seed in TestSupport.Ring.cases([3], of: [3, 4]) as [UInt64] {
        let path = folder.appendingPathComponent("\(seed).jsonl").path
        let played = try Self.record(script, to: path, seed: seed)
        #expect(Set(played.map(\.streamPitch)).count > 1)
        #expect(
          Set(played.map(\.asked)).count > 20 && Set(played.map { $0.player.mode }) == Set(Mode.allCases), "hands and commands did little")
        let again = try Self.replay(path)
        #expect(again.count == played.count)
        let first = zip(played, again).enumerated().first { $0.element.0 != $0.element.1 }
        #expect(first == nil, "seed \(seed), frame \(first?.offset ?? 0): \(String(describing: first?.element))")
        // The gestures alone, with the frames of the file.
        let compared = try SessionReplay(path)
        #expect(compared.frames == played.count && compared.compared == played.count + 1 && compared.different == 0, "\(compared)")
        // Other settings give other controls, so the comparison can fail.
        var settings = GestureSettings()
        settings.filter = .none
        let changed = try SessionReplay(path, settings: settings).different
        #expect(changed > 0)
      }
    }
  }

  @Test func `a session that begins in a pause for want of hands is played again with it`() throws {
    try Places.withFolder { folder in
      for away in [true, nil] as [Bool?] {
        let header = SessionHeader(
          id: "a", model: "int8", mode: "player", gestures: SessionGestures(GestureSettings()), lookAheadSeconds: 0.02, paused: false,
          autoPause: true, away: away)
        let path = folder.appendingPathComponent("\(away ?? false).jsonl").path
        let frames = (0..<60).map {
          "{\"frame\":{\"frame\":\($0),\"t\":\(Double($0) / 30),\"aspect\":1.5,\"hands\":[]},\"control\":{\"t\":\($0),\"speed\":1,\"pitchCents\":0,\"volume\":0.5},\"events\":[]}"
        }
        let first = "{\"session\":" + String(decoding: try JSONEncoder().encode(header), as: UTF8.self) + "}"
        try ([first] + frames).joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let moments = try Self.replay(path)
        #expect(moments.count == 60 && moments.allSatisfy { $0.player.isAway == (away ?? false) })
      }
    }
  }

  @Test(arguments: [("float", .float), ("int8", .int8), ("exact", .float), ("full", .int8), ("huge", nil)] as [(String, ModelSize?)])
  func `a session may name its model by the old word`(word: String, size: ModelSize?) throws {
    let header = SessionHeader(
      id: "a", model: word, mode: "player", gestures: SessionGestures(GestureSettings()), lookAheadSeconds: 0.02, paused: false,
      autoPause: true)
    let first = "{\"session\":" + String(decoding: try JSONEncoder().encode(header), as: UTF8.self) + "}\n"
    // A file without a header has the model in its lines.
    let frame =
      "{\"frame\":{\"frame\":0,\"t\":0,\"aspect\":1.5,\"model\":\"\(word)\",\"hands\":[]},\"control\":{\"t\":0,\"speed\":1,\"pitchCents\":0,\"volume\":0.5},\"events\":[]}\n"
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("s.jsonl").path
      for text in [first + frame, frame] {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let steps = try SessionSteps(path)
        while try steps.next() != nil {}
        #expect(steps.model == size && steps.frames == 1, "\(text)")
      }
    }
  }

  @Test func `settings come back out of a header, and those that an older file lacks are as they were`() throws {
    var settings = GestureSettings()
    (settings.pinchDistance, settings.selectSeconds, settings.stemVolumePerSize) = (0.31, 0.7, 0.9)
    (settings.hands, settings.reach) = (.one, .auto)
    let encoded = try JSONEncoder().encode(SessionGestures(settings))
    #expect(try JSONDecoder().decode(SessionGestures.self, from: encoded).settings == settings)
    var old = SessionGestures(settings)
    (old.pinchDistance, old.selectSeconds, old.hands, old.reach) = (nil, nil, nil, nil)
    let read = try JSONDecoder().decode(SessionGestures.self, from: JSONEncoder().encode(old)).settings
    #expect(read?.pinchDistance == 0.25 && read?.selectSeconds == 1 && read?.stemVolumePerSize == 0.9)
    #expect(read?.hands == .both && read?.reach == .full)
    var wild = SessionGestures(settings)
    wild.pinchDistance = 1e30
    #expect(wild.settings == nil)
    wild = SessionGestures(settings)
    wild.selectSeconds = -1
    #expect(wild.settings == nil)
    wild = SessionGestures(settings)
    wild.hands = "three"
    #expect(wild.settings == nil)
    wild = SessionGestures(settings)
    wild.reach = "far"
    #expect(wild.settings == nil)
  }

  /// The camera was away for longer than a replay waits.
  @Test func `a recording goes on behind hours without a frame, and its replay leaves them out`() throws {
    let script = try #require(Scripts.named("demo"))
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("s.jsonl").path
      var settings = RunSettings()
      settings.record = path
      let pipeline = try HandsPipeline(
        models: try TrackerModels(.standard(), size: .int8, parallel: false), settings: settings, controls: Self.controls(),
        eventClock: EventClock(isLive: false), log: BootLog(quiet: true), live: false, keepHistory: false)
      let performer = VirtualPerformer(script, width: 320, height: 240, live: false, seconds: 3)
      let worker = pipeline.worker()
      var count = 0
      while case .frame(let frame) = performer.next(timeout: 1) {
        worker.process(frame.repeated(index: frame.index, time: frame.time + (count < 30 ? 0 : 7000)))
        count += 1
      }
      pipeline.close()
      #expect(count > 60)
      let compared = try SessionReplay(path)
      #expect(compared.frames == count && compared.parts == 2 && compared.compared == count && compared.different == 0, "\(compared)")
      let file = try ReplayFile(path, isLive: false)
      var times: [Double] = []
      while case .frame(let frame) = file.next(timeout: 1) { times.append(frame.time) }
      let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
      #expect(times.count == count && file.failure == nil)
      #expect(gaps.max().map { abs($0 - FrameGap.pause) < 1e-6 } == true && gaps.count { $0 > 0.5 } == 1, "\(gaps)")
      #expect(try Self.replay(path).count == count)
    }
  }

  @Test func `a file without headers is played and said to be old`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("old.jsonl").path
      let lines = (0..<30).map {
        "{\"frame\":{\"frame\":\($0),\"t\":\(Double($0) / 30),\"aspect\":1.5,\"hands\":[]},\"control\":{\"t\":\($0),\"speed\":1.25,\"pitchCents\":0,\"volume\":0.5},\"events\":[]}"
      }
      try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
      let moments = try Self.replay(path)
      #expect(moments.count == 30 && moments.allSatisfy { $0.player.speed == 1.25 && $0.player.volume == 0.5 })
      let steps = try SessionSteps(path)
      while try steps.next() != nil {}
      let isOne = try SessionReplay.isOne(path)
      #expect(steps.isOld && steps.frames == 30 && !isOne)
    }
  }

  /// Reads a file to its end or to its first error.
  private func read(_ text: Data, in folder: URL) throws -> (frames: Int, cutOff: Int?, complaint: String) {
    let path = folder.appendingPathComponent("s.jsonl").path
    try text.write(to: URL(fileURLWithPath: path))
    let steps = try SessionSteps(path)
    do {
      while try steps.next() != nil {}
      return (steps.frames, steps.cutOff, "")
    } catch { return (steps.frames, nil, "\(error)") }
  }

  @Test func `an error in a file is reported with its line`() throws {
    try Places.withFolder { folder in
      let header = SessionHeader(
        id: "a", model: "int8", mode: "player", gestures: SessionGestures(GestureSettings()), lookAheadSeconds: 0.02, paused: false,
        autoPause: true)
      func line(_ change: (inout SessionHeader) -> Void = { _ in }) throws -> String {
        var header = header
        change(&header)
        return "{\"session\":" + String(decoding: try JSONEncoder().encode(header), as: UTF8.self) + "}\n"
      }
      func frame(_ t: Double) -> String {
        "{\"frame\":{\"frame\":1,\"t\":\(t),\"aspect\":1.5,\"hands\":[]},\"control\":{\"t\":\(t),\"speed\":1,\"pitchCents\":0,\"volume\":0.5},\"events\":[]}\n"
      }
      let begin = try line()
      let good = try read(Data((begin + frame(1) + frame(2)).utf8), in: folder)
      #expect(good.frames == 2 && good.complaint.isEmpty)
      let hour = try read(Data((begin + frame(2_147_483_648) + frame(2_147_487_248)).utf8), in: folder)
      #expect(hour.frames == 2 && hour.complaint.isEmpty, "a clock may have counted long, and a camera may be away for an hour")
      let parts = try read(Data((begin + frame(1) + begin + frame(2_147_483_648) + frame(2_147_487_248)).utf8), in: folder)
      #expect(parts.frames == 3 && parts.complaint.isEmpty, "a part may begin any time behind the one before")
      let cut = try read(Data((begin + frame(1) + frame(2).dropLast(10)).utf8), in: folder)
      #expect(cut.frames == 1 && cut.cutOff == 3 && cut.complaint.isEmpty)
      let (newer, other, strange) = (
        try line { $0.version = 3 }, try line { $0.id = "b" }, try line { $0.gestures.pinch = "toes" }
      )
      let wrong: [(String, String)] = [
        ("\(newer)\(frame(1))", "line 1 is of version 3"),
        ("\(begin)\(frame(1))\(other)", "line 3 begins another session"),
        ("\(begin)\(frame(2))\n\(frame(1))", "line 4 has a time"),
        ("\(begin){\"a\":1}\n\(frame(1))", "line 2 is not a line of a session"),
        ("\(frame(1))\(begin)", "line 2 begins a session"),
        ("{\"told\":{\"speed\":1}}\n", "line 1 comes before the session's first line"),
        (strange, "line 1 names settings"),
        (try line { $0.gestures.startVolume = 1e30 }, "line 1 names settings"),
        (try line { $0.lookAheadSeconds = 1e30 }, "line 1 names settings"),
        ("\(begin){\"told\":{\"mode\":\"disco\"}}\n", "line 2 names settings or a mode"),
        ("\(begin){\"told\":{\"lookAheadSeconds\":-1}}\n", "line 2 names settings or a mode"),
        // A replay would otherwise render, or wait, until then.
        ("\(begin)\(frame(0))\(frame(2_147_483_648))\(frame(0.1))", "line 3 comes 2147483648.0 s after the previous frame, and 3600 s"),
        ("\(begin)\(frame(1)){\"nothing\":{\"time\":4000,\"events\":[]}}\n", "line 3 comes 3999.0 s after the previous frame"),
        ("\(begin)\(frame(1))\(begin)\(frame(9000))\(frame(13_000))", "line 5 comes 4000.0 s after the previous frame"),
        ("\(begin)\(frame(9000))\(begin)\(frame(1))", "line 4 has a time"),
        ("\(begin)\(frame(1e300))", "line 2 contains invalid hands: its time"),
        (
          "\(begin)\(frame(1).replacingOccurrences(of: "\"aspect\":1.5", with: "\"aspect\":1e300"))",
          "line 2 contains invalid hands: its aspect"
        ),
      ]
      for (text, complaint) in wrong {
        let result = try read(Data(text.utf8), in: folder)
        #expect(result.complaint.contains("s.jsonl: \(complaint)"), "\(complaint): \(result.complaint)")
      }
      // The line reports more missing lines than a counter can hold.
      let gap = "{\"lost\":\(Int.max)}\n"
      let gaps = try read(Data((begin + gap + gap + "{\"lost\":-3}\n" + frame(1)).utf8), in: folder)
      #expect(gaps.frames == 1 && gaps.complaint.isEmpty, "\(gaps.complaint)")
      // Ten megabytes without an end of line.
      let long = try read(Data((begin + frame(1)).utf8) + Data(repeating: 32, count: 10 << 20), in: folder)
      #expect(long.frames == 1 && long.complaint.contains("line 3 has more than"), "\(long.complaint)")
    }
  }
}
