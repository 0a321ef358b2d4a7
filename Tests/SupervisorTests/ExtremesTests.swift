import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Hands
import Library
import Licensing
import MIDI
import Modes
import Perception
import Realtime
import Settings
import Signatures
import Supervisor
import TestSupport
import Testing

/// Each number of each file is replaced by extreme values. Each file is read or rejected, and none ends the
/// process. `make test` gives each number a third of the extremes: neighbours get other ones.
@Suite struct ExtremesTests {
  private static let extremes = [
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551616", "2147483648", "256", "0", "-1", "1e308",
    "-1e308", "1e999", "5e-324", "0.1", "\"NaN\"", "nan", "inf", "null", "true", "[]",
  ]

  /// Returns copies of the text with one number replaced by an extreme. Numbers within names count, too.
  /// - Parameter most: highest number of replacements.
  private static func mutations(of text: String, most: Int = 80) -> [String] {
    let numbers = text.matches(of: /-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/).map(\.range)
    return numbers.prefix(most).enumerated().flatMap { number, range in
      extremes.enumerated().filter { TestSupport.Ring.isLong || ($0.offset + number) % 3 == 0 }.map {
        text.replacingCharacters(in: range, with: $0.element)
      }
    }
  }

  // MARK: - State

  static let state = """
    {"autoPause":true,"elsewhere":[{"position":1.5,"stick":"a","track":"b"}],"hasHeardTour":true,"instrument":{"articulation":"legato",\
    "bend":false,"effects":{"reverb":0.5},"high":72,"key":"C","low":48,"scale":"pentatonicMajor","sound":"Glass","tempo":120,\
    "waveform":"saw"},"learned":[{"message":"cc 7 channel 1","parameter":"volume 2"},{"message":"note 60 channel 10",\
    "parameter":"mute 1"}],"mode":"player","output":"audio","paused":false,"pitchCents":100,"position":26.8,\
    "queue":[{"position":0,"stick":"a","track":"c"}],"repeats":"track","serial":44,"shuffleSeed":77,"speed":1,\
    "stems":{"channels":[{"isMuted":false,"pitchCents":10,"volume":0.8},{"isMuted":true,"pitchCents":0,"volume":1}],\
    "set":{"folder":"f","stick":"s"}},"stick":"a","stream":{"pitchCents":50,"source":"mpd"},"tier":"pro","track":"d","volume":0.7}
    """

  /// Returns the state file with this body and a correct checksum.
  static func file(_ body: String, version: String = "2") -> Data {
    let sum = SHA256.text(Data(body.utf8))
    return Data("{\"format\":\"gestureflow-state\",\"version\":\(version),\"sha256\":\"\(sum)\",\"state\":\(body)}\n".utf8)
  }

  static func isSane(_ state: SavedState) -> Bool {
    let hasSaneTracks =
      (state.shuffleSeed ?? 0) <= SavedState.mostSeed && state.elsewhere.allSatisfy { (0...1e6).contains($0.position) }
      && state.queue.allSatisfy { $0.position == 0 }
    return hasSaneTracks && (0...SavedState.mostSerial).contains(state.serial) && (0...1).contains(state.volume)
      && (0.1...2).contains(state.speed) && (-2400...2400).contains(state.pitchCents) && (0...1e6).contains(state.position)
      && state.stems.channels.allSatisfy { (0...1).contains($0.volume) && (-200...200).contains($0.pitchCents) }
  }

  /// The extremes do not reach a value that the sample lacks.
  @Test func `the sample of the state has every value`() throws {
    let sample = try #require(try JSONSerialization.jsonObject(with: Data(Self.state.utf8)) as? [String: Any])
    let state = SavedState()
    let parts: [(name: String, value: Any)] = [("instrument", state.instrument), ("stems", state.stems), ("stream", state.stream)]
    func missing(_ value: Any, in object: [String: Any]) -> Set<String> {
      Set(Mirror(reflecting: value).children.compactMap(\.label)).subtracting(object.keys)
    }
    #expect(missing(state, in: sample) == [])
    for part in parts {
      let object = try #require(sample[part.name] as? [String: Any])
      #expect(missing(part.value, in: object) == [], "\(part.name)")
    }
  }

  @Test func `every number of the state is read in its range and saved again`() throws {
    try Places.withFolder { (folder: URL) throws in
      let store = StateStore(folder.path)
      try Self.file(Self.state).write(to: URL(fileURLWithPath: store.path))
      let sample = try #require(store.load().state)
      #expect(sample.learned.bindings.count == 2 && sample.queue.count == 1 && sample.shuffleSeed == 77, "the sample itself is read")
      let versions = Self.extremes.map { Self.file(Self.state, version: $0) }
      for data in Self.mutations(of: Self.state).map({ Self.file($0) }) + versions {
        try data.write(to: URL(fileURLWithPath: store.path))
        let saver = StateSaver(folder.path, Configuration(), log: BootLog(quiet: true))
        let saved = saver.saved
        #expect(Self.isSane(saved), "\(String(decoding: data, as: UTF8.self))")
        #expect(saved.learned.bindings.allSatisfy { LearnControl(text: $0.control.text) == $0.control })
        let values = InstrumentControls.Values(saved, Configuration())
        #expect(values.range.low < values.range.high)
        saver.save(at: 1) { $0.volume = saved.volume > 0.5 ? 0.25 : 0.75 }
        #expect(store.load().state?.serial == saver.saved.serial && saver.saved.serial > 0)
        unlink(store.path)
        unlink(store.previous)
      }
    }
  }

  /// A box with this file must not trap at every start.
  @Test func `a serial at the largest number does not trap`() throws {
    try Places.withFolder { (folder: URL) throws in
      let body = Self.state.replacing("\"serial\":44", with: "\"serial\":\(Int.max)")
      try Self.file(body).write(to: URL(fileURLWithPath: StateStore(folder.path).path))
      let saver = StateSaver(folder.path, Configuration(), log: BootLog(quiet: true))
      #expect(saver.saved.serial == SavedState.mostSerial && saver.saved.volume == 0.7)
      for step in 1...3 { saver.save(at: Double(step)) { $0.volume = Double(step) / 10 } }
      #expect(StateStore(folder.path).load().state?.volume == 0.3)
    }
  }

  // MARK: - Scenes

  static let scenes = """
    {"format":"gestureflow-scenes","version":1,"scenes":[{"number":2,"title":"Moon 5","tempoBPM":120.5,\
    "loops":[{"channel":1,"region":{"start":1,"end":3}}],"state":\(state)}]}
    """

  static func isSane(_ scene: Scene) -> Bool {
    SceneNumber(scene.number) != nil && isSane(scene.state) && (20...400).contains(scene.tempoBPM ?? 20)
      && scene.loops.allSatisfy {
        (1...4).contains($0.channel) && $0.region.start >= 0 && $0.region.start < $0.region.end && $0.region.end <= 4
      }
  }

  @Test func `every number of the scenes is read in its range and saved again`() throws {
    try Places.withFolder { (folder: URL) throws in
      let file = folder.appendingPathComponent("scenes.json")
      func read(_ text: String) throws -> (store: SceneStore, scene: Scene?) {
        try Data(text.utf8).write(to: file)
        let store = SceneStore(folder.path) { _ in }
        return (store, store.all.first)
      }
      let sample = try #require(try read(Self.scenes).scene)
      #expect(sample.loops.count == 1 && sample.tempoBPM == 120.5 && sample.state.volume == 0.7, "the sample itself is read")
      for text in Self.mutations(of: Self.scenes) {
        let (store, found) = try read(text)
        guard var scene = found else { continue }
        #expect(Self.isSane(scene), "\(text)")
        scene.tempoBPM = 90
        try store.set(scene, at: try #require(SceneNumber(scene.number)))
        #expect(SceneStore(folder.path) { _ in }.all.map(\.tempoBPM) == [90])
      }
    }
  }

  // MARK: - Licences

  private static let licence = """
    {"format":"gestureflow-licence","version":1,"id":"L-0001","holder":"Holder 1","serial":"*","issued":"2026-01-02T03:04:05Z",\
    "notBefore":"2026-01-02T03:04:05Z","expires":"2030-01-02T03:04:05Z","features":["pro"]}
    """

  @Test func `every number of a licence is read or refused`() throws {
    let key = LicenceKey()
    let keys = try PublicKeys(key.publicLine(name: "a"))
    let file = try key.sign(payload: Data(Self.licence.utf8))
    _ = try file.licence(keys)
    for text in Self.mutations(of: Self.licence) {
      guard let licence = try? key.sign(payload: Data(text.utf8)).licence(keys) else { continue }
      #expect(licence.issued.seconds > 0)
    }
    // Tests the file itself and one in the older format.
    let text = String(decoding: file.data, as: UTF8.self)
    let members = "\"key\":\"\(key.id)\",\"signature\":\"\(String(repeating: "0a", count: 64))\","
    let earlier = Self.licence.replacing("\"features\"", with: members + "\"features\"")
    for other in Self.mutations(of: text) + Self.mutations(of: earlier) where other != text {
      #expect(throws: LicenceRefusal.self) { _ = try LicenceFile(Data(other.utf8)).licence(keys) }
    }
  }

  @Test func `every number of the newest time is read or refused`() throws {
    try Places.withFolder { (folder: URL) throws in
      try FileManager.default.createDirectory(atPath: folder.path + "/licence", withIntermediateDirectories: true)
      for text in Self.mutations(of: "2026-11-26T10:00:00Z") + Self.extremes {
        try Data(text.utf8).write(to: folder.appendingPathComponent("licence/newest-time"))
        let newest = LicenceStore(stateFolder: folder.path, keys: .none).newestTime()
        #expect((0...253_402_300_799).contains(newest), "\(text)")
        var clock = LicenceClock(newest: newest)
        for uptime in [0, 1, 1e9] { _ = clock.look(clock: .max, uptime: uptime) }
      }
    }
  }

  // MARK: - Sessions

  /// One line of each kind of a session.
  static func session() throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let gestures = SessionGestures(GestureSettings())
    let header = SessionHeader(
      id: "a", model: "int8", mode: "player", gestures: gestures, lookAheadSeconds: 0.05, paused: false, autoPause: true)
    var told = SessionChanges()
    (told.mode, told.speed, told.stemCount, told.stem) = ("stems", 1.5, 3, 2)
    (told.stemVolumes, told.stemPitchCents, told.streamPitchCents) = ([0.5, nil], [100, 0], 50)
    told.instrument = gestures.instrument
    let landmarks = Landmarks((0..<Landmarks.count).map { Landmark(x: Float($0) / 40 + 0.2, y: Float($0) / 40 + 0.1, z: 0.01) })
    func frame(_ number: Int, _ hands: [HandsLine.Seen]) throws -> String {
      let time = Double(number) / 30
      let line = SessionLine(
        frame: HandsLine(frame: number, t: time, aspect: 1.333, hands: hands),
        control: ControlSample(t: time, speed: 1, pitchCents: 0, volume: 0.8),
        events: [Event(atSeconds: time, type: "handsPresent")], bits: "0123456789abcdef")
      return String(decoding: try encoder.encode(line), as: UTF8.self)
    }
    let hand = HandsLine.Seen(handedness: .left, landmarks: landmarks, id: 7, confidence: 0.9, fingers: 5)
    let rest = [
      #"{"told":\#(String(decoding: try encoder.encode(told), as: UTF8.self))}"#,
      #"{"command":{"t":0.5,"command":{"command":"seek","number":10}}}"#,
      try frame(0, [hand]), try frame(1, [hand]),
      #"{"nothing":{"time":3.5,"bits":"0123456789abcdef","events":[{"atSeconds":3.5,"type":"handsAbsent"}]}}"#,
      #"{"lost":5}"#, try frame(200, []),
    ]
    return [#"{"session":\#(String(decoding: try encoder.encode(header), as: UTF8.self))}"#] + rest
  }

  @Test func `every number of a session is replayed or refused`() throws {
    try Places.withFolder { (folder: URL) throws in
      let lines = try Self.session()
      let path = folder.appendingPathComponent("session.jsonl")
      func write(_ lines: [String]) throws { try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: path) }
      try write(lines)
      let whole = try SessionReplay(path.path)
      #expect(whole.frames == 3 && whole.commands == 1 && whole.lost == 5, "the sample itself is replayed")
      for at in lines.indices {
        for line in Self.mutations(of: lines[at], most: TestSupport.Ring.isLong ? 30 : 10) {
          var changed = lines
          changed[at] = line
          try write(changed)
          if let replay = try? SessionReplay(path.path) { #expect(replay.lost >= 0) }
          guard let file = try? ReplayFile(path.path, isLive: false) else { continue }
          for _ in 0..<8 {
            guard case .frame(let frame) = file.next(timeout: 0) else { break }
            #expect((1...4096).contains(frame.width))
            _ = file.take(through: frame.index)
          }
        }
      }
    }
  }

  // MARK: - Stems, sounds, settings

  @Test func `every number of a stem set is read or refused`() {
    let text = """
      name = "Set 1"
      tempo = 120.5
      [[channel]]
      file = "drums 1.wav"
      bars = 8
      gain = 0.5
      [[channel]]
      file = "bass.wav"
      bars = 16
      """
    #expect(StemSetFile.read(Array(text.utf8)).reasons.sentence == nil, "the sample itself is read")
    for changed in Self.mutations(of: text) {
      let read = StemSetFile.read(Array(changed.utf8))
      guard let plan = read.plan else { continue }
      let channels = plan.channels.map { StemLengths.Channel($0.name, bars: $0.bars, seconds: 16, rate: 48_000) }
      for seconds in [0, -1, 1e308, .infinity, .nan] {
        _ = StemLengths(milliBPM: plan.milliBPM, channels + [StemLengths.Channel("x", bars: 4, seconds: seconds, rate: 48_000)])
      }
    }
  }

  @Test func `every number of every factory sound is read or refused`() throws {
    let sounds = Places.project.appendingPathComponent("sounds").path
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: sounds).sorted() where name.hasSuffix(".toml") {
      let text = try String(contentsOfFile: sounds + "/" + name, encoding: .utf8)
      #expect(SynthSoundFile.read(Array(text.utf8), file: name).sound != nil, "\(name)")
      for changed in Self.mutations(of: text, most: 40) {
        let read = SynthSoundFile.read(Array(changed.utf8), file: name)
        #expect(read.sound != nil || !read.errors.isEmpty)
        count += 1
      }
    }
    #expect(count > (TestSupport.Ring.isLong ? 1000 : 300))
  }

  @Test func `every number of the settings is read or refused`() {
    let text = ConfigFile.text(of: Configuration())
    for changed in Self.mutations(of: text, most: 200) {
      var configuration = Configuration()
      let errors = ConfigFile.apply(changed, file: "x.toml", to: &configuration, checkingFiles: false)
      #expect(errors.isEmpty || configuration == Configuration(), "nothing of a wrong file is used")
      _ = configuration.gestures
      _ = configuration.cameraRequest(on: .this)
      #expect((1...4).contains(configuration.trackerHands) && (1...16).contains(configuration.midiChannel))
    }
  }
}
