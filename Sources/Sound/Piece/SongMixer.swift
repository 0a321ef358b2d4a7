/// A renderer of a song or some of its stems. It starts at any position. It adds the notes always in the same
/// order, so a frame has the same bits wherever reading began. For one thread at a time.
final class SongMixer {
  private struct Placed {
    var start: Int64
    /// Frame by which the note is over.
    var end: Int64
    var hold: Int
    var note: SongNote
  }

  /// Seconds of the fade to silence at the song's end.
  static let fade = 2
  /// Frames that a rendered note is kept after its last use.
  private let kept: Int64

  /// Length in frames.
  let frames: Int64
  /// Notes in the order of their beginnings.
  private let notes: [Placed]
  /// Length of the longest note with its tail, in frames.
  private let reach: Int64
  private var bank: [NoteSound.Key: (sound: NoteSound, needed: Int64)] = [:]
  private var swept: Int64 = 0

  /// - Parameters:
  ///   - stems: the stems that are heard.
  ///   - kept: seconds for which a rendered note is kept after its last use. Less saves memory, more saves work.
  init(_ song: Song, _ grid: BarGrid, stems: [StemVoice] = StemVoice.allCases, kept: Int) {
    self.kept = Int64(kept * SoundFormat.rate)
    let frames = grid.rtStart(ofBar: Int64(song.bars))
    let step = Double(grid.rtStart(ofThirtySecond: 2000)) / 1000
    let placed = song.notes(stems).map { note in
      let start = grid.rtStart(ofThirtySecond: 2 * Int64(note.start))
      let isDrum = if case .drum = note.instrument.recipe { true } else { false }
      let hold = isDrum ? 0 : Int(step * Double(note.length))
      let reach = NoteSound.reach(of: note.instrument, notes: note.pitches.count, hold: hold)
      return Placed(start: start, end: start + Int64(reach), hold: hold, note: note)
    }
    self.frames = frames
    notes = placed.filter { $0.start < frames }.sorted { $0.start < $1.start }
    reach = notes.map { $0.end - $0.start }.max() ?? 0
  }

  /// Writes `count` frames from a position within the song, interleaved.
  func render(from position: Int64, count: Int, to output: UnsafeMutablePointer<Float>) {
    output.withMemoryRebound(to: SIMD2<Float>.self, capacity: count) { output in
      output.update(repeating: .zero, count: count)
      let end = position + Int64(count)
      var i = firstNote(at: position)
      while i < notes.count, notes[i].start < end {
        let placed = notes[i]
        i += 1
        guard placed.end > position else { continue }
        let sound = sound(of: placed, at: end)
        let from = max(placed.start, position)
        let to = min(placed.start + Int64(sound.frames.count), end)
        guard to > from else { continue }
        let gain = placed.note.gain
        sound.frames.withUnsafeBufferPointer { all in
          let source = all.baseAddress! + Int(from - placed.start)
          let target = output + Int(from - position)
          for k in 0..<Int(to - from) { target[k] += gain * source[k] }
        }
      }
      fadeOut(position, count, output)
      sweep(end)
    }
  }

  /// Returns the first note that may still sound at a frame.
  private func firstNote(at frame: Int64) -> Int {
    var (low, high) = (0, notes.count)
    while low < high {
      let middle = (low + high) / 2
      if notes[middle].start < frame - reach { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func sound(of placed: Placed, at now: Int64) -> NoteSound {
    let note = placed.note
    let key = NoteSound.Key(instrument: note.instrument.name, pitches: note.pitches, hold: placed.hold)
    let sound = bank[key]?.sound ?? NoteSound(note.instrument, note.pitches, hold: placed.hold)
    bank[key] = (sound, now)
    return sound
  }

  /// Removes notes that were not used for a while. These include notes of another position.
  private func sweep(_ now: Int64) {
    guard abs(now - swept) > Int64(SoundFormat.rate) else { return }
    swept = now
    bank = bank.filter { abs(now - $0.value.needed) < kept }
  }

  private func fadeOut(_ position: Int64, _ count: Int, _ output: UnsafeMutablePointer<SIMD2<Float>>) {
    let whole = Int64(Self.fade * SoundFormat.rate)
    for k in Int(max(0, min(frames - whole - position, Int64(count))))..<count {
      let left = Float(frames - 1 - position - Int64(k)) / Float(whole)
      output[k] *= left * left
    }
  }
}
