import Foundation
import Gestures
import Hands
import Lab
import Notes
import SyntheticHands
import TestSupport
import Testing

/// Tests of the demo's piece with exact hands. At every frame rate they play the written notes.
@Suite struct PieceGesturesTests {
  private static let aspect: Float = 4.0 / 3

  @Test(arguments: [15.0, 30, 60]) func `the notes played are the written ones`(rate: Double) throws {
    let piece = try WrittenPiece(file: Places.project.appendingPathComponent("scores/first-light.txt").path)
    let performed = try piece.performed()
    var settings = GestureSettings()
    settings.instrument.layout = piece.layout
    var engine = GestureEngine(settings, mode: .instrument)
    var heard: [HeardNote] = []
    var sounding: [SourceID: UInt8] = [:]
    for index in 0..<Int(performed.script.duration * rate) {
      let time = Double(index) / rate
      let hands = performed.script.moment(at: time).hands.filter { $0.visibleShare(aspect: Self.aspect) > 0.6 }.map { posed in
        Hand(
          id: posed.handedness == .left ? 1 : 2, handedness: posed.handedness, landmarks: posed.landmarks(aspect: Self.aspect).mirrored,
          world: posed.worldLandmarks)
      }
      let output = engine.process(HandFrame(index: index, time: time, aspect: Self.aspect, hands: hands))
      let played = output.control.instrument ?? PlayedNotes()
      for i in 0..<played.count {
        if let note = played[i].note, note != sounding[played[i].source.id] {
          heard.append(HeardNote(note: note, seconds: time, decibels: 0))
        }
        sounding[played[i].source.id] = played[i].note
      }
    }
    let table = PieceTable(performed.notes, heard: heard, zero: 0, key: piece.layout.key)
    #expect(table.isComplete && table.rows.count == 30, "\(table.text)")
    // Simultaneous notes are played together, whether struck or slid to.
    let beats = Dictionary(grouping: table.rows) { "\($0.asked.bar):\($0.asked.beat)" }.values.map { $0.compactMap(\.heard?.seconds) }
    #expect(beats.allSatisfy { ($0.max() ?? 0) - ($0.min() ?? 0) < 0.12 })
  }
}
