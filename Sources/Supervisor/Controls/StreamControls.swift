import Gestures
import Streams
import Synchronization

/// The one truth of how someone else's music is played: which source a person chose, and its pitch; volume and pauses are the whole box's, and come from `Controls`. `Controls` of mode stream.
///
/// Hands, buttons, clients and the saved state write here. Nobody is told within the lock: `StreamStage` brings about what holds here, on a thread of its own, because players answer when they like. Any thread but
/// the audio thread may call.
package final class StreamControls: Sendable {
  /// What holds at one moment.
  package struct Values: Sendable, Equatable {
    /// Name of the source that a person chose; nil if nobody has, so that the one that began last counts.
    package var choice: String?
    /// Pitch of a pipe in cents, -2400...2400.
    package var pitchCents = 0.0

    package init() {}
  }

  private struct State: Sendable {
    var values: Values
    /// Pitch that was set from elsewhere and the hands do not know yet.
    var outsidePitch: Double?
    /// What hands held in the frame before: letting go is their last word, and it counts.
    var held: StreamAbilities = []
    /// What the source that plays does; nil without one.
    var can: StreamAbilities?
    /// What hands have asked for in vain, once for each time that they took hold of it, and nobody has told yet.
    var refused: [StreamAbilities] = []
    var whole = Controls.Values()
    /// Something has changed that nobody was told of.
    var isNews = false
  }

  private let state: Mutex<State>
  private let listener = Mutex<(@Sendable () -> Void)?>(nil)

  /// - Parameter values: what it begins with.
  package init(_ values: Values = Values()) { state = Mutex(State(values: values)) }

  /// What holds now.
  package var values: Values { state.withLock { $0.values } }

  /// How the whole box is played.
  package var whole: Controls.Values { state.withLock { $0.whole } }

  /// - Parameter onNews: told that something has changed; never within a lock, and it must not wait.
  package func observe(_ onNews: @escaping @Sendable () -> Void) { listener.withLock { $0 = onNews } }

  /// Tells who listens, if there is something to tell. Whoever holds a lock leaves it to the next one who does not.
  package func tell() {
    let isNews = state.withLock { state in
      defer { state.isNews = false }
      return state.isNews
    }
    if isNews { listener.withLock { $0 }?() }
  }

  /// Something that does not stand here has changed.
  package func nudge() { change { _ in } }

  /// How the whole box is played now. Of another mode only its coming is news: hands that play there wake nobody here, thirty times a second.
  package func follow(_ whole: Controls.Values) {
    state.withLock { state in
      let before = state.whole
      guard whole != before else { return }
      state.whole = whole
      if whole.channel == .stream || (whole.mode, whole.isBetween) != (before.mode, before.isBetween) { state.isNews = true }
    }
  }

  // MARK: - A person's: buttons and clients

  /// Chooses a source by its name; nil leaves it to the one that began last.
  package func choose(_ name: String?) { change { $0.values.choice = name } }

  /// Sets the pitch; one out of range is brought into it, and a pinch that holds it goes on from there.
  package func set(pitchCents: Double) {
    guard pitchCents.isFinite else { return }
    change { state in
      state.values.pitchCents = min(max(pitchCents, -2400), 2400)
      state.outsidePitch = state.values.pitchCents
    }
  }

  /// - Parameter can: what the source that plays does; nil without one.
  package func set(can: StreamAbilities?) { state.withLock { $0.can = can } }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      state.isNews = true
    }
    tell()
  }

  // MARK: - The hands'; on the thread that reads gestures

  /// A gesture engine that knows nothing yet begins: it is to be given everything with its first frame.
  package func handsBegin() {
    state.withLock { state in
      state.outsidePitch = state.values.pitchCents
      state.held = []
    }
  }

  /// What the gesture engine is to be told before its next frame. - Parameter volume: the whole box's, as far as it was set from elsewhere.
  package func takeOutside(volume: Double?) -> Outside {
    state.withLock { state in
      defer { state.outsidePitch = nil }
      return Outside(volume: volume, pitchCents: state.outsidePitch)
    }
  }

  /// What a frame of hands gave. Only what they hold, or let go with this frame, is theirs.
  /// - Parameter glides: values glide, home or back, whether or not a hand holds them. - Returns: what the source does not do.
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
      // Where nothing plays, the volume is the box's own.
      let refused = StreamAbilities([.volume, .pitch, .speed]).subtracting(state.can ?? .volume)
      for ability in [StreamAbilities.volume, .pitch, .speed]
      where now.contains(ability) && !state.held.contains(ability) && refused.contains(ability) {
        if state.refused.count < Self.mostRefused { state.refused.append(ability) }
        state.isNews = true
      }
      if refused.contains(.pitch) {
        // The hands go on from what holds.
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

  /// What hands have asked for in vain since the last call.
  package func takeRefused() -> [StreamAbilities] {
    state.withLock { state in
      defer { state.refused = [] }
      return state.refused
    }
  }

  /// Refusals that wait to be told; who asks that often has long been waiting for the first one.
  private static let mostRefused = 8
}
