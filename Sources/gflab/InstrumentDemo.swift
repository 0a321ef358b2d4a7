import ArgumentParser
import Foundation
import GestureFlowAPI
import Lab
import Settings
import Supervisor

/// A written piece that the performer plays.
struct InstrumentDemo {
  let piece: WrittenPiece
  let performance: WrittenPiece.Performance

  /// Reads the piece.
  /// - Parameter name: a file, or the name of one in the checkout's `scores`.
  init(_ name: String) throws {
    piece = try WrittenPiece(file: name.contains("/") ? name : Self.folder + "/\(name).txt")
    performance = try piece.performed()
  }

  /// Judges a run.
  /// The table has the heard notes if the sound is in a file, and otherwise the played notes.
  func judge(_ report: Report, sink: SinkChoice?) throws -> (text: String, isComplete: Bool) {
    guard let zero = report.begin else { throw ValidationError("no frame was processed") }
    func table(_ heard: [HeardNote]) -> PieceTable { PieceTable(performance.notes, heard: heard, zero: zero, key: piece.layout.key) }
    let played = table(report.begunNotes)
    guard case .wav(let path)? = sink else {
      return ("\(played.text)\n\n\(played.summary)\nthe sound is in no file: these are the notes that the hands played", played.isComplete)
    }
    let heard = table(try piece.heard(in: path, wave: report.status.instrument?.waveform ?? .sine))
    var text = "\(heard.text)\n\n\(heard.summary)"
    if !played.isComplete { text += "\n\nwhat the hands played:\n\(played.text)\n\n\(played.summary)" }
    return (text, heard.isComplete && played.isComplete)
  }

  /// Six moments in the middle of notes, spread over the piece.
  var moments: [Double] {
    (0..<6).map { i in
      let note = performance.notes[i * performance.notes.count / 6].played
      return note.from + max((note.to - note.from) * 0.7, 0.4)
    }
  }

  /// The checkout's scores, from the working folder or the program upwards.
  private static var folder: String {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
    for start in [FileManager.default.currentDirectoryPath, program] {
      var folder = URL(fileURLWithPath: start)
      while folder.path != "/" {
        if FileManager.default.fileExists(atPath: folder.appendingPathComponent("scores/first-light.txt").path) {
          return folder.appendingPathComponent("scores").path
        }
        folder.deleteLastPathComponent()
      }
    }
    return "scores"
  }
}
