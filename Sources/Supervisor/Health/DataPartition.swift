import GestureFlowAPI

/// Data partition of the firmware image. The first stage notes at each start if it was damaged.
package enum DataPartition {
  /// The problem of this start. It is nil without a note, as on a machine without the image.
  package static let problemAtStart: PartStatus? = problem(note: KernelFile.text("/run/gf/data"))

  /// Returns the problem for a note of the first stage. Returns nil without one.
  /// - Parameter note: `repaired`, `new` or `memory`.
  package static func problem(note: String?) -> PartStatus? {
    let failure: Failure
    switch note?.filter({ !$0.isWhitespace }) {
    case "repaired":
      failure = Failure(
        "the card's data were damaged and are repaired", remedy: "check captures and imports; if it happens again, replace the card")
    case "new":
      failure = Failure(
        "the card's data were lost, and the box began anew", remedy: "import the music again; if it happens again, replace the card")
    case "memory":
      failure = Failure(
        "the card's data cannot be used, so the box forgets all at power-off", remedy: "write the card again, or replace it")
    default: return nil
    }
    return PartStatus(.data, reason: failure.reason, remedy: failure.remedy)
  }
}
