/// A message from a MIDI port that is played here.
struct WireMessage: BitwiseCopyable, Sendable {
  enum Kind: UInt8, BitwiseCopyable, Sendable { case on, off, control, bend }

  let kind: Kind
  /// MIDI channel, 0...15.
  let channel: UInt8
  /// The note, or the controller's number, 0...127.
  var number: UInt8 = 0
  /// Velocity or the controller's value, 0...127.
  var value: UInt8 = 0
  /// Value of a bend.
  var semitones: Float = 0
  /// Counts of the ends that came before this message.
  var standing = Standing()
}

/// Numbers of the controllers that the synthesizer supports.
enum WireControl {
  static let modulation: UInt8 = 1
  static let expression: UInt8 = 11
  static let sustain: UInt8 = 64
  static let brightness: UInt8 = 74
  static let allSoundOff: UInt8 = 120
  static let resetAll: UInt8 = 121
  /// All notes off. The numbers above it are modes that end all notes, too.
  static let allNotesOff: UInt8 = 123
}
