import Foundation
import GestureFlowAPI
import Modes
import Panel
import Realtime
import Settings
import Sound
import Supervisor
import Synchronization
import TestSupport
import Testing

/// The voice: a sentence for every problem in every language, and a program that is missing, hangs or dies.
@Suite struct VoiceTests {
  /// Names of the sentences of a language, in order.
  private func names(_ language: VoiceLanguage) -> [String] {
    Sentences.all(language).split(separator: "\n").map { String($0.prefix { $0 != " " }) }
  }

  @Test func `every language has the same sentences, each once and short`() throws {
    for language in VoiceLanguage.allCases {
      #expect(names(language) == names(.en) && Set(names(language)).count == names(language).count, "\(language)")
      var texts: Set<String> = []
      for name in names(language) {
        let text = try #require(Sentences.text(name, language), "\(language) \(name)")
        let isNew = texts.insert(text).inserted
        #expect(text.hasSuffix(".") && (10...160).contains(text.count) && isNew, "\(language): \(text)")
        #expect(language == .en || text != Sentences.text(name, .en), "\(language): \(text)")
      }
      #expect(Sentences.text("none", language) == nil && Sentences.text("tour", language) == nil)
    }
  }

  @Test func `no problem lacks a sentence`() throws {
    let all = names(.en)
    #expect(all.contains(Sentences.other) && all.contains(Sentences.stems))
    for name in Sentences.tour { #expect(all.contains(name)) }
    for mode in Mode.allCases { #expect(all.contains(mode.facts.signal.rawValue), "\(mode)") }
    for signal in Signal.allCases {
      guard let problem = signal.row.problem else { continue }
      let part = signal.row.group == .stick ? "stick" : "light"
      let status = PartStatus(name: part, state: .degraded, reason: problem.reason + " (EIO) ('PARTY')", remedy: problem.remedy)
      #expect(Sentences.name(of: status) == signal.rawValue && all.contains(signal.rawValue), "\(signal)")
    }
    for name in ProblemName.allCases where !name.hasCauses {
      let status = PartStatus(name, reason: "broken", remedy: "")
      #expect(Sentences.name(of: status) == name.rawValue, "\(name)")
    }
    // Every part that may fail is one of these names.
    var parts: [String] = []
    try Places.withFolder { folder in
      let box = try Box.alone(in: folder, state: folder.appendingPathComponent("state"))
      try box.runningBeside {
        #expect(waitUntil { !box.parts.isEmpty })
        parts = box.parts.map(\.name)
      }
    }
    #expect(parts.count == 11 && parts.allSatisfy { ProblemName(rawValue: $0) != nil }, "\(parts)")
    #expect(try Places.sources().allSatisfy { !$0.contains(#/PartStatus\(\s*name: "/#) }, "a name of its own for a problem")
    for name in ["something new", "stick", "light"] {
      #expect(Sentences.name(of: PartStatus(name: name, state: .failed, reason: "broken")) == Sentences.other)
    }
  }

  @Test func `a problem is spoken once, and one that flickers once a minute`() {
    var problems = NewProblems()
    let first = problems.take(["camera", "tooDark"], at: 0)
    let (same, gone, again) = (
      problems.take(["camera", "tooDark"], at: 1), problems.take(["tooDark"], at: 2), problems.take(["camera", "tooDark"], at: 3)
    )
    #expect(first == ["camera", "tooDark"] && same.isEmpty && gone.isEmpty && again.isEmpty)
    _ = problems.take([], at: 50)
    let (later, stays) = (problems.take(["camera"], at: 61), problems.take(["camera"], at: 500))
    #expect(later == ["camera"] && stays.isEmpty)
  }

  @Test func `a problem that comes back within a minute and stays is spoken after the minute`() {
    var problems = NewProblems()
    var spoken: [Double] = []
    for second in stride(from: 0.0, to: 3600, by: 1) {
      let isThere = second < 1 || second >= 3
      if !problems.take(isThere ? ["camera"] : [], at: second).isEmpty { spoken.append(second) }
    }
    #expect(spoken == [0, NewProblems.pause])
  }

  @Test func `words wait for the tones`() {
    var queue = SignalQueue()
    #expect(!queue.isIdle(at: 0))
    _ = queue.next(at: 0, afterBoot: 1)
    #expect(!queue.isIdle(at: 1) && queue.isIdle(at: 1 + SignalQueue.gap))
    queue.add(.cameraLost)
    #expect(!queue.isIdle(at: 2))
    let signal = queue.next(at: 2, afterBoot: 1)
    #expect(signal == .cameraLost && !queue.isIdle(at: 2) && queue.isIdle(at: 2 + Signal.cameraLost.row.seconds + SignalQueue.gap))
  }

  // MARK: - The program

  /// A script in place of espeak-ng, and the samples that the engine has taken.
  private final class Stand: Sendable {
    /// Least samples that the sound of the script gives: one second.
    static let samples = 47_900

    let folder: URL
    private let heard = Mutex<[Float]>([])
    private let told = Mutex<[String]>([])
    private let pauses = Atomic(0)
    private let isGone = Atomic(false)

    init(_ folder: URL) {
      self.folder = folder
      let tone = (0..<22_050).map { Float(sin(Double($0) * 2 * .pi * 440 / 22_050)) * 0.5 }
      // WAV, 16 bit.
      Signals.write(tone, to: folder.path + "/tone", rate: 22_050, channels: 1, format: 0x01_0002)
    }

    var samples: [Float] { heard.withLock { $0 } }
    var notices: [String] { told.withLock { $0 } }
    var pauseCount: Int { pauses.load(ordering: .relaxed) }
    func set(isGone: Bool) { self.isGone.store(isGone, ordering: .relaxed) }

    /// Language and sentence of each run of the script.
    var runs: [String] {
      let text = (try? String(contentsOf: folder.appendingPathComponent("runs"), encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map(String.init)
    }
    /// Files that are kept.
    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache")) ?? [] }

    /// Makes a voice that runs a script.
    /// - Parameters:
    ///   - script: lines of a shell, in which `$8` is the file to write. Nil: the program is not installed.
    ///   - installed: path of the real program, which replaces the script.
    func voice(
      _ script: String?, installed: String? = nil, hasToured: Bool = true, limit: Double = 600, language: VoiceLanguage = .en,
      gain: Float = 0.5
    ) throws -> VoiceController {
      let program = folder.appendingPathComponent("voice.sh").path
      if let script {
        try "#!/bin/sh\ncd \(folder.path)\necho \"$2 $9\" >>runs\n\(script)\n".write(toFile: program, atomically: true, encoding: .utf8)
        chmod(program, 0o755)
      }
      let dependencies = VoiceController.Dependencies(
        program: { installed ?? (script == nil ? nil : program) }, folder: folder.path + "/cache", settings: { (language, gain) },
        report: { ["playerMode"] },
        push: { [self] sample in
          if isGone.load(ordering: .relaxed) { return false }
          heard.withLock { $0.append(sample) }
          return true
        },
        pause: { [self] _ in
          pauses.add(1, ordering: .relaxed)
          usleep(1000)
        }, save: { $0() }, notice: { [self] text in told.withLock { $0.append(text) } })
      return try VoiceController(dependencies, hasToured: hasToured, limit: limit)
    }
  }

  private static let speaks = "cp tone \"$8\""

  private func english(_ name: String) -> String { "en \(Sentences.text(name, .en) ?? "")" }

  @Test func `a sentence is made once, kept as FLAC, and made anew in another language`() throws {
    try Places.withFolder { folder in
      let stand = Stand(folder)
      let voice = try stand.voice(Self.speaks)
      defer { voice.stop() }
      voice.say(.problems(["tooDark"]))
      #expect(waitUntil { stand.samples.count >= Stand.samples }, "\(stand.notices)")
      voice.say(.problems(["tooDark"]))
      #expect(waitUntil { stand.samples.count >= 2 * Stand.samples })
      #expect(stand.runs == [english("tooDark")] && stand.notices.isEmpty)
      #expect(stand.files.count == 1 && stand.files.allSatisfy { $0.hasPrefix("en-tooDark-") && $0.hasSuffix(".flac") }, "\(stand.files)")
      let peak = stand.samples.max() ?? 0
      #expect(peak > 0.24 && peak < 0.26, "half of the file's level: \(peak)")
      let french = try stand.voice(Self.speaks, language: .fr)
      defer { french.stop() }
      french.say(.problems(["tooDark"]))
      #expect(waitUntil { stand.samples.count >= 3 * Stand.samples } && stand.runs.count == 2)
    }
  }

  @Test(
    .enabled(if: VoiceController.installed != nil, "Debian's package espeak-ng is not installed"), arguments: VoiceLanguage.allCases)
  func `espeak-ng speaks the tour`(language: VoiceLanguage) throws {
    try Places.withFolder { folder in
      let stand = Stand(folder)
      let voice = try stand.voice(nil, installed: VoiceController.installed, language: language)
      defer { voice.stop() }
      voice.say(.tour)
      // The shortest of the four takes four seconds.
      #expect(waitUntil { stand.files.count { $0.hasSuffix(".flac") } == 4 || !stand.notices.isEmpty })
      #expect(waitUntil { stand.samples.count > 4 * 4 * SoundFormat.rate }, "\(stand.samples.count)")
      #expect(stand.notices.isEmpty && voice.hasToured, "\(stand.notices)")
      let loudest = stand.samples.map { abs($0) }.max() ?? 0
      #expect(loudest > 0.1 && loudest < 1, "\(loudest)")
    }
  }

  @Test func `a damaged or older file is replaced`() throws {
    try Places.withFolder { folder in
      let stand = Stand(folder)
      let first = try stand.voice(Self.speaks)
      first.say(.report)
      #expect(waitUntil { stand.samples.count >= Stand.samples })
      first.stop()
      let kept = folder.path + "/cache/" + (stand.files.first ?? "")
      try Data("fLaC".utf8).write(to: URL(fileURLWithPath: kept))
      try Data("old".utf8).write(to: URL(fileURLWithPath: folder.path + "/cache/en-playerMode-0.flac"))
      let second = try stand.voice(Self.speaks)
      second.say(.report)
      #expect(waitUntil { stand.samples.count >= 2 * Stand.samples })
      second.stop()
      #expect(stand.runs.count == 2 && stand.files.count == 1 && SpeechFile.read(kept) != nil, "\(stand.files)")
    }
  }

  @Test(arguments: [
    "exit 3", "exit 0", "kill -9 $$", "head -c 5000 /dev/zero >\"$8\"", "head -c 9000 tone >\"$8\"",
    "head -c 9000 tone >\"$8\"; kill -9 $$", "cp tone \"$8\"; exit 1",
  ])
  func `a program that fails, lies or dies leaves no file and one line`(script: String) throws {
    try Places.withFolder { folder in
      let stand = Stand(folder)
      let voice = try stand.voice(script)
      voice.say(.problems(["camera"]))
      #expect(waitUntil { stand.notices.count == 1 })
      voice.say(.report)
      #expect(waitUntil { stand.runs.count == 2 }, "the next sentence is tried")
      voice.stop()
      #expect(stand.samples.isEmpty && stand.files.isEmpty && stand.notices.count == 1, "\(stand.files) \(stand.notices)")
    }
  }

  @Test func `a program that hangs is killed after its time`() throws {
    try Places.withFolder { folder in
      let stand = Stand(folder)
      let voice = try stand.voice("exec sleep 3000", limit: 0.2)
      voice.say(.problems(["camera"]))
      #expect(waitUntil { stand.notices.count == 1 })
      voice.stop()
      #expect(stand.notices.first?.contains("did not end") == true && stand.samples.isEmpty && stand.files.isEmpty)
    }
  }

  @Test func `the end of the run does not wait for a program that hangs`() throws {
    try Places.withFolder { folder in
      let stand = Stand(folder)
      let voice = try stand.voice("exec sleep 3000", limit: 3000)
      voice.say(.problems(["camera"]))
      #expect(waitUntil { stand.runs.count == 1 })
      voice.stop()
      voice.say(.report)
      #expect(stand.runs.count == 1 && stand.notices.isEmpty && stand.files.isEmpty)
    }
  }

  @Test func `without the program there is one line and no sound`() throws {
    try Places.withFolder { folder in
      let stand = Stand(folder)
      let voice = try stand.voice(nil, hasToured: false)
      voice.welcome()
      #expect(waitUntil { stand.notices.count == 1 })
      for _ in 0..<5 { voice.say(.report) }
      voice.stop()
      #expect(stand.notices == ["the voice is silent, because espeak-ng is not installed: run sudo apt install espeak-ng"])
      #expect(!voice.hasToured && !voice.isInstalled && stand.samples.isEmpty && stand.files.isEmpty)
    }
  }

  @Test func `a voice that is off runs nothing`() throws {
    try Places.withFolder { folder in
      let stand = Stand(folder)
      let voice = try stand.voice(Self.speaks, gain: 0)
      voice.say(.report)
      voice.stop()
      #expect(stand.runs.isEmpty && stand.samples.isEmpty && stand.notices.isEmpty)
    }
  }

  @Test func `a sentence for a lost sound card is dropped and the next one is spoken`() throws {
    try Places.withFolder { folder in
      let stand = Stand(folder)
      let voice = try stand.voice(Self.speaks)
      defer { voice.stop() }
      stand.set(isGone: true)
      voice.say(.problems(["sound"]))
      #expect(waitUntil { stand.pauseCount >= 60 })
      stand.set(isGone: false)
      voice.say(.report)
      #expect(waitUntil { stand.samples.count >= Stand.samples } && stand.runs == [english("sound"), english("playerMode")])
    }
  }

  @Test func `two requests wait, the newest wins, and none waits twice`() throws {
    try Places.withFolder { folder in
      let stand = Stand(folder)
      let voice = try stand.voice("while [ ! -e go ]; do sleep 0.05; done; \(Self.speaks)")
      defer { voice.stop() }
      voice.say(.problems(["camera"]))
      #expect(waitUntil { stand.runs.count == 1 })
      for name in ["panel", "tooDark", "panel", "tooDark", "midi"] { voice.say(.problems([name])) }
      try Data().write(to: folder.appendingPathComponent("go"))
      #expect(waitUntil { stand.samples.count >= 3 * Stand.samples })
      #expect(stand.runs == ["camera", "tooDark", "midi"].map { english($0) })
    }
  }

  @Test func `a code is spoken digit by digit and twice, and no file holds it`() throws {
    try Places.withFolder { folder in
      let stand = Stand(folder)
      let voice = try stand.voice(Self.speaks)
      defer { voice.stop() }
      voice.say(.code("207207"))
      #expect(waitUntil { stand.samples.count >= 14 * Stand.samples }, "\(stand.samples.count)")
      #expect(stand.runs == [english(Sentences.code), "en 2", "en 0", "en 7"] && stand.notices.isEmpty)
      #expect(Set(stand.files.map { $0.split(separator: "-")[1] }) == ["code", "2", "0", "7"] && stand.files.count == 4, "\(stand.files)")
    }
  }

  @Test func `a newer code ends the words of an older one`() throws {
    try Places.withFolder { folder in
      let stand = Stand(folder)
      let voice = try stand.voice("while [ ! -e go ]; do sleep 0.05; done; \(Self.speaks)")
      defer { voice.stop() }
      voice.say(.code("111111"))
      #expect(waitUntil { stand.runs.count == 1 })
      for code in ["222222", "333333"] { voice.say(.code(code)) }
      try Data().write(to: folder.appendingPathComponent("go"))
      #expect(waitUntil { stand.samples.count >= 15 * Stand.samples }, "\(stand.samples.count)")
      #expect(stand.runs == [english(Sentences.code), "en 3"])
    }
  }

  // MARK: - The tour

  @Test func `the tour is spoken at the first start alone`() throws {
    try Places.withFolder { folder in
      let stand = Stand(folder)
      let first = try stand.voice(Self.speaks, hasToured: false)
      first.welcome()
      #expect(waitUntil { stand.samples.count >= 4 * Stand.samples })
      first.welcome()
      first.stop()
      #expect(first.hasToured && stand.runs == Sentences.tour.map { english($0) })
      let heard = stand.samples.count
      let second = try stand.voice(Self.speaks, hasToured: true)
      second.welcome()
      second.say(.report)
      #expect(waitUntil { stand.samples.count >= heard + Stand.samples })
      second.stop()
      #expect(second.hasToured && stand.runs.dropFirst(4) == [english("playerMode")])
    }
  }

  @Test func `without a voice MODE held on and PLAY twice do what they did`() throws {
    var settings = RunSettings()
    (settings.camera, settings.sink, settings.freeRunning) = (.performer("empty"), .null, true)
    let box = try Box(settings, log: BootLog(quiet: true))
    let before = box.status.autoPause
    box.handle(ButtonEvent(.hold(.mode), down: 0))
    let held = box.status.autoPause
    box.handle(ButtonEvent(.longHold(.mode), down: 0))
    #expect(held != before && box.status.autoPause == held)
    try box.carryOut(.speed(1.5))
    box.handle(ButtonEvent(.doubleClick(.play), down: 0))
    #expect(box.status.control.speed == 1)
  }

  @Test(.enabled(if: VoiceController.installed != nil, "Debian's package espeak-ng is not installed"))
  func `with volume 0 MODE held on keeps the changed auto-pause`() throws {
    try Places.withFolder { (folder: URL) throws in
      let state = folder.appendingPathComponent("state")
      let box = try Box.alone(in: folder, state: state, more: "[voice]\nvolume = 0\n", isAppliance: true)
      try box.runningBeside {
        let before = box.controls.values.autoPause
        for action in [ButtonAction.hold(.mode), .longHold(.mode)] { box.controls.post(.button(ButtonEvent(action, down: 0))) }
        let after = box.controls.change { $0.values.autoPause }
        #expect(after != before)
      }
    }
  }

  @Test func `the state knows that the tour was heard`() throws {
    try Places.withFolder { (folder: URL) throws in
      let store = StateStore(folder.path)
      var state = SavedState()
      #expect(!state.hasHeardTour)
      state.hasHeardTour = true
      try store.save(state)
      #expect(store.load().state?.hasHeardTour == true)
    }
  }
}
