/// One feature of the box whose instructions are counted: it is made ready, then a given number of units of it is
/// done, one after the other and on one thread.
struct Feature: Sendable {
  /// What its units cost most by, because instructions of these kinds take differently long.
  enum Kind: String, Sendable {
    /// Layers of a model in floats, in 8-bit numbers, or in floats of 16 bits where the processor has them.
    case model, int8
    /// A block of sound.
    case sound
    /// Everything else: pictures, filters, gestures.
    case code
  }

  /// One that is ready. `unit` does the unit of this number; `check` throws when what was done is not what was to be counted.
  struct Work {
    let unit: (Int) throws -> Void
    var check: () throws -> Void = {}
  }

  let name: String
  let kind: Kind
  /// What a unit is, in words.
  let unit: String
  /// Units of the shorter run and of the longer one: what making ready and the first units cost is in both, and
  /// their difference is free of it.
  let runs: (Int, Int)
  /// What is done, for the page.
  let about: String
  let make: @Sendable () throws -> Work

  static var all: [Feature] { HandFeatures.all + PictureFeatures.all + SoundFeatures.all }
}

/// Why a feature could not be counted.
struct CostError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
