import Foundation
import GestureFlowAPI
import GfctlTool
import TestSupport
import Testing

/// Tests that a report for a bug tracker contains no personal names.
@Suite struct ReportTests {
  private static var status: Status {
    var status = Status.sample
    status.library = LibraryStatus(
      sticks: [
        .init(
          id: "1234-ABCD", label: "ANNAS STICK", path: "/run/media/gestureflow/ANNAS STICK", tracks: 1, problems: 0, scanned: 1,
          scanning: false)
      ],
      tracks: 1, problems: 0)
    status.track?.title = "Secret Song"
    status.track?.artist = "Me"
    status.track?.path = "/run/media/gestureflow/ANNAS STICK/Secret Song.flac"
    status.notices = [
      Notice(atSeconds: 1, text: "stick 'ANNAS STICK' was read: gfctl library list"),
      Notice(atSeconds: 2, text: "the card's clock of annabox"),
    ]
    return status
  }

  private static let passwd =
    "root:x:0:0:root:/root:/bin/sh\nanna:x:1000:1000:Anna Example,,,:/home/anna:/bin/bash\nnobody:x:65534:65534::/:/bin/false\n"

  private var masker: NameMasker {
    NameMasker(
      NameMasker.names(host: "annabox.local", passwd: Self.passwd, environment: ["SUDO_USER": "owner1", "USER": "root"])
        + NameMasker.names(status: Self.status, captures: [Capture(name: "2026-01-01 gig.flac", bytes: 1, modifiedSeconds: 1, open: false)])
    )
  }

  @Test(arguments: [
    ("on annabox anna said", "on <host 2> <user 1> said"), ("hannah and banana stay", "hannah and banana stay"),
    ("Anna Example", "<user 2>"),
    ("root and gestureflow stay", "root and gestureflow stay"), ("owner1", "<user 3>"), ("/home/bob/My Music/x.flac: no", "<path>: no"),
    ("\"/mnt/disk/a b.wav\"", "\"<path>\""), ("My-Song.mp3 is damaged", "<file> is damaged"), ("film.MOV", "<file>"),
    ("My-Song.mp3.part stays", "<file>.part stays"), ("host.1A2B-3C4D.local", "host.<id>.local"),
    ("AA:BB:CC:00:11:22", "<address>"), ("192.168.1.7:9000", "<address>:9000"), ("2f1b6c1e-0000-4000-8000-123456789abc", "<id>"),
    ("/var/lib/gestureflow/imports/film 12.flac", "<path>"),
    ("/usr/share/gestureflow/sounds/glass.toml", "/usr/share/gestureflow/sounds/glass.toml"),
    ("speed 1.25, version 0.1.0", "speed 1.25, version 0.1.0"),
  ])
  func `names are masked and the rest stays`(text: String, masked: String) { #expect(masker.masked(text) == masked) }

  @Test func `texts in quotation marks are masked but commands and apostrophes stay`() {
    #expect(
      masker.masked("the set 'Höhle' of the box's owner's choice: 'gfctl midi ports'", quotes: true)
        == "the set '<name>' of the box's owner's choice: 'gfctl midi ports'")
  }

  @Test func `no file of the report holds a name`() throws {
    let findings = Doctor.box(Self.status)
    let log =
      "2026-01-01T00:00:00 gestureflowd[1]: plays 'Secret Song' from /run/media/gestureflow/ANNAS STICK/Secret Song.flac\nanna stops annabox"
    var entry = ConfigEntry(key: "library.folders", value: "[\"/data/Anna\"]", defaultValue: "[]", allowed: "a list", live: true)
    let masker = NameMasker(
      NameMasker.names(configuration: [entry]) + NameMasker.names(host: "annabox", passwd: Self.passwd, environment: [:])
        + NameMasker.names(status: Self.status))
    let files = Report.files(
      status: Self.status, error: nil, findings: findings, configuration: [entry], log: log, system: "kernel of annabox", masker: masker)
    #expect(files.map(\.name) == ["system.txt", "status.json", "doctor.txt", "configuration.txt", "journal.txt"])
    for file in files {
      for name in ["anna", "ANNA", "Secret", "1234-ABCD", "annabox"] { #expect(!file.text.contains(name), "\(file.name): \(file.text)") }
    }
    let json = try JSONDecoder().decode(Status.self, from: Data(files[1].text.utf8))
    #expect(json.control.speed == 1.25 && json.notices.count == 2 && json.library?.tracks == 1)
    #expect(files[3].text.contains("library.folders") && files[4].text.contains("gestureflowd[1]: plays"))
    entry.value = "[]"
    let silent = Report.files(status: nil, error: "not running", findings: [], configuration: [entry], log: "", system: "", masker: masker)
    #expect(silent[1].text == "\"not running\"\n")
  }

  @Test func `the archive is whole and leaves nothing beside it`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.path + "/r.tar.gz"
      try ReportArchive(SystemPrograms()).write([.init("a.txt", "one\n"), .init("b.txt", "two\n")], to: path)
      let run = try ProgramRun.run(URL(fileURLWithPath: "/bin/tar"), ["-xzOf", path])
      #expect(run.status == 0 && run.output == "one\ntwo\n", "\(run.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["r.tar.gz"])
      let broken = ScriptedPrograms { _ in (1, "no room") }
      #expect(throws: Failure.self) { try ReportArchive(broken).write([], to: folder.path + "/x") }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["r.tar.gz"])
    }
  }
}
