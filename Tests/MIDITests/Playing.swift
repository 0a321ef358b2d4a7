import MIDI
import MIDIDoubles
import Notes

/// Returns a played note of a hand or a touch, with defaults.
func played(
  _ id: SourceID, _ note: UInt8?, stroke: UInt32 = 1, velocity: UInt8 = 64, expression: Float = 1, modulation: Float = 0,
  depth: Float = 0.5,
  bend: Float = 0
) -> PlayedNote {
  let source = Source(id, expression: expression, modulation: modulation, depth: depth, bend: bend, gate: note != nil)
  return PlayedNote(source, note: note, velocity: velocity, stroke: stroke)
}

func playing(_ notes: PlayedNote...) -> PlayedNotes { playing(notes) }

func playing(_ notes: [PlayedNote]) -> PlayedNotes {
  var list = PlayedNotes()
  for note in notes { list.append(note) }
  return list
}

func on(_ note: UInt8, _ velocity: UInt8 = 64, channel: UInt8 = 0) -> MIDIMessage {
  .noteOn(channel: channel, note: note, velocity: velocity)
}
func off(_ note: UInt8, channel: UInt8 = 0) -> MIDIMessage { .noteOff(channel: channel, note: note, velocity: 0) }
func cc(_ controller: UInt8, _ value: UInt8, channel: UInt8 = 0) -> MIDIMessage {
  .control(channel: channel, controller: controller, value: value)
}

/// Returns the notes among messages.
func notes(_ messages: [MIDIMessage]) -> [MIDIMessage] { messages.filter { $0.asNote != nil } }

/// A port's loop with its double, which the test's own thread runs step by step.
struct Rig {
  let world: MIDIWorld
  let shared: PortShared
  let queue = InputQueue()
  let loop: PortLoop

  init(_ settings: MIDISettings = MIDISettings(), world: MIDIWorld = MIDIWorld()) {
    self.world = world
    shared = PortShared(settings)
    loop = PortLoop(SequencerDouble(world), shared, queue, wake: -1)
  }

  /// Runs a turn and advances the time. Further turns follow the first one's changes.
  func turn(_ seconds: Double = 0.01) {
    loop.turn()
    loop.turn()
    world.pass(seconds)
  }

  func play(_ notes: PlayedNote..., kind: SourceID.Kind = .hand, ahead: Double = 0) {
    shared.add(.play(kind, playing(notes), heardAt: world.now + ahead))
    turn()
  }

  /// Takes the inputs received so far.
  func inputs() -> [MIDIInput] {
    queue.close()
    var all: [MIDIInput] = []
    while let input = queue.take(now: { 0 }) { all.append(input) }
    return all
  }
}
