import Notes

/// What is touched at one moment.
public struct TouchFrame: Sendable, Equatable {
  /// One source for each touch, its gate on; who touches longest comes first. Who is missing has let go.
  public var sources: [Source]
  /// Seconds of `Clock`.
  public var time: Double

  /// - Parameters:
  ///   - sources: one for each touch.
  ///   - time: seconds of `Clock`.
  public init(_ sources: [Source], time: Double) {
    self.sources = sources
    self.time = time
  }
}

/// Makes sources of a device's events. Pure: events and the slots' state come in.
///
/// A touch plays the note of its height (up is higher), as strongly as it presses, or else as large as its spot is, or else at 0.8; how far right it is, is its modulation. Where notes may be bent, a
/// slide sideways bends, and the modulation stays where the touch began: one motion means one thing.
package struct TouchReader: Sendable {
  /// So many touches are sources at a time.
  package static let most = PlayedNotes.most
  /// What a touch counts for on a device that tells neither pressure nor size.
  package static let usualExpression: Float = 0.8
  /// Of the width: a slide bends from here on, and by `mostBend` after so much more.
  package static let restingSlide: Float = 0.02, fullSlide: Float = 0.2
  /// Cents.
  package static let mostBend: Float = 200

  /// A slide sideways bends the note.
  package var bends = false
  /// Touches that were one too many, since the beginning.
  package private(set) var ignored = 0
  private let ranges: [TouchAxis: TouchRange]
  private var slots: [TouchSlot]
  private var current = 0
  /// Numbers the touches.
  private var begun = 0
  /// Values have changed since the last report.
  private var isChanged = false
  /// Something that was reported has not been told yet.
  private var isUntold = false
  /// Some drivers have an axis and never tell anything on it, so it counts from the first word that says something.
  private var speaks: Set<TouchAxis> = []

  /// Nothing is touched yet; `take(_ snapshot:)` tells what is.
  package init(_ description: TouchDescription) {
    ranges = description.axes
    slots = Array(repeating: TouchSlot(), count: description.slots)
  }

  /// Something is touched, whether or not it counts.
  package var isTouched: Bool { slots.contains { $0.touch != nil } }
  /// Touches that are sources.
  package var count: Int { slots.count { $0.touch?.source != nil } }

  /// Takes events as they come.
  /// - Parameter frames: what they make of the touches is added: a frame for each change of who touches, and the last one for what only moved.
  /// - Returns: false when the kernel dropped events. Those behind that are left out: how the slots stand must be asked, when nothing more waits to be read.
  package mutating func take(_ events: [TouchEvent], _ frames: inout [TouchFrame]) -> Bool {
    var last: Double?
    for event in events {
      switch event.kind {
      case .slot: current = Int(event.value)
      case .axis(let axis):
        // A slot that the device has not announced is nobody's.
        guard slots.indices.contains(current) else { continue }
        set(axis, event.value, current)
      case .report:
        last = event.time
        report(event.time, &frames)
      case .dropped:
        flush(last, &frames)
        return false
      }
    }
    flush(last, &frames)
    return true
  }

  /// Takes how every slot stands. - Parameters: time: seconds of `Clock`. - frames: what has changed by that is added.
  package mutating func take(_ snapshot: TouchSnapshot, time: Double, _ frames: inout [TouchFrame]) {
    current = snapshot.current
    for (axis, row) in snapshot.values { for (slot, value) in zip(slots.indices, row) { set(axis, value, slot) } }
    report(time, &frames)
    flush(time, &frames)
  }

  /// All touches end. - Returns: the frame that says so; nil if there were none.
  package mutating func end(time: Double) -> TouchFrame? {
    let was = count > 0
    slots = Array(repeating: TouchSlot(), count: slots.count)
    return was ? TouchFrame([], time: time) : nil
  }

  private mutating func set(_ axis: TouchAxis, _ value: Int32, _ slot: Int) {
    guard slots[slot][axis] != value else { return }
    slots[slot][axis] = value
    isChanged = true
    if let range = ranges[axis], value != range.minimum, !range.isEmpty { speaks.insert(axis) }
  }

  /// What was told belongs together now: touches end and begin.
  private mutating func report(_ time: Double, _ frames: inout [TouchFrame]) {
    guard isChanged else { return }
    (isChanged, isUntold) = (false, true)
    var before = count
    for i in slots.indices where slots[i].touch != nil && slots[i].touch?.trackingID != slots[i].touching { slots[i].touch = nil }
    // Another touch may take over the slot or the number of one that has ended: between the two nobody touches there, or the first one's note would go on.
    if count < before { tell(time, &frames) }
    before = count
    for i in slots.indices where slots[i].touch == nil { begin(i) }
    if count > before { tell(time, &frames) }
  }

  private mutating func begin(_ slot: Int) {
    guard let id = slots[slot].touching else { return }
    let taken = slots.compactMap { $0.touch?.source }
    let free = (0..<Self.most).filter { !taken.contains($0) }
    // Its slot's own number, where that is free; some devices number their slots in turn, however few touch.
    let source = free.contains(slot) ? slot : free.first
    if source == nil { ignored += 1 }
    begun += 1
    slots[slot].touch = .init(trackingID: id, source: source, order: begun, begin: share(.x, slots[slot].x))
  }

  /// A frame for what only moved.
  private mutating func flush(_ time: Double?, _ frames: inout [TouchFrame]) {
    if let time, isUntold, count > 0 { tell(time, &frames) }
    isUntold = false
  }

  private mutating func tell(_ time: Double, _ frames: inout [TouchFrame]) {
    isUntold = false
    let touches = slots.filter { $0.touch?.source != nil }.sorted { ($0.touch?.order ?? 0) < ($1.touch?.order ?? 0) }
    frames.append(TouchFrame(touches.compactMap(source), time: time))
  }

  private func source(_ slot: TouchSlot) -> Source? {
    guard let touch = slot.touch, let number = touch.source else { return nil }
    let x = share(.x, slot.x)
    let slide = (x ?? 0) - (touch.begin ?? 0)
    let bend = min(max(abs(slide) - Self.restingSlide, 0) / Self.fullSlide, 1) * Self.mostBend
    return Source(
      SourceID(.touch, number), position: 1 - (share(.y, slot.y) ?? 0.5),
      expression: told(.pressure, slot.pressure) ?? told(.size, slot.size) ?? Self.usualExpression,
      modulation: (bends ? touch.begin : x) ?? 0, bend: bends ? (slide < 0 ? -bend : bend) : 0, gate: true)
  }

  private func share(_ axis: TouchAxis, _ value: Int32) -> Float? { ranges[axis]?.share(value) }
  private func told(_ axis: TouchAxis, _ value: Int32) -> Float? { speaks.contains(axis) ? share(axis, value) : nil }
}
