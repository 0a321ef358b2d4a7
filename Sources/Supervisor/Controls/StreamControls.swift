import GestureFlowAPI
import Gestures
import ExternalSources
import Synchronization

/// The one owner of the values of mode stream. It holds the source that a person chose, and its pitch. Volume and
/// pauses belong to the whole box and come from `Controls`. It is for mode stream what `Controls` is for the player.
///
/// Hands, buttons, clients and the saved state write here. It calls no listener within the lock. `StreamController`
/// applies the values on a thread of its own, because players answer with a delay. Any thread but the audio thread
/// may call.
package final class StreamControls: Sendable {
  /// Values at one moment.
  package struct Values: Sendable, Equatable {
    /// Name of the source that a person chose. Nil without a choice; then the source that began last counts.
    package var choice: String?
    /// Pitch of a pipe in cents, -2400...2400.
    package var pitchCents = 0.0

    package init() {}
  }

  private struct State: Sendable {
    var values: Values
    /// Pitch set by others that the hands do not know yet.
    var outsidePitch: Double?
    /// Controls held in the previous frame. The frame that releases a control still sets its value.
    var held: StreamAbilities = []
    /// Abilities of the playing source; nil without one.
    var can: StreamAbilities?
    /// Refused requests of hands to report, one for each grip.
    var refused: [StreamAbilities] = []
    var whole = Controls.Values()
    /// Whether a change has not been reported yet.
    var isNews = false
  }

  private let state: Mutex<State>
  private let listener = Mutex<(@Sendable () -> Void)?>(nil)

  /// Makes the owner.
  /// - Parameter values: the first values.
  package init(_ values: Values = Values()) { state = Mutex(State(values: values)) }

  /// The values that apply now.
  package var values: Values { state.withLock { $0.values } }

  /// Values of the whole box.
  package var whole: Controls.Values { state.withLock { $0.whole } }

  /// Sets the listener for changes.
  /// - Parameter onNews: called after a change, never within a lock; it must not wait.
  package func observe(_ onNews: @escaping @Sendable () -> Void) { listener.withLock { $0 = onNews } }

  /// Calls the listener if there is a change. A caller that holds a lock leaves this to the next caller without one.
  package func tell() {
    let isNews = state.withLock { state in
      defer { state.isNews = false }
      return state.isNews
    }
    if isNews { listener.withLock { $0 }?() }
  }

  /// Reports a change of something that is stored elsewhere.
  package func nudge() { change { _ in } }

  /// Applies the values of the whole box. In another mode only the change of mode is news: hands there would
  /// otherwise wake the listener thirty times a second.
  package func follow(_ whole: Controls.Values) {
    state.withLock { state in
      let before = state.whole
      guard whole != before else { return }
      state.whole = whole
      if whole.channel == .stream || (whole.mode, whole.isBetween) != (before.mode, before.isBetween) { state.isNews = true }
    }
  }

  // MARK: - A person's: buttons and clients

  /// Chooses a source by name; nil chooses the one that began last.
  package func choose(_ name: String?) { change { $0.values.choice = name } }

  /// Sets the pitch. A pinch that holds it goes on from there.
  package func set(pitchCents: Cents) { change { ($0.values.pitchCents, $0.outsidePitch) = (pitchCents.value, pitchCents.value) } }

  /// Sets the abilities of the playing source.
  /// - Parameter can: nil without a source.
  package func set(can: StreamAbilities?) { state.withLock { $0.can = can } }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      state.isNews = true
    }
    tell()
  }

  // MARK: - The hands'; on the thread that reads gestures

  /// Prepares for a new gesture engine. The engine needs all values with its first frame.
  package func handsBegin() {
    state.withLock { state in
      state.outsidePitch = state.values.pitchCents
      state.held = []
    }
  }

  /// Takes the changes for the gesture engine's next frame.
  /// - Parameter volume: volume of the box, if set by others than hands.
  package func takeOutside(volume: Double?) -> Outside {
    state.withLock { state in
      defer { state.outsidePitch = nil }
      return Outside(volume: volume, pitchCents: state.outsidePitch)
    }
  }

  /// Applies a frame of hands. It sets only values that hands hold or just released.
  /// - Parameter glides: whether values glide, home or back, even if no hand holds them.
  /// - Returns: the abilities that the source does not have.
  @discardableResult package func hands(_ control: StreamControl?, glides: Bool = false) -> StreamAbilities {
    state.withLock { state in
      guard let control else {
        state.held = []
        return []
      }
      var now: StreamAbilities = []
      if control.volumeHeld { now.insert(.volume) }
      if control.pitchGrip != nil { now.insert(.pitch) }
      if control.asksForSpeed { now.insert(.speed) }
      // Without a source the volume is the box's own.
      let refused = StreamAbilities([.volume, .pitch, .speed]).subtracting(state.can ?? .volume)
      for ability in [StreamAbilities.volume, .pitch, .speed]
      where now.contains(ability) && !state.held.contains(ability) && refused.contains(ability) {
        if state.refused.count < Self.mostRefused { state.refused.append(ability) }
        state.isNews = true
      }
      if refused.contains(.pitch) {
        // The hands continue from the current pitch.
        if glides || now.contains(.pitch) { state.outsidePitch = state.values.pitchCents }
      } else if glides || now.contains(.pitch) || state.held.contains(.pitch), state.outsidePitch == nil {
        let cents = Double(min(max(control.pitchCents, -2400), 2400))
        if cents != state.values.pitchCents, cents.isFinite {
          state.values.pitchCents = cents
          state.isNews = true
        }
      }
      state.held = now
      return refused
    }
  }

  /// Takes the refused requests of hands since the last call.
  package func takeRefused() -> [StreamAbilities] {
    state.withLock { state in
      defer { state.refused = [] }
      return state.refused
    }
  }

  /// Limit of refusals that wait to be reported. A person who fills it has waited long for a report.
  private static let mostRefused = 8
}
