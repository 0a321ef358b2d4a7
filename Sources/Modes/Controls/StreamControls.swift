import ExternalSources
import GestureFlowAPI
import Gestures

/// The values of mode stream. They are the source that a person chose, and its pitch. Volume and pauses belong to the
/// whole box and come from `Controls`.
///
/// `StreamController` applies the values on a thread of its own, because players answer with a delay.
package struct StreamControls: Sendable {
  /// Values at one moment.
  package struct Values: Sendable, Equatable {
    /// Name of the source that a person chose. Nil without a choice; then the source that began last counts.
    package var choice: String?
    /// Pitch of a pipe in cents, -2400...2400.
    package var pitchCents = 0.0

    package init() {}
  }

  /// Limit of refusals that wait to be reported. A person who fills it has waited long for a report.
  private static let mostRefused = 8

  /// The values that apply now.
  package private(set) var values: Values
  /// Whether `StreamController` must apply a change.
  private(set) var isChanged = false
  /// Controls held in the previous frame. The frame that releases a control still sets its value.
  private var held: StreamAbilities = []
  /// Abilities of the playing source; nil without one.
  private(set) var can: StreamAbilities?
  /// Refused requests of hands to report, one for each grip.
  private var refused: [StreamAbilities] = []
  private var whole = Controls.Values()

  /// Whether refused requests of hands wait to be taken.
  var hasRefused: Bool { !refused.isEmpty }

  /// Makes the values.
  package init(_ values: Values = Values()) { self.values = values }

  /// Applies the values of the whole box. In another mode only the change of mode counts as a change: hands there would
  /// otherwise wake the listener thirty times a second.
  package mutating func follow(_ whole: Controls.Values) {
    let before = self.whole
    guard whole != before else { return }
    self.whole = whole
    if whole.channel == .stream || (whole.mode, whole.isBetween) != (before.mode, before.isBetween) { isChanged = true }
  }

  /// Returns whether a change is due, and counts it as applied.
  package mutating func takeChange() -> Bool {
    defer { isChanged = false }
    return isChanged
  }

  // MARK: - A person's: buttons and clients

  /// Chooses a source by name; nil chooses the one that began last.
  package mutating func choose(_ name: String?) {
    values.choice = name
    isChanged = true
  }

  /// Sets the pitch. A pinch that holds it goes on from there.
  package mutating func set(pitchCents: Cents) {
    values.pitchCents = pitchCents.value
    isChanged = true
  }

  /// Reports a change of something that is stored elsewhere.
  package mutating func nudge() { isChanged = true }

  /// Sets the abilities of the playing source.
  /// - Parameter can: nil without a source.
  package mutating func set(can: StreamAbilities?) { self.can = can }

  // MARK: - The hands'

  /// Releases what hands hold, because a new engine reads them.
  mutating func forgetHands() { held = [] }

  /// Applies a frame of hands. It sets only values that hands hold or just released.
  /// - Parameter glides: whether values glide, home or back, even if no hand holds them.
  /// - Returns: the abilities that the source does not have.
  @discardableResult package mutating func hands(_ control: StreamControl?, glides: Bool = false) -> StreamAbilities {
    guard let control else {
      held = []
      return []
    }
    var now: StreamAbilities = []
    if control.volumeHeld { now.insert(.volume) }
    if control.pitchGrip != nil { now.insert(.pitch) }
    if control.asksForSpeed { now.insert(.speed) }
    defer { held = now }
    // Without a source the volume is the box's own.
    let lacking = StreamAbilities([.volume, .pitch, .speed]).subtracting(can ?? .volume)
    for ability in [StreamAbilities.volume, .pitch, .speed]
    where now.contains(ability) && !held.contains(ability) && lacking.contains(ability) {
      if refused.count < Self.mostRefused { refused.append(ability) }
      isChanged = true
    }
    if !lacking.contains(.pitch), glides || now.contains(.pitch) || held.contains(.pitch) {
      let cents = Double(min(max(control.pitchCents, -2400), 2400))
      if cents != values.pitchCents, cents.isFinite {
        values.pitchCents = cents
        isChanged = true
      }
    }
    return lacking
  }

  /// Takes the refused requests of hands since the last call.
  package mutating func takeRefused() -> [StreamAbilities] {
    defer { refused = [] }
    return refused
  }
}
