import Camera
import Foundation
import GestureFlowAPI
import Lab
import Supervisor
import TestSupport
import Testing

/// Tests of a written piece on the whole box, without a clock. The tracker finds its hands in frames, and the ear
/// finds its notes in the sound.
@Suite struct InstrumentDemoTests {
  /// The notes that the hands played, and the notes in the sound.
  private struct Tables {
    var played: PieceTable
    var heard: PieceTable
  }

  /// Plays a piece and compares its hands and its sound with it.
  /// - Parameters:
  ///   - other: the piece to compare the sound with. It is nil for the piece itself.
  ///   - rate: frames per second of the camera.
  private func tables(_ piece: WrittenPiece, comparedWith other: WrittenPiece? = nil, rate: Double = 30) throws -> Tables {
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
      settings.model = .full
      let performer = VirtualPerformer(performed.script, rate: rate, live: false, seconds: performed.script.duration)
      let box = try Box(settings, log: BootLog(quiet: true), camera: performer)
      try piece.set(box)
      try box.runFree()
      let report = box.report
      let wave = try #require(report.status.instrument?.waveform)
      let zero = try #require(report.begin)
      let (asked, key) = (try (other ?? piece).performed().notes, piece.layout.key)
      return Tables(
        played: PieceTable(asked, heard: report.begunNotes, zero: zero, key: key),
        heard: PieceTable(asked, heard: try piece.heard(in: path, wave: wave), zero: zero, key: key))
    }
  }

  private func check(_ piece: WrittenPiece, rate: Double = 30, exact: Double = 0.15) throws {
    let tables = try tables(piece, rate: rate)
    #expect(tables.played.isComplete, "\(tables.played.text)")
    #expect(tables.heard.isComplete && !tables.heard.rows.isEmpty, "\(tables.heard.text)")
    // The heard notes are the played ones. The tolerance is the precision of the ear.
    for (played, heard) in zip(tables.played.rows, tables.heard.rows) {
      guard let from = played.heard?.seconds, let to = heard.heard?.seconds else { continue }
      #expect(abs(to - from) < exact, "\(heard.asked): \(to - from) s later")
    }
  }

  /// The long ring adds 15 and 20, a Raspberry Pi 4's rates. At 20 the ear hears one of two simultaneous notes 0.17 s
  /// late.
  @Test(arguments: Ring.isLong ? [15.0, 20, 30] : [30]) func `the piece of the demo is heard note for note`(rate: Double) throws {
    try check(
      WrittenPiece(file: Places.project.appendingPathComponent("scores/first-light.txt").path), rate: rate, exact: rate == 20 ? 0.2 : 0.15)
  }

  private func short(_ sound: String, last: String = "A3:2") throws -> WrittenPiece {
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

  /// A sine that rings for seconds, and a square with its overtones. The notes are an octave apart, struck softly,
  /// struck again and slid to.
  @Test(arguments: ["Glass Bells", "Cathedral Pipes"]) func `sounds that differ much are heard note for note`(sound: String) throws {
    try check(short(sound))
  }

  @Test func `another note than the written one is reported`() throws {
    let tables = try tables(short("Glass Bells", last: "C4:2"), comparedWith: short("Glass Bells"))
    for table in [tables.played, tables.heard] {
      #expect(table.others.map(\.note) == [60] && table.rows.count { $0.heard == nil } == 1, "\(table.text)")
    }
  }
}
