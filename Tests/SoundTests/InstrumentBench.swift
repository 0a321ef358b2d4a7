import Foundation
import Notes
import Sound
import TestSupport

/// The instrument alone, driven block by block. By default it has sines without echo and room.
final class InstrumentBench {
  let port = InstrumentPort()
  private var channel: InstrumentChannel
  private let planes = UnsafeMutablePointer<Float>.allocate(capacity: 256)
  private(set) var levels = InstrumentLevels(isScene: true, volume: 1)
  /// All rendered samples of the left side.
  private(set) var left: [Float] = []
  private var strokes: UInt32 = 0

  var state: InstrumentState { port.state }

  init() {
    channel = InstrumentChannel(port)
    planes.initialize(repeating: 0, count: 256)
    levels.patch.waveform = .sine
    levels.patch.spread = 0
    levels.patch.sustain = 1
    levels.patch.release = 0.05
    port.set(levels)
  }
  deinit { planes.deallocate() }

  func send(_ change: (inout InstrumentLevels) -> Void) {
    change(&levels)
    port.set(levels)
  }

  /// Renders blocks; returns their left side.
  @discardableResult func render(_ blocks: Int, count: Int = 128) -> ArraySlice<Float> {
    let from = left.count
    for _ in 0..<blocks {
      planes.update(repeating: 0, count: 256)
      channel.rtRender(planes, planes + 128, count: count)
      left += UnsafeBufferPointer(start: planes, count: count)
    }
    return left[from...]
  }

  /// Returns a note that a hand strikes.
  func strike(_ number: Int, _ note: UInt8, velocity: UInt8 = 127) -> PlayedNote {
    strokes += 1
    return PlayedNote(Source(SourceID(.hand, number), gate: true), note: note, velocity: velocity, stroke: strokes)
  }

  /// Sets the notes that all hands play now.
  func hands(_ played: PlayedNote..., captureTime: Double = 0) {
    var notes = PlayedNotes()
    for note in played { notes.append(note) }
    port.play(.hand, notes, captureTime: captureTime)
  }

  /// Returns the pitch of a sound as a MIDI note.
  static func note(_ x: ArraySlice<Float>) -> Double { 69 + 12 * log2(Signals.frequency(x) / 440) }
}
