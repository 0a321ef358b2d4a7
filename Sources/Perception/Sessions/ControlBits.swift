import GestureFlowAPI
import Gestures
import Notes

extension ControlFrame {
  /// All values that the hands set, in 16 hexadecimal digits. Two frames have the same digits if they are equal to
  /// the last bit, apart from their times. The digits are the FNV-1a of every value's bits, in the order of
  /// declaration.
  package var bits: String {
    var sum = FNV1a()
    sum.add(handsPresent ? 1 : 0)
    switch values {
    case .player(let control):
      sum.add(1)
      sum.add(control.speed, control.pitchCents, control.volume)
      sum.add(control.speedGrip)
      sum.add(control.pitchGrip)
      sum.add(control.volumeHeld ? 1 : 0)
      // Added only when it is used, as below.
      if control.filter != 0 { sum.add(control.filter) }
      if control.filterHeld { sum.add(7) }
    case .stems(let control):
      sum.add(2)
      sum.add(UInt64(control.selected.map { $0 + 1 } ?? 0))
      sum.add(UInt64(control.selecting.map { $0 + 1 } ?? 0))
      sum.add(control.selectProgress)
      for i in 0..<StemsControl.channels { sum.add(control.volumes[i], control.pitchCents[i]) }
      sum.add(control.grip.map { $0 == .level ? 1 : 2 } ?? 0)
      sum.add(control.region.map { UInt64($0.start * 8 + $0.end) } ?? 0)
    case .instrument(let notes):
      sum.add(3)
      for i in 0..<notes.count { sum.add(notes[i]) }
    case .stream(let control):
      sum.add(4)
      sum.add(control.volume, control.pitchCents)
      sum.add(control.volumeHeld ? 1 : 0)
      sum.add(control.pitchGrip)
      sum.add(control.asksForSpeed ? 1 : 0)
    }
    // Added only when true: frames without them match the digits of recorded files.
    if areHandsOff { sum.add(5) }
    if glides { sum.add(6) }
    let text = String(sum.value, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}

extension FNV1a {
  fileprivate mutating func add(_ numbers: Float...) { for number in numbers { add(UInt64(number.bitPattern)) } }

  fileprivate mutating func add(_ grip: Grip?) {
    switch grip {
    case nil: add(0)
    case .resting: add(1)
    case .spread: add(2)
    case .fader: add(3)
    }
  }

  fileprivate mutating func add(_ played: PlayedNote) {
    let source = played.source
    add(UInt64(source.id.kind.rawValue))
    add(UInt64(bitPattern: Int64(source.id.number)))
    add(source.position, source.expression, source.modulation, source.depth, source.bend)
    add(source.gate ? 1 : 0)
    add(played.note.map { UInt64($0) + 1 } ?? 0)
    add(UInt64(played.velocity))
    add(UInt64(played.zone))
    add(UInt64(played.stroke))
  }
}
