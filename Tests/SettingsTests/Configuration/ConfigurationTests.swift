import Foundation
import GestureFlowAPI
import Gestures
import Settings
import TestSupport
import Testing

@Suite struct ConfigurationTests {
  @Test func `the example is complete and equal to the defaults`() throws {
    let shipped = try String(contentsOf: Places.project.appendingPathComponent("deploy/gestureflow.toml"), encoding: .utf8)
    #expect(shipped == ConfigFile.example(), "deploy/gestureflow.toml is out of date: run `gflab config-example > deploy/gestureflow.toml`")
    var read = Configuration()
    read.cameraRate = 60
    read.folders = ["/x"]
    #expect(ConfigFile.apply(shipped, file: "example", to: &read).isEmpty)
    #expect(read == Configuration(), "every key of the example sets its default")
  }

  @Test func `every key can be set and is written back`() throws {
    for key in ConfigKeys.all {
      let value: String
      switch key.kind {
      case .flag: value = "true"
      case .number(let range, _, let whole): value = whole ? String(Int(range.upperBound)) : String(range.upperBound)
      case .numberOrAuto(let range, _): value = String(Int(range.upperBound))
      case .choice(let words): value = "\"\(words.last!)\""
      case .text where key.name == "camera.source": value = "\"performer:pinch\""
      case .text where key.name == "sound.card": value = "\"sndrpihifiberry\""
      case .text where key.name == "instrument.range": value = "\"48 72\""
      case .text where key.name == "touch.device": value = "\"/dev/input/event3\""
      case .text where key.name == "library.mount-root": value = "\"/a \\\"quoted\\\" \\\\ folder\""
      case .text where key.name == "stream.bus": value = "\"unix:path=/run/user/1000/bus\""
      case .text where key.name == "osc.target": value = "\"studio.local:9000\""
      case .text: value = "\"a \\\"quoted\\\" \\\\ text\""
      case .texts: value = "[\"/a\", \"/b c\"]"
      case .tables: value = "[{ name = \"a\", path = \"/a\" }, { name = \"b\", path = \"/b\", channels = 1 }]"
      }
      let text = try ConfigFile.setting(key.name, to: value, in: "# mine\n", file: "f")
      #expect(text.hasPrefix("# mine\n"))
      var read = Configuration()
      #expect(ConfigFile.apply(text, file: "f", to: &read).isEmpty)
      var again = Configuration()
      #expect(ConfigFile.apply(ConfigFile.text(of: read), file: "g", to: &again).isEmpty)
      #expect(again == read)
    }
  }

  @Test func `roles, distances, shares and times of hands reach the gestures`() {
    var read = Configuration()
    let text = """
      [gestures]
      hands = "swapped"
      reach = "full"
      pinch-distance = 0.375
      volume-per-size = 0.75
      cents-per-degree = 2.5
      select-seconds = 1.5
      hold = 0.5
      """
    #expect(ConfigFile.apply(text, file: "f", to: &read).isEmpty)
    let gestures = read.gestures
    #expect(gestures.pinchDistance == 0.375 && gestures.selectSeconds == 1.5 && gestures.holdSeconds == 0.5)
    #expect(gestures.stemVolumePerSize == 0.75 && gestures.stemCentsPerDegree == 2.5 && gestures.hands == .swapped)
    #expect(gestures.reach == .full && Configuration().gestures.reach == .auto)
    let (plain, usual) = (Configuration().gestures, GestureSettings())
    #expect(plain.pinchDistance == usual.pinchDistance && plain.selectSeconds == usual.selectSeconds)
    #expect(plain.stemVolumePerSize == usual.stemVolumePerSize && plain.stemCentsPerDegree == usual.stemCentsPerDegree)
  }

  /// Each mode has gestures of its own; a bound pose counts where it is free.
  @Test func `a pose's command counts in the modes in which the pose is free`() {
    var read = Configuration()
    let text = "[gestures]\nthumbs-up = \"togglePlay\"\nfist = \"previousTrack\"\npointing = \"songFilter\"\n"
    #expect(ConfigFile.apply(text, file: "f", to: &read).isEmpty)
    let stream: [StaticGesture: GestureCommand] = [.peace: .nextTrack, .thumbsUp: .togglePlay, .fist: .previousTrack]
    let player = stream.merging([.pointing: .songFilter]) { $1 }
    #expect(
      read.gestures.bindings == [
        .player: player, .stream: stream, .stems: [.thumbsUp: .muteChannel, .fist: .previousTrack],
        .instrument: [.thumbsUp: .togglePlay], .theremin: [.thumbsUp: .togglePlay],
      ])
    #expect(Configuration().gestures.bindings == GestureSettings().bindings)
    let about = ConfigKeys.all.first { $0.name == "gestures.fist" }?.about
    #expect(about == "Command of a held fist, in modes player, stems and stream.")
  }

  /// The boot partition holds a file that was written on Windows.
  @Test func `lines may end as on windows`() throws {
    var read = Configuration()
    let errors = ConfigFile.apply("# mine\r\n[camera]\r\nrate = 500\r\n", file: "f", to: &read)
    #expect(errors.count == 1 && errors.first?.line == 3, "\(errors)")
    let text = try ConfigFile.setting("camera.rate", to: "50", in: "# mine\r\n[camera]\r\nrate = 40\r\n", file: "f")
    #expect(text == "# mine\n[camera]\nrate = 50\n")
  }

  @Test(
    arguments: [
      ("camera.rate", "  6_0 # \(String(repeating: "x", count: 300))", "rate = 60"), ("camera.mirror", "false#", "mirror = false"),
      ("player.start-volume", "5e-1\t", "start-volume = 0.5"), ("gestures.hands", "'swapped' # mine", "hands = \"swapped\""),
      ("instrument.sound", #""\u00e9 \" \\ # b" # c"#, "sound = \"\u{E9} \\\" \\\\ # b\""),
      ("instrument.sound", #""\"\u0301""#, "sound = \"\\\"\u{301}\""),
      ("library.folders", "[ '/a',\t\"/b\", ] # two", "folders = [\"/a\", \"/b\"]"),
      ("stream.pipes", "[{path='/a',name='a'}]", "pipes = [{ name = \"a\", path = \"/a\" }]"), ("stream.pipes", "[ ]", "pipes = []"),
    ] as [(String, String, String)])
  func `a value is written in its usual form, without a comment`(name: String, value: String, line: String) throws {
    let text = try ConfigFile.setting(name, to: value, in: "# mine\n", file: "f")
    #expect(text.hasPrefix("# mine\n\n[") && text.hasSuffix("]\n\(line)\n"), "\(text.prefix(200))")
    var (read, raw) = (Configuration(), Configuration())
    let names = name.split(separator: ".")
    let errors =
      ConfigFile.apply(text, file: "f", to: &read) + ConfigFile.apply("[\(names[0])]\n\(names[1]) = \(value)", file: "f", to: &raw)
    #expect(errors.isEmpty && read == raw, "\(errors)")
  }

  /// TOML distinguishes two spellings of one accent, Swift strings do not. Such a pair of keys must not end the
  /// daemon.
  @Test func `two keys that swift takes for one end nothing`() {
    var read = Configuration()
    let errors = ConfigFile.apply("[stream]\npipes = [{ \"\u{e9}\" = 1, \"e\u{301}\" = 2 }]\n", file: "f", to: &read)
    #expect(!errors.isEmpty && read == Configuration())
  }

  /// Forty-five wrong files, each with the names that its message must contain.
  static let broken: [(text: String, line: Int?, names: [String])] = [
    ("[camera]\nrate = \"fast\"", 2, ["camera.rate", "5 to 120"]),
    ("[camera]\nrate = 4", 2, ["camera.rate", "4", "5 to 120"]),
    ("[camera]\nrate = 121", 2, ["camera.rate", "121"]),
    ("[camera]\nrate = 30.5", 2, ["camera.rate", "whole"]),
    ("[camera]\nrate = true", 2, ["camera.rate", "true or false"]),
    ("[camera]\nrate = [30]", 2, ["camera.rate"]),
    ("[camera]\nrate = {}", 2, ["camera.rate", "section"]),
    ("[camera]\nrate = nan", 2, ["camera.rate"]),
    ("[camera]\nrate = inf", 2, ["camera.rate"]),
    ("[camera]\nrate = 1e300", 2, ["camera.rate"]),
    ("[camera]\nrate = 1979-05-27", 2, ["camera.rate", "date"]),
    ("[camera]\n\n\nspeed = 1", 4, ["camera.speed", "this key does not exist", "rate"]),
    ("[kamera]\nrate = 30", 1, ["kamera", "this section does not exist", "camera"]),
    ("rate = 30", 1, ["rate", "this section does not exist"]),
    ("camera = 3", 1, ["camera", "must be a section"]),
    ("[[camera]]\nrate = 30", 1, ["camera"]),
    ("[camera]\nsource = 3", 2, ["camera.source"]),
    ("[camera]\nsource = \"\(String(repeating: "x", count: 3000))\"", 2, ["camera.source", "3000"]),
    ("[camera]\nsource = \"a\\u0001b\"", 2, ["camera.source", "control"]),
    ("[tracker]\nmodel = \"huge\"", 2, ["tracker.model", "huge", "\"auto\", \"float\", \"int8\", \"lite\""]),
    ("[tracker]\nmodel = \"\"", 2, ["tracker.model"]),
    ("[tracker]\nhands = 0", 2, ["tracker.hands", "1 to 4"]),
    ("[tracker]\nhands = -1", 2, ["tracker.hands"]),
    ("[gestures]\nfilter = \"average\"", 2, ["gestures.filter", "oneEuro"]),
    ("[gestures]\npeace = \"explode\"", 2, ["gestures.peace", "nextTrack"]),
    ("[gestures]\nhold = 0.1", 2, ["gestures.hold", "0.3 to 5"]),
    ("[gestures]\npinch-distance = 0.5", 2, ["gestures.pinch-distance", "0.15 to 0.4"]),
    ("[gestures]\nselect-seconds = 3", 2, ["gestures.select-seconds", "0.4 to 2"]),
    ("[player]\nauto-pause = 1", 2, ["player.auto-pause", "true or false"]),
    ("[player]\nauto-pause = \"yes\"", 2, ["player.auto-pause"]),
    ("[player]\nstart-volume = 1.01", 2, ["player.start-volume", "0 to 1"]),
    ("[osc]\n\ntarget = \"studio\"", 3, ["osc.target", "no port", "HOST:PORT"]),
    ("[osc]\ntarget = \"studio:nine\"", 2, ["osc.target", "1 to 65535"]),
    ("[osc]\ntarget = 9000", 2, ["osc.target", "HOST:PORT"]),
    ("[panel]\nbutton-play = 17", 2, ["panel.button-play", "GPIO"]),
    ("[library]\nfolders = \"/music\"", 2, ["library.folders", "list"]),
    ("[library]\nfolders = [1, 2]", 2, ["library.folders"]),
    ("[library]\nfolders = [[\"a\"]]", 2, ["library.folders"]),
    ("[camera\nrate = 30", 1, ["TOML"]),
    ("[camera]\nrate = ", 2, ["TOML"]),
    ("[camera]\nrate = 30\nrate = 31", 3, ["TOML"]),
    ("[camera]\n[camera]", 2, ["TOML"]),
    ("[camera]\nsource = \"open", 2, ["TOML"]),
    ("[camera]\nrate = 30\n\u{0}", 3, ["zero byte"]),
    ("\u{7F}ELF\u{2}\u{1}", 1, ["TOML"]),
  ]

  @Test func `forty broken files are named and change nothing`() throws {
    #expect(Self.broken.count == 45)
    for (text, line, names) in Self.broken {
      var configuration = Configuration()
      configuration.cameraRate = 25
      let before = configuration
      let errors = ConfigFile.apply(text, file: "/etc/x.toml", to: &configuration)
      let error = try #require(errors.first, "no complaint about: \(text.prefix(60))")
      #expect(configuration == before, "nothing of a file with an error is used")
      if let line { #expect(error.line == line, "\(error) for: \(text.prefix(60))") }
      for name in names { #expect("\(error)".contains(name), "\(error) does not name \(name)") }
      #expect("\(error)".hasPrefix("/etc/x.toml"))
    }
  }

  @Test func `files that are not text are refused`() throws {
    try Places.withFolder { (folder: URL) throws in
      var configuration = Configuration()
      let huge = folder.appendingPathComponent("huge.toml")
      try Data(repeating: 35, count: 10 << 20).write(to: huge)
      #expect("\(ConfigFile.apply(huge.path, to: &configuration))".contains("10485760"))
      let binary = folder.appendingPathComponent("binary.toml")
      try Data([0xFF, 0xFE, 0x00, 0x41]).write(to: binary)
      #expect("\(ConfigFile.apply(binary.path, to: &configuration))".contains("UTF-8"))
      #expect("\(ConfigFile.apply(folder.path, to: &configuration))".contains("not a plain file"))
      #expect("\(ConfigFile.apply(folder.path + "/none", to: &configuration))".contains("No such file"))
      #expect(configuration == Configuration())
    }
  }

  @Test func `the boot partition wins and the last good is used after an error`() throws {
    try Places.withFolder { (folder: URL) throws in
      let own = folder.appendingPathComponent("own.toml")
      let boot = folder.appendingPathComponent("boot.toml")
      let state = folder.appendingPathComponent("state")
      try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
      try "[camera]\nrate = 50\nwidth = 320\n".write(to: own, atomically: true, encoding: .utf8)
      try "[camera]\nrate = 60\n".write(to: boot, atomically: true, encoding: .utf8)
      func store() -> ConfigStore { ConfigStore(files: [own.path, boot.path, folder.path + "/none"], stateFolder: state.path) }
      let good = store()
      #expect(good.errors.isEmpty && good.configuration.cameraRate == 60 && good.configuration.cameraWidth == 320)
      good.prove()
      try "[camera]\nrate = 6000\nheight = 240\n".write(to: boot, atomically: true, encoding: .utf8)
      let bad = store()
      #expect(bad.errors.count == 1 && bad.configuration == good.configuration)
      // The box is running: the good values stay.
      #expect(good.load(isReload: true).count == 1)
      #expect(good.configuration.cameraRate == 60)
      try FileManager.default.removeItem(at: boot)
      #expect(good.load(isReload: true).isEmpty && good.configuration.cameraRate == 50)
    }
  }

  @Test func `a key is changed in place and a bad value leaves the file`() throws {
    try Places.withFolder { (folder: URL) throws in
      let file = folder.appendingPathComponent("own.toml")
      let text = "# my box\n[camera]\n# fast\nrate = 30 # a remark\n\n[player]\nauto-pause = false\n"
      try text.write(to: file, atomically: true, encoding: .utf8)
      let store = ConfigStore(files: [file.path], stateFolder: nil)
      try store.set("camera.rate", to: "60")
      #expect(store.configuration.cameraRate == 60 && !store.configuration.autoPause)
      #expect(try String(contentsOf: file, encoding: .utf8).contains("# fast\nrate = 60\n"))
      let before = try String(contentsOf: file, encoding: .utf8)
      for (key, value) in [
        ("camera.rate", "1000"), ("camera.rate", "\"x\""), ("camera.none", "1"), ("camera.rate", "30\n[x]"),
        ("camera.rate", "30\r\nwidth = 320"), ("camera.rate", ""),
      ] {
        #expect(throws: Problem.self) { try store.set(key, to: value) }
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == before)
      #expect(ConfigStore.notLive(Configuration(), store.configuration) == ["camera.rate"])
    }
  }

  /// A package upgrade compares the packaged file with its original. If the box edited that file, the upgrade
  /// would stop and ask.
  @Test func `settings made on the box stand in a file of their own above the owners`() throws {
    try Places.withFolder { (folder: URL) throws in
      let owners = folder.appendingPathComponent("gestureflow.toml")
      let settings = folder.appendingPathComponent("settings.toml")
      let boot = folder.appendingPathComponent("boot.toml")
      let text = "[camera]\nrate = 50\nwidth = 320\n"
      try text.write(to: owners, atomically: true, encoding: .utf8)
      func store() -> ConfigStore { ConfigStore(files: [owners.path, settings.path, boot.path], own: settings.path, stateFolder: nil) }
      let running = store()
      #expect(running.ownFile == settings.path && running.present == [owners.path])
      try running.set("camera.rate", to: "60")
      try running.set("gestures.hold", to: "1.5")
      #expect(
        running.configuration.cameraRate == 60 && running.configuration.cameraWidth == 320 && running.configuration.holdSeconds == 1.5)
      #expect(try String(contentsOf: owners, encoding: .utf8) == text, "the owner's file is not touched")
      #expect(try String(contentsOf: settings, encoding: .utf8).hasPrefix("# Settings made on the box"))
      #expect(running.present == [owners.path, settings.path])
      // The next start finds the settings, even if a new package has another default.
      try "[camera]\nrate = 25\nwidth = 640\n".write(to: owners, atomically: true, encoding: .utf8)
      let later = store()
      #expect(later.configuration.cameraRate == 60 && later.configuration.cameraWidth == 640)
      // The file on the boot partition overrides both. A change that this file would hide is rejected with the
      // name of the file.
      try "[camera]\nrate = 30\n".write(to: boot, atomically: true, encoding: .utf8)
      #expect(later.load(isReload: true).isEmpty && later.configuration.cameraRate == 30)
      let problem = #expect(throws: Problem.self) { try later.set("camera.rate", to: "90") }
      #expect(problem?.field == "key" && problem?.detail.contains(boot.path) == true, "\(String(describing: problem))")
      #expect(try !String(contentsOf: settings, encoding: .utf8).contains("90"))
      try later.set("camera.height", to: "240")
      #expect(later.configuration.cameraHeight == 240)
    }
  }

  /// Files of older packages set an older mount root. dpkg keeps a file that its owner edited, and the box
  /// would then find no stick.
  @Test(arguments: ["/media/gestureflow", "/media/gestureflow/"])
  func `the mount root of earlier packages is todays`(former: String) throws {
    try Places.withFolder { (folder: URL) throws in
      let owners = folder.appendingPathComponent("gestureflow.toml")
      let boot = folder.appendingPathComponent("boot.toml")
      try "[camera]\nrate = 50\n[library]\nmount-root = \"\(former)\"\n".write(to: owners, atomically: true, encoding: .utf8)
      func store() -> ConfigStore { ConfigStore(files: [owners.path, boot.path], stateFolder: folder.path) }
      let edited = store()
      #expect(edited.errors.isEmpty && edited.configuration.cameraRate == 50)
      #expect(edited.configuration.mountRoot == Configuration().mountRoot)
      let notice = try #require(edited.notices.first)
      #expect(
        notice.contains(owners.path) && notice.contains("library.mount-root") && notice.contains(Configuration().mountRoot), "\(notice)")
      // The last good configuration of such a box has the old root, too. It is used when a file is wrong.
      let good = folder.appendingPathComponent("configuration.good.toml")
      try "[camera]\nrate = 40\n[library]\nmount-root = \"\(former)\"\n".write(to: good, atomically: true, encoding: .utf8)
      try "[camera]\nrate = 6000\n".write(to: boot, atomically: true, encoding: .utf8)
      let broken = store()
      #expect(broken.errors.count == 1 && broken.configuration.cameraRate == 40)
      #expect(broken.configuration.mountRoot == Configuration().mountRoot)
      // Any other folder is kept: its owner chose it.
      try "[library]\nmount-root = \"/media/gestureflow2\"\n".write(to: boot, atomically: true, encoding: .utf8)
      let chosen = store()
      #expect(chosen.configuration.mountRoot == "/media/gestureflow2" && chosen.notices.isEmpty)
    }
  }

  /// The newer version kept the last good configuration, too. An owner's own file is still checked.
  @Test func `after a return to an older version, the last good settings count without the newer keys`() throws {
    try Places.withFolder { (folder: URL) throws in
      let file = folder.appendingPathComponent("gestureflow.toml")
      let newer = "[camera]\nrate = 40\nzoom = 2\n[holograms]\nsize = 3\n"
      for path in [file, folder.appendingPathComponent("configuration.good.toml")] {
        try newer.write(to: path, atomically: true, encoding: .utf8)
      }
      let store = ConfigStore(files: [file.path], stateFolder: folder.path)
      #expect(store.errors.count == 2 && store.configuration.cameraRate == 40 && store.isGood)
    }
  }

  /// The models once had other words. The notice names the file and the new word until a new word replaces it.
  @Test(arguments: [("exact", "float"), ("full", "int8")])
  func `an old word is read, and the new one is named`(old: String, new: String) throws {
    try Places.withFolder { (folder: URL) throws in
      let owners = folder.appendingPathComponent("gestureflow.toml")
      let settings = folder.appendingPathComponent("settings.toml")
      try "[tracker]\nmodel = \"\(old)\"\n".write(to: owners, atomically: true, encoding: .utf8)
      let store = ConfigStore(files: [owners.path, settings.path], own: settings.path, stateFolder: folder.path)
      #expect(store.errors.isEmpty && store.configuration.trackerModel == new)
      #expect(store.notices == ["tracker.model is \(old) in \(owners.path), an old word for \(new): write \(new)"])
      #expect(store.answer.entries.first(where: { $0.key == "tracker.model" })?.value == "\"\(new)\"")
      // The same word in the box's own file counts, and is named there.
      try store.set("tracker.model", to: "\"\(old)\"")
      #expect(store.configuration.trackerModel == new && store.notices.map { $0.contains(settings.path) } == [true])
      try store.set("tracker.model", to: "\"\(new)\"")
      #expect(store.configuration.trackerModel == new && store.notices.isEmpty, "the owner's file is overridden")
      // The last good configuration of an older version has the old word.
      try "[tracker]\nmodel = \"\(old)\"\n"
        .write(to: folder.appendingPathComponent("configuration.good.toml"), atomically: true, encoding: .utf8)
      try "[camera]\nrate = 6000\n".write(to: settings, atomically: true, encoding: .utf8)
      let broken = ConfigStore(files: [owners.path, settings.path], own: settings.path, stateFolder: folder.path)
      #expect(broken.errors.count == 1 && broken.configuration.trackerModel == new && broken.notices.isEmpty)
    }
  }

  @Test func `the box changes no file of the package manager`() throws {
    #expect(ConfigStore.standardFiles.first == "/etc/gestureflow/gestureflow.toml")
    #expect(ConfigStore(stateFolder: nil).ownFile == "/var/lib/gestureflow/settings.toml")
    #expect(ConfigStore.standardFiles.firstIndex(of: ConfigStore.settingsFile) == 1, "above the owner's file, below the boot partition's")
    // The service's sandbox allows writes to this folder.
    let unit = try String(contentsOf: Places.project.appendingPathComponent("deploy/gestureflow.service"), encoding: .utf8)
    #expect(unit.contains("\nStateDirectory=gestureflow\n") && !unit.contains("/etc/gestureflow"))
  }

  @Test func `changes at the same moment are all kept`() throws {
    try Places.withFolder { (folder: URL) throws in
      let owners = folder.appendingPathComponent("gestureflow.toml")
      let settings = folder.appendingPathComponent("settings.toml")
      let store = ConfigStore(files: [owners.path, settings.path], own: settings.path, stateFolder: nil)
      let keys =
        ["mode", "tier", "prev", "next", "play"].map { "panel.button-\($0)" }
        + ["player", "stems", "instrument", "stream", "tier", "hands", "status", "track"].map { "panel.led-\($0)" }
      DispatchQueue.concurrentPerform(iterations: keys.count * 2) { turn in
        if turn % 2 == 0 { _ = try? store.set(keys[turn / 2], to: "\"line \(turn / 2)\"") } else { store.load(isReload: true) }
      }
      let values = Dictionary(uniqueKeysWithValues: store.answer.entries.map { ($0.key, $0.value) })
      for (number, key) in keys.enumerated() { #expect(values[key] == "\"line \(number)\"", "\(key) is lost") }
    }
  }
}
