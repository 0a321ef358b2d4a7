import Notes

/// All touches at one moment.
public struct TouchFrame: Sendable, Equatable {
  /// One source for each touch, its gate on. The longest touch comes first. A missing touch has ended.
  public var sources: [Source]
  /// Seconds of `Clock`.
  public var time: Double

  /// Creates a frame of touches.
  /// - Parameters:
  ///   - sources: one for each touch.
  ///   - time: seconds of `Clock`.
  public init(_ sources: [Source], time: Double) {
    self.sources = sources
    self.time = time
  }
}

/// A type that turns the events of a device into sources. Pure: its input is events and the state of the slots.
///
/// A touch plays the note of its height (up is higher). Its strength is the pressure, else the size of its contact,
/// else 0.8. Its distance from the left is the modulation. When notes may bend, a sideways slide bends the note, and
/// the modulation stays at the value of the touch's begin. So one motion has one meaning.
package struct TouchReader: Sendable {
  /// Largest number of touches that are sources at a time.
  package static let most = PlayedNotes.most
  /// Strength of a touch without a reported pressure or size.
  package static let usualExpression: Float = 0.8
  /// Slide without a bend, and additional slide to the full bend `mostBend`. Both are shares of the width.
  package static let restingSlide: Float = 0.02, fullSlide: Float = 0.2
  /// Largest bend in cents.
  package static let mostBend: Float = 200

  /// Whether a sideways slide bends the note.
  package var bends = false
  /// Number of touches that were one too many, since the beginning.
  package private(set) var ignored = 0
  private let ranges: [TouchAxis: TouchRange]
  private var slots: [TouchSlot]
  private var current = 0
  /// Running number of touches.
  private var begun = 0
  /// Whether values have changed since the last report.
  private var isChanged = false
  /// Whether reported changes are not in a frame yet.
  private var isUntold = false
  /// Axes that have reported a meaningful value. Some drivers have an axis that never changes, so an axis counts only
  /// from its first such value.
  private var speaks: Set<TouchAxis> = []

  /// Creates a reader without touches; `take(_ snapshot:)` adds the existing ones.
  package init(_ description: TouchDescription) {
    ranges = description.axes
    slots = Array(repeating: TouchSlot(), count: description.slots)
  }

  /// Whether anything touches, whether or not it counts.
  package var isTouched: Bool { slots.contains { $0.touch != nil } }
  /// Number of touches that are sources.
  package var count: Int { slots.count { $0.touch?.source != nil } }

  /// Takes new events.
  /// - Parameter frames: receives the resulting frames. Each begin or end of touches adds a frame, and movements add
  ///   one at the end.
  /// - Returns: false when the kernel dropped events. Later events are skipped; the caller must read the slots when
  ///   no more events wait.
  package mutating func take(_ events: [TouchEvent], _ frames: inout [TouchFrame]) -> Bool {
    var last: Double?
    for event in events {
      switch event.kind {
      case .slot: current = Int(event.value)
      case .axis(let axis):
        // A slot that the device has not announced is ignored.
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

  /// Takes the state of every slot.
  /// - Parameters:
  ///   - time: seconds of `Clock`.
  ///   - frames: receives the resulting frames.
  package mutating func take(_ snapshot: TouchSnapshot, time: Double, _ frames: inout [TouchFrame]) {
    current = snapshot.current
    for (axis, row) in snapshot.values { for (slot, value) in zip(slots.indices, row) { set(axis, value, slot) } }
    report(time, &frames)
    flush(time, &frames)
  }

  /// Ends all touches.
  /// - Returns: the frame of the end; nil without touches.
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

  /// Completes a report: touches end and begin.
  private mutating func report(_ time: Double, _ frames: inout [TouchFrame]) {
    guard isChanged else { return }
    (isChanged, isUntold) = (false, true)
    var before = count
    for i in slots.indices where slots[i].touch != nil && slots[i].touch?.trackingID != slots[i].touching { slots[i].touch = nil }
    // Another touch may take the slot or number of an ended one. Without a frame between the two, the first one's
    // note would continue.
    if count < before { tell(time, &frames) }
    before = count
    for i in slots.indices where slots[i].touch == nil { begin(i) }
    if count > before { tell(time, &frames) }
  }

  private mutating func begin(_ slot: Int) {
    guard let id = slots[slot].touching else { return }
    let taken = slots.compactMap { $0.touch?.source }
    let free = (0..<Self.most).filter { !taken.contains($0) }
    // Prefer the slot's own number. Some devices assign their slots in turn, even with few touches.
    let source = free.contains(slot) ? slot : free.first
    if source == nil { ignored += 1 }
    begun += 1
    slots[slot].touch = .init(trackingID: id, source: source, order: begun, begin: share(.x, slots[slot].x))
  }

  /// Adds a frame for pure movements.
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
