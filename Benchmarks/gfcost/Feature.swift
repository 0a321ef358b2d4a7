/// One feature of the box whose instructions are counted: it is made ready, then a given number of units of it is
/// done, one after the other and on one thread.
struct Feature: Sendable {
  /// The kind of instructions that cost its units most, because kinds take differently long.
  enum Kind: String, Sendable {
    /// Layers of a model in floats, in 8-bit numbers, or in floats of 16 bits where the processor has them.
    case model, int8
    /// A block of sound.
    case sound
    /// Everything else: frames, filters, gestures.
    case code
  }

  /// A feature that is ready to run. `unit` does the unit of this number; `check` throws when the work done is not
  /// the work that was to be counted.
  struct Work {
    let unit: (Int) throws -> Void
    var check: () throws -> Void = {}
  }

  let name: String
  let kind: Kind
  /// The unit in words.
  let unit: String
  /// Units of the shorter run and of the longer one: what making ready and the first units cost is in both, and
  /// their difference is free of it.
  let runs: (Int, Int)
  /// The work in words, for the page.
  let about: String
  let make: @Sendable () throws -> Work

  static var all: [Feature] { HandFeatures.all + FrameFeatures.all + SoundFeatures.all }
}

/// Why a feature could not be counted.
struct CostError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
