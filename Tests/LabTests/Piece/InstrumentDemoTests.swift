import Camera
import Foundation
import GestureFlowAPI
import Lab
import Realtime
import Settings
import Supervisor
import TestSupport
import Testing

/// Tests of a written piece on the whole box, without a clock. The tracker finds its hands in frames, and the ear
/// finds its notes in the sound.
@Suite struct InstrumentDemoTests {
  /// The notes that the hands played and the notes in the sound, beside those of a piece.
  private struct Tables {
    var played: PieceTable
    var heard: PieceTable
  }

  /// The result of a performance: the notes that the hands played and the notes in the sound.
  private struct Performed: Sendable {
    var played: [HeardNote]
    var heard: [HeardNote]
    /// The first moment of the script in the sound, in seconds.
    var zero: Double

    func tables(of piece: WrittenPiece) throws -> Tables {
      let (asked, key) = (try piece.performed().notes, piece.layout.key)
      return Tables(
        played: PieceTable(asked, heard: played, zero: zero, key: key), heard: PieceTable(asked, heard: heard, zero: zero, key: key))
    }
  }

  /// The performance of the short piece by a sine, which several tests compare.
  private static let bells = Result { try performed(short("Glass Bells")) }

  /// Performs a piece.
  /// - Parameter rate: frames per second of the camera.
  private static func performed(_ piece: WrittenPiece, rate: Double = 30) throws -> Performed {
    try Places.withFolder { (folder: URL) throws in
      let performed = try piece.performed()
      let path = folder.appendingPathComponent("piece.wav").path
      var settings = RunSettings()
      settings.camera = .performer("empty")
      settings.seconds = performed.script.duration
      settings.freeRunning = true
      settings.sink = .wav(path)
      settings.report = ""
      settings.workbenchTier = .pro
      settings.model = .int8
      let performer = VirtualPerformer(performed.script, rate: rate, live: false, seconds: performed.script.duration)
      let box = try Box(settings, log: BootLog(quiet: true), camera: performer)
      try piece.set(box)
      try box.runFree()
      let report = box.report
      let wave = try #require(report.status.instrument?.waveform)
      let zero = try #require(report.begin)
      return Performed(played: report.begunNotes, heard: try piece.heard(in: path, wave: wave), zero: zero)
    }
  }

  private func check(_ performed: Performed, of piece: WrittenPiece, exact: Double = 0.15) throws {
    let tables = try performed.tables(of: piece)
    #expect(tables.played.isComplete, "\(tables.played.text)")
    #expect(tables.heard.isComplete && !tables.heard.rows.isEmpty, "\(tables.heard.text)")
    // The heard notes are the played ones. The tolerance is the precision of the ear.
    for (played, heard) in zip(tables.played.rows, tables.heard.rows) {
      guard let from = played.heard?.seconds, let to = heard.heard?.seconds else { continue }
      #expect(abs(to - from) < exact, "\(heard.asked): \(to - from) s later")
    }
  }

  /// The piece of the demo. `make test` plays the first four of its eight bars.
  private static func demo() throws -> WrittenPiece {
    let text = try String(contentsOf: Places.project.appendingPathComponent("scores/first-light.txt"), encoding: .utf8)
    let lines = text.split(separator: "\n")
    let voices = lines.filter { $0.hasPrefix("right:") || $0.hasPrefix("left:") }
    let left = TestSupport.Ring.cases(Array(voices.dropFirst(4)), of: [])
    return try WrittenPiece(lines.filter { !left.contains($0) }.joined(separator: "\n"))
  }

  /// `make test` plays at 15 frames per second, and the long ring at 20, too: a Raspberry Pi 4's rates. At 20 the ear
  /// hears one of two simultaneous notes 0.17 s late.
  @Test(arguments: TestSupport.Ring.cases([15], of: [15, 20, 30]) as [Double])
  func `the piece of the demo is heard note for note`(rate: Double) throws {
    let piece = try Self.demo()
    try check(try Self.performed(piece, rate: rate), of: piece, exact: rate == 20 ? 0.2 : 0.15)
  }

  private static func short(_ sound: String, last: String = "A3:2") throws -> WrittenPiece {
    try WrittenPiece(
      """
      title: Short
      sound: \(sound)
      scale: pentatonicMajor
      key: F
      range: A3 A5
      tempo: 60
      bar: 4
      right: C5/5  A4  ~G4 - | D5:2    C5:2 |
      left:  C4:2      F4:2  | A3:2/2  \(last) |
      """)
  }

  /// A sine that rings for seconds, and in the long ring a square with its overtones. The notes are an octave apart,
  /// struck softly, struck again and slid to.
  @Test(arguments: TestSupport.Ring.cases(["Glass Bells"], of: ["Glass Bells", "Cathedral Pipes"]))
  func `sounds that differ much are heard note for note`(sound: String) throws {
    let piece = try Self.short(sound)
    try check(sound == "Glass Bells" ? Self.bells.get() : Self.performed(piece), of: piece)
  }

  /// The last note is an A3 and not the C4 of the piece.
  @Test func `another note than the written one is reported`() throws {
    let tables = try Self.bells.get().tables(of: Self.short("Glass Bells", last: "C4:2"))
    for table in [tables.played, tables.heard] {
      #expect(table.others.map(\.note) == [57] && table.rows.count { $0.heard == nil } == 1, "\(table.text)")
    }
  }
}
