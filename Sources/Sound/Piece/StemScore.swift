import Foundation

/// Which notes the built-in set has. All times are sixteenths; a bar has 16.
enum StemScore {
  /// C minor, A flat, E flat, B flat, two bars each; MIDI note numbers.
  private static let chords: [[Int]] = [[60, 63, 67, 74], [60, 63, 68, 72], [58, 63, 67, 70], [58, 62, 65, 72]]
  /// Their roots for the bass: 65.4, 51.9, 77.8 and 58.3 Hz.
  static let roots = [36, 32, 39, 34]
  /// Formants of the vowels ah, oh and oo in Hz.
  private static let vowels: [(Float, Float)] = [(760, 1150), (470, 830), (330, 700)]
  /// The lead: first sixteenth, length, MIDI note number, vowel.
  private static let line: [(Int, Int, Int, Int)] = [
    (0, 6, 67, 0), (6, 2, 70, 0), (8, 8, 72, 1), (20, 4, 70, 0), (24, 8, 67, 1),
    (36, 4, 68, 0), (40, 4, 67, 0), (44, 4, 63, 1), (48, 12, 65, 2),
    (64, 6, 67, 0), (70, 2, 70, 0), (72, 8, 75, 1), (84, 4, 74, 0), (88, 8, 70, 1),
    (100, 4, 72, 0), (104, 4, 70, 0), (108, 4, 65, 1), (112, 14, 67, 2),
    (132, 4, 72, 0), (136, 4, 74, 0), (140, 4, 75, 0), (144, 10, 79, 1), (156, 4, 75, 0),
    (160, 8, 72, 0), (168, 4, 75, 0), (172, 4, 72, 1), (176, 12, 68, 2),
    (196, 4, 70, 0), (200, 4, 72, 0), (204, 4, 70, 0), (208, 8, 67, 1), (216, 6, 63, 1),
    (224, 4, 65, 0), (228, 4, 67, 0), (232, 4, 70, 0), (236, 16, 72, 2),
  ]

  static func hz(_ note: Int) -> Float { 440 * pow(2, Float(note - 69) / 12) }

  static func notes(_ voice: StemVoice) -> [StemNote] {
    switch voice {
    case .drums: drums
    case .bass: bass
    case .lead:
      line.map {
        StemNote(sound: .sung(formants: vowels[$0.3]), start: $0.0, length: $0.1, tail: 3000, pitch: hz($0.2), gain: 0.085, pan: 0.12)
      }
    case .chords: pads + plucks
    }
  }

  private static var drums: [StemNote] {
    var all: [StemNote] = []
    func add(_ voice: PieceNote.Voice, _ starts: [Int], _ length: Int, _ gain: Float, pan: Float = 0) {
      all += starts.map { StemNote(sound: .piece(voice), start: $0, length: length, gain: gain, pan: pan) }
    }
    add(.kick, [0, 8, 16, 24], 4, 0.4)
    add(.kick, [6, 22, 27], 4, 0.26)
    add(.snare, [4, 12, 20, 28], 4, 0.2, pan: 0.08)
    add(.snare, [31], 2, 0.06, pan: 0.08)
    add(.hat, Array(stride(from: 2, to: 32, by: 4)), 2, 0.1, pan: -0.3)
    add(.hat, Array(stride(from: 0, to: 32, by: 4)), 1, 0.05, pan: -0.3)
    add(.hat, Array(stride(from: 3, to: 32, by: 4)), 1, 0.04, pan: 0.35)
    return all
  }

  private static var bass: [StemNote] {
    (0..<8).flatMap { bar -> [StemNote] in
      let root = hz(roots[bar / 2])
      return [(0, 5), (6, 4), (11, 4)].map { StemNote(sound: .sub, start: 16 * bar + $0, length: $1, pitch: root, gain: 0.2) }
    }
  }

  /// Held for two bars, and the ends of one sound under the beginning of the next.
  private static var pads: [StemNote] {
    (0..<4).flatMap { index in
      chords[index].enumerated().map { i, note in
        StemNote(
          sound: .piece(.chord), start: 32 * index, length: 32, tail: 9600, pitch: hz(note), gain: 0.022, pan: Float(i) * 0.4 - 0.6)
      }
    }
  }

  private static var plucks: [StemNote] {
    (0..<8).flatMap { bar -> [StemNote] in
      let chord = chords[bar / 2]
      return [(2, 1), (5, 2), (10, 3), (13, 1)].flatMap { start, low in
        [chord[low], chord[low - 1]].map {
          StemNote(sound: .piece(.lead), start: 16 * bar + start, length: 3, tail: 6000, pitch: hz($0), gain: 0.035, pan: -0.25)
        }
      }
    }
  }
}
