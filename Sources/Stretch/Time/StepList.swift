/// The stages of a grain's work.
enum Stage: UInt8, BitwiseCopyable {
  case place, loadLast, transformLast, loadNow, transformNow, loadOld, transformOld
  case compare, findPeaks, thinOut, decide, spread, turn, invert, add, finish
}

/// One small piece of a grain's work.
struct Step: BitwiseCopyable {
  var stage: Stage
  var pass: UInt8 = 0
  var part: UInt8 = 0
  var parts: UInt8 = 1
}

/// The work for a grain as steps of about equal duration.
/// A block does the same fraction of the list as it consumes of the hop.
struct StepList {
  /// Number of pieces in which a grain is added to the output.
  static let pieces = 14

  let steps: UnsafePointer<Step>
  let count: Int

  /// Creates a list.
  /// - Parameters:
  ///   - passes: of a transform.
  ///   - isResuming: whether the grain before has to be transformed, too, because it was skipped.
  init(_ arena: inout Arena, passes: Int, isResuming: Bool) {
    var list: [Step] = []
    func add(_ stage: Stage, parts: Int, pass: Int = 0) {
      for part in 0..<parts { list.append(Step(stage: stage, pass: UInt8(pass), part: UInt8(part), parts: UInt8(parts))) }
    }
    func addTransform(_ stage: Stage) { for pass in 0..<passes { add(stage, parts: 4, pass: pass) } }
    if isResuming {
      add(.loadLast, parts: 4)
      addTransform(.transformLast)
    }
    add(.place, parts: 1)
    add(.loadNow, parts: 4)
    addTransform(.transformNow)
    add(.loadOld, parts: 4)
    addTransform(.transformOld)
    add(.compare, parts: 4)
    add(.findPeaks, parts: 4)
    add(.thinOut, parts: 4)
    for stage in [Stage.decide, .spread, .turn] { add(stage, parts: 4) }
    addTransform(.invert)
    add(.add, parts: Self.pieces)
    add(.finish, parts: 1)
    let memory = arena.array(Step.self, list.count)
    for (at, step) in list.enumerated() { memory[at] = step }
    steps = UnsafePointer(memory)
    count = list.count
  }
}
