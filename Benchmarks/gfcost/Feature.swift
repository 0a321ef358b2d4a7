/// One feature of the box whose instructions are counted. It is made ready, then a given number of its units is done,
/// one after the other and on one thread.
struct Feature: Sendable {
  /// The kind of instructions that cost its units most. Kinds differ in the time that they take.
  enum Kind: String, Sendable {
    /// Layers of a model in floats, or in 8-bit numbers. The floats have 16 bits on a processor with such arithmetic.
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
  /// Units of the shorter run and of the longer one. Both include the cost of making ready and of the first units;
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
