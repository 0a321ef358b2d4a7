import Foundation
import GestureFlowAPI
import TestSupport
import Testing

@Suite(.serialized) struct GfctlTests {
  @Test func `status is one aligned screen without colours in a pipe`() throws {
    let box = try RunningBox()
    #expect(waitUntil { box.ask("GET", "/v1/health").status == 200 })
    let short = try box.ctl("status")
    #expect(short.status == 0 && short.output.hasPrefix("state     healthy") && short.output.split(separator: "\n").count <= 24)
    let run = try box.ctl("status", "--all")
    #expect(run.status == 0 && run.output.hasPrefix("state     healthy"), "\(run.output) \(run.errors)")
    #expect(!run.output.contains("\u{1B}"))
    for line in run.output.split(separator: "\n") { #expect(line.prefix(10).allSatisfy { $0 == " " || $0.isLetter }) }
    for word in ["mode", "track", "controls", "hands", "camera", "tracker", "latency", "sound", "threads", "parts", "machine"] {
      #expect(run.output.contains("\n" + word.padding(toLength: 10, withPad: " ", startingAt: 0)), "no line \(word)")
    }
    #expect(try box.ctl("status", "-q").output.isEmpty)
    let health = try box.ctl("health")
    #expect(health.status == 0 && health.output == "healthy\n")
    let json = try box.ctl("status", "--json")
    #expect(try JSONDecoder().decode(Status.self, from: Data(json.output.utf8)).state == .healthy)
    for style in [["status", "--json=pretty"], ["status", "--json-pretty"], ["--json=pretty"]] {
      let pretty = try box.ctl(style)
      #expect(pretty.status == 0 && pretty.output.contains("\n  \"audio\""), "\(style): \(pretty.errors)")
    }
  }

  @Test func `commands change the box`() throws {
    let box = try RunningBox(camera: "performer:open")
    func status() throws -> Status { try JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body) }
    #expect(try box.ctl("pause").output == "paused\n")
    #expect(waitUntil { (try? status().control.paused) == true })
    #expect(try box.ctl("toggle").output == "playing\n")
    #expect(waitUntil { (try? status().control.paused) == false })
    #expect(try box.ctl("volume", "30%").status == 0)
    #expect(try box.ctl("speed", "1.5").status == 0)
    #expect(waitUntil { (try? box.ctl("speed").output) == "1.5\n" }, "without a value it is asked for")
    #expect(try box.ctl("mode").output == "player\n")
    let negative = try box.ctl("pitch", "-200")
    #expect(negative.status == 0, "\(negative.errors)")
    #expect(
      waitUntil {
        guard let c = try? status().control else { return false }
        return abs(c.volume - 0.3) < 0.01 && abs(c.speed - 1.5) < 0.01 && abs(c.pitchCents + 200) < 1
      })
    #expect(try box.ctl("seek", "0:20").status == 0)
    #expect(waitUntil { ((try? status().track?.positionSeconds) ?? 0) > 19 })
    #expect(try box.ctl("seek", "+20").status == 0)
    #expect(waitUntil { ((try? status().track?.positionSeconds) ?? 0) > 38 })
    #expect(try box.ctl("autopause", "off").status == 0)
    #expect(try status().autoPause == false)
    #expect(try box.ctl("hands", "off").output.hasPrefix("hands are off"))
    #expect(try status().control.handsOff)
    #expect(try box.ctl("hands", "on").status == 0)
    #expect(try box.ctl("home").status == 0)
    #expect(
      waitUntil {
        guard let c = try? status().control else { return false }
        return !c.handsOff && c.speed == 1 && c.pitchCents == 0
      })
    #expect(
      try box.ctl("events", "--type", "command", "--json", environment: ["GESTUREFLOW_SOCKET": box.folder.path + "/none"]).status == 3)
    func aHandIsSeen() -> Bool { waitUntil { (try? status().tracker.hands.isEmpty) == false } }
    #expect(aHandIsSeen())
    try Places.withFolder { (folder: URL) throws in
      let file = folder.appendingPathComponent("p.png").path
      let run = try box.ctl("frame", "-o", file)
      #expect(run.status == 0, "\(run.errors)")
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      #expect(data.count > 1000)
    }
    #expect(aHandIsSeen())
    // A tracker that waits for a core sometimes loses its hand.
    let isDrawn = waitUntil {
      guard let watch = try? box.ctl("watch", "--columns", "60", "--rows", "30") else { return false }
      let lines = watch.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(watch.status == 0 && lines.count <= 30 && lines.allSatisfy { $0.count <= 60 })
      return watch.output.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
    }
    #expect(isDrawn, "a hand is drawn in braille")
    let isAimed = waitUntil {
      guard let aim = try? box.ctl("aim") else { return false }
      #expect((aim.status == 0) == aim.output.hasSuffix("\nthe camera sees your hands well\n"), "\(aim.output) \(aim.errors)")
      return aim.status == 0
    }
    #expect(isAimed, "a whole hand of a usual size")
    let doctor = try box.ctl("doctor")
    for part in ["service", "camera", "framing", "sound card", "real time", "disk", "clock"] {
      #expect(doctor.output.contains("] " + part), "\(part)")
    }
  }

  @Test func `the instrument is played from the command line`() throws {
    let box = try RunningBox()
    let early = try box.ctl("scale", "blues")
    #expect(early.status == 1 && early.errors.contains("gfctl mode instrument"), "\(early.errors)")
    let before = try box.ctl("sound", "List")
    #expect(before.status == 0 && !before.output.isEmpty && !before.output.contains(">"), "\(before.output) \(before.errors)")
    #expect(try box.ctl("mode", "instrument").status == 0)
    for (words, said) in [
      (["scale", "blues"], "blues in C: 13 notes from C3 to C5"), (["key", "Bb"], "blues in Bb: 12 notes from Db3 to Bb4"),
      (["range", "Bb2", "60"], "blues in Bb: 7 notes from Bb2 to Bb3"), (["waveform", "square"], "the wave is a square"),
      (["effect", "delay", "0.25"], "delay 0.25"), (["bend", "on"], "a roll bends the note"), (["legato", "off"], "each note is struck"),
      (["panic"], "all notes are off"), (["pause"], "notes are off until play"),
    ] {
      let run = try box.ctl(words)
      #expect(run.status == 0 && run.output == said + "\n", "\(words): \(run.output) \(run.errors)")
    }
    let status = try JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body)
    #expect(status.instrument?.waveform == .square && status.instrument?.effects.delay == 0.25)
    let sounds = try box.ctl("sound").output.split(separator: "\n")
    #expect(sounds.count == status.instrument?.sounds.count && sounds.count { $0.hasPrefix("> ") } == 1)
    #expect(before.output.split(separator: "\n").map { $0.dropFirst() } == sounds.map { $0.dropFirst() }, "\(before.output)")
    for (words, text) in [
      (["scale", "disco"], "pentatonicMajor"), (["key", "H"], "Bb"), (["range", "C3", "D3"], "LOW HIGH"),
      (["effect", "delay", "3"], "from 0 to 1"),
      (["waveform", "noise"], "triangle"), (["output", "tape"], "audio, midi, both"),
    ] {
      let run = try box.ctl(words)
      #expect(run.status == 64 && run.errors.contains(text), "\(words): \(run.errors)")
    }
    #expect(try box.ctl("tier", "free").status == 0)
    let locked = try box.ctl("key", "D")
    #expect(locked.status == 1 && locked.errors.contains("tier pro is needed"), "\(locked.errors)")
  }

  @Test func `refusals and mistakes have their exit codes`() throws {
    let box = try RunningBox()
    let refused = try box.ctl("scale", "blues")
    #expect(refused.status == 1 && refused.errors.contains("belongs to mode instrument"))
    let range = try box.ctl("volume", "7")
    #expect(range.status == 64 && range.errors.contains("0 to 1"))
    let below = try box.ctl("pitch", "-9999")
    #expect(below.status == 64 && below.errors.contains("-2400 to 2400"), "a negative number is a number, not an option: \(below.errors)")
    #expect(!below.errors.contains("Usage"))
    let unknown = try box.ctl("explode")
    #expect(unknown.status == 64 && unknown.errors.contains("there is no command 'explode'"), "\(unknown.errors)")
    let near = try box.ctl("volum", "1")
    #expect(near.status == 64 && near.errors.contains("did you mean 'volume'?"), "\(near.errors)")
    let key = try box.ctl("config", "get", "camera.rat")
    #expect(key.status == 1 && key.errors.contains("did you mean 'camera.rate'?") && !key.errors.contains("Usage"), "\(key.errors)")
    for (words, told) in [
      ("loop 2 3 1", "quarters from 0 to 4"), ("loop 2 of", "CHANNEL off"), ("loop 5 off", "a channel from 1 to 4"),
      ("tempo 5", "20 to 400"), ("tempo 500", "20 to 400"), ("stem 9 mute", "1 to 4"),
      ("stem 2 mute 1", "takes no value"), ("stem 2 volume 2", "0 to 1"), ("stem 2 pitch -300", "-200 to 200"), ("stem 2 sing", "deed"),
    ] {
      let wrong = try box.ctl(words.split(separator: " ").map(String.init))
      #expect(wrong.status == 64 && wrong.errors.contains(told), "\(words): \(wrong.errors)")
    }
    for words in [
      "loop 2 1 3", "loop 2 off", "loop", "loop 2", "tempo", "tempo 96.5", "tempo -5", "stem", "stem 2", "stem 2 volume",
      "stem 2 volume +5", "stem 2 select", "stem 2 volume 0.5", "stem 2 pitch -50", "stem 1 mute", "stem 1 solo",
    ] {
      let early = try box.ctl(words.split(separator: " ").map(String.init))
      #expect(early.status == 1 && early.errors.contains("mode stems"), "\(words), in mode player: \(early.errors)")
    }
    let part = try box.ctl("test", "speeker")
    #expect(part.status == 64 && part.errors.contains("did you mean 'speaker'?"), "\(part.errors)")
    let silent = try box.ctl("test", "speaker")
    #expect(silent.status == 1 && silent.errors.contains("not to a card: plug one in"), "\(silent.errors)")
    #expect(try box.ctl("test", "end").output == "no test runs\n")
    #expect(try box.ctl("seek", "abc").status == 64)
    let isEmpty = waitUntil {
      guard let aim = try? box.ctl("aim", "--once") else { return false }
      #expect(aim.status == 1, "\(aim.output)")
      return aim.output.hasSuffix("\nno hand is in view: hold up an open hand before the camera\n")
    }
    #expect(isEmpty, "the models are loaded beside the start")
    #expect(try box.ctl("aim", "--socket", "/tmp/missing.sock").status == 3)
    let none = try box.ctl("status", "--socket", "/tmp/missing.sock")
    #expect(none.status == 3 && none.errors.contains("not running"))
    #expect(try box.ctl("status", "--socket", "/etc/passwd").status == 3)
    #expect(try box.ctl("--help").status == 0)
    #expect(try box.ctl("--version").output.contains(Version.current))
  }

  /// Strangers name the files. People see a clean name, and programs the exact one.
  @Test func `names on sticks do not command the terminal`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.path + "/gpj.\u{202E}gnos\u{1B}[31m.wav"
      Signals.write(Signals.sine(440, seconds: 0.2), to: path)
      let empty = folder.path + "/em\npty\u{202E}.wav"
      try Data().write(to: URL(fileURLWithPath: empty))
      let config = folder.appendingPathComponent("c.toml")
      try "[library]\nfolders = [\"\(folder.path)\"]\nmount-root = \"/nowhere\"\n".write(to: config, atomically: true, encoding: .utf8)
      let box = try RunningBox(["--config", config.path])
      #expect(
        waitUntil { (try? JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body))?.library?.tracks == 1 })
      for words in [["library", "list"], ["library", "search", "gnos"]] {
        let shown = try box.ctl(words)
        #expect(shown.status == 0 && shown.output.contains(folder.path + "/gpj.gnos [31m.wav"), "\(shown.output) \(shown.errors)")
        #expect(!shown.output.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x1B })
      }
      let json = try box.ctl("library", "list", "--json")
      #expect(try JSONDecoder().decode([LibraryTrack].self, from: Data(json.output.utf8)).map(\.path) == [path])
      // A path identifies a file and is exact; the sentence beside it is clean.
      let problems = try JSONDecoder().decode([LibraryProblem].self, from: box.ask("GET", "/v1/library/problems").body)
      #expect(problems.map(\.path) == [empty] && problems.map(\.reason) == ["it is empty (0 bytes)"], "\(problems)")
      let told = try box.ctl("library", "problems")
      #expect(told.output.contains(folder.path + "/em pty.wav") && !told.output.unicodeScalars.contains { $0.value == 0x202E }, "\(told)")
    }
  }

  @Test func `stem sets are listed beside the tracks and not among them`() throws {
    try Places.withFolder { (folder: URL) throws in
      let set = folder.appendingPathComponent("set")
      try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
      for name in ["drums.wav", "bass.wav"] { Signals.write(Signals.sine(110, seconds: 1), to: set.path + "/" + name) }
      Signals.write(Signals.sine(440, seconds: 0.2), to: folder.path + "/song.wav")
      try Data(
        ("name = \"First light\"\ntempo = 240.5\nkey = \"A minor\"\n[[channel]]\nfile = \"drums.wav\"\nbars = 1\n"
          + "[[channel]]\nfile = \"bass.wav\"\n").utf8
      ).write(to: set.appendingPathComponent("stems.toml"))
      let config = folder.appendingPathComponent("c.toml")
      try "[library]\nfolders = [\"\(folder.path)\"]\nmount-root = \"/nowhere\"\n".write(to: config, atomically: true, encoding: .utf8)
      let box = try RunningBox(["--config", config.path])
      func library() -> LibraryStatus? { (try? JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body))?.library }
      #expect(waitUntil { library()?.stemSets == 1 && library()?.sticks.allSatisfy { !$0.scanning } == true })
      #expect(library()?.tracks == 1)
      let tracks = try box.ctl("library", "list", "--json")
      #expect(try JSONDecoder().decode([LibraryTrack].self, from: Data(tracks.output.utf8)).map(\.path) == [folder.path + "/song.wav"])
      let sets = try JSONDecoder().decode([LibraryStemSet].self, from: Data(try box.ctl("library", "stems", "--json").output.utf8))
      #expect(sets.map(\.path) == [set.path] && sets.map(\.folder) == ["set"] && sets.map(\.tempoBPM) == [240.5])
      #expect(sets.first?.channels.map(\.path) == [set.path + "/drums.wav", set.path + "/bass.wav"])
      let line = "   1  stems  First light (240.5 BPM, A minor): drums 1 bar, bass  \(set.path)\n"
      #expect(try box.ctl("library", "stems").output == line)
      let list = try box.ctl("library", "list").output
      #expect(list.contains("/song.wav") && list.hasSuffix(line), "\(list)")
      #expect(try box.ctl("status").output.contains("1 tracks   1 stem set   0 problems"))
    }
  }

  @Test func `configuration is changed and checked`() throws {
    try Places.withFolder { (folder: URL) throws in
      let file = folder.appendingPathComponent("gestureflow.toml")
      try "# mine\n[camera]\nrate = 30\n".write(to: file, atomically: true, encoding: .utf8)
      let box = try RunningBox(["--config", file.path])
      #expect(try box.ctl("config", "get", "camera.rate").output == "30\n")
      let set = try box.ctl("config", "set", "camera.rate", "25")
      #expect(set.status == 0 && set.output.contains("at the next start: camera.rate"))
      #expect(try String(contentsOf: file, encoding: .utf8) == "# mine\n[camera]\nrate = 25\n")
      // A key that accepts a number or a word is written with its type.
      #expect(try box.ctl("config", "set", "camera.rate", "auto").status == 0)
      #expect(try String(contentsOf: file, encoding: .utf8) == "# mine\n[camera]\nrate = \"auto\"\n")
      #expect(try box.ctl("config", "get", "camera.rate").output == "\"auto\"\n")
      #expect(try box.ctl("config", "set", "gestures.peace", "togglePlay").output.contains("in use"))
      let wrong = try box.ctl("config", "set", "camera.rate", "9999")
      #expect(wrong.status == 1 && wrong.errors.contains("5 to 120"))
      #expect(try box.ctl("config", "check").status == 0)
      #expect(try box.ctl("config", "path").output == file.path + "\n")
      try "[camera]\nrate = false\n".write(to: file, atomically: true, encoding: .utf8)
      let check = try box.ctl("config", "check")
      #expect(check.status == 1 && check.errors.contains("\(file.path):2: camera.rate"))
      #expect(try box.ctl("status").status == 1, "degraded while the file is wrong")
      let health = try box.ctl("health")
      let lines = health.output.split(separator: "\n")
      #expect(health.status == 1 && lines.first == "degraded" && lines.dropFirst().contains { $0.contains("camera.rate") }, "\(lines)")
      try "[camera]\nrate = 25\n".write(to: file, atomically: true, encoding: .utf8)
      kill(box.process.processIdentifier, SIGHUP)
      #expect(waitUntil { (try? box.ctl("status", "-q").status) == 0 })
    }
  }

  @Test func `state survives kill minus nine`() throws {
    let folder = "/tmp/gf-state-\(UInt32.random(in: 0...UInt32.max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = try RunningBox(["--state-dir", folder])
    #expect(try first.ctl("volume", "0.4").status == 0)
    #expect(try first.ctl("seek", "10").status == 0)
    #expect(try first.ctl("pause").status == 0)
    let isKept = waitUntil {
      let data = FileManager.default.contents(atPath: folder + "/state.json") ?? Data()
      let state = ((try? JSONSerialization.jsonObject(with: data)) as? [String: Any])?["state"] as? [String: Any]
      guard let volume = state?["volume"] as? Double, let position = state?["position"] as? Double else { return false }
      return abs(volume - 0.4) < 0.01 && position > 9 && state?["paused"] as? Bool == true
    }
    #expect(isKept)
    kill(first.process.processIdentifier, SIGKILL)
    first.process.waitUntilExit()
    let second = try RunningBox(["--state-dir", folder])
    let status = try JSONDecoder().decode(Status.self, from: second.ask("GET", "/v1/status").body)
    #expect(abs(status.control.volume - 0.4) < 0.01 && status.control.paused)
    #expect(
      waitUntil { ((try? JSONDecoder().decode(Status.self, from: second.ask("GET", "/v1/status").body))?.track?.positionSeconds ?? 0) > 9 })
  }
}
