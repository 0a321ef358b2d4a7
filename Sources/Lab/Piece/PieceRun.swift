import GestureFlowAPI
import Sound
import Supervisor

/// A piece on the whole box: settings, played notes and heard notes.
extension WrittenPiece {
  /// Sets instrument mode as the piece requires.
  /// - Throws: `Problem` with the part that the box does not have, such as the sound.
  public func set(_ box: Box) throws(Problem) {
    try box.carryOut(.mode(.instrument))
    try box.carryOut(Command(.scale, text: layout.scale.rawValue))
    try box.carryOut(Command(.key, text: layout.key.name))
    try box.carryOut(Command(.range, text: "\(layout.range.low) \(layout.range.high)"))
    try box.carryOut(.sound(sound))
    try box.carryOut(Command(.tempo, number: tempo))
    try box.carryOut(.play)
  }

  /// Returns the notes that begin in a sound file.
  /// - Throws: `SoundFileError` if it cannot be read.
  public func heard(in path: String, wave: InstrumentWaveform) throws(FileError) -> [HeardNote] {
    NoteEar(try Self.sound(in: path), range: Int(layout.range.low)...Int(layout.range.high), wave: wave).notes
  }

  /// Returns a whole sound file, left and right.
  /// - Throws: `SoundFileError` if it cannot be read.
  public static func sound(in path: String) throws(FileError) -> (left: [Float], right: [Float]) {
    let file = try SoundFile(path)
    var (left, right): ([Float], [Float]) = ([], [])
    let block = UnsafeMutablePointer<Float>.allocate(capacity: 8192)
    defer { block.deallocate() }
    while true {
      let count = file.read(block, count: 4096)
      for i in 0..<count {
        left.append(block[2 * i])
        right.append(block[2 * i + 1])
      }
      if count < 4096 { break }
    }
    return (left, right)
  }
}

extension Report {
  /// The notes that hands began, legato ones too.
  /// Each is at the output's frame with which it is heard. Their levels are unknown, and are 0 here.
  public var begunNotes: [HeardNote] {
    var sounding: [String: Int] = [:]
    var all: [HeardNote] = []
    for sample in controls {
      for note in sample.notes ?? [] {
        if let now = note.note, now != sounding[note.source], let frame = sample.frame, let midi = UInt8(exactly: now) {
          all.append(HeardNote(note: midi, seconds: Double(frame) / Double(SoundFormat.rate), decibels: 0))
        }
        sounding[note.source] = note.note
      }
      for gone in sounding.keys where !(sample.notes ?? []).contains(where: { $0.source == gone }) { sounding[gone] = nil }
    }
    return all
  }

  /// Time of the script's first moment in the output, in seconds.
  /// The script's first frame must be the first processed one. The camera frame with the shortest delay to the
  /// notes defines it, so delays contain only the excess of the other frames. Nil without frames.
  public var begin: Double? {
    guard let first = controls.first?.t else { return nil }
    return controls.compactMap { sample in sample.frame.map { Double($0) / Double(SoundFormat.rate) - (sample.t - first) } }.min()
  }
}
