import GestureFlowAPI
import Gestures
import Sound
import Synchronization

/// The one owner of the values of mode stems. It holds volume, pitch, mute and solo of each channel, the selected
/// channel, and the tempo. It is for the stems what `Controls` is for the player.
///
/// Hands, buttons, clients and the saved state write here; nothing else sets what the stems play. It sends values to
/// the stems within the lock, so that they receive changes in order. Any thread but the audio thread may call.
/// Channels count from 0 here.
package final class StemControls: Sendable {
  /// Largest number of channels in a set.
  package static let channels = 4

  private struct State: Sendable {
    var values: Values
    var outside = Outside()
    /// Control held in the previous frame. The frame that releases a control still sets its value.
    var held: StemGrip?
    /// Number of channels of the set that is heard.
    var count = StemControls.channels
    /// Values of the whole box: volume, pause, and whether it plays stems.
    var whole = Controls.Values()
    var captureTime = 0.0

    /// Number of playable channels.
    var reach: Int { min(count, values.most) }

    var levels: StemLevels {
      var levels = StemLevels(
        tempo: values.tempo, tempoOf: values.tempoOf, isScene: whole.heard == .stems, isPaused: whole.isPaused, isAway: whole.isAway,
        captureTime: captureTime)
      for (i, channel) in values.channels.enumerated() {
        levels.channels[i] = StemLevel(
          volume: Float(VolumeCurve.gain(channel.volume) * VolumeCurve.gain(whole.volume)), cents: Float(channel.pitchCents),
          isMuted: values.isSilent(i))
      }
      return levels
    }

    mutating func take(_ control: StemsControl, glides: Bool) {
      defer { held = control.grip }
      guard let channel = control.selected, values.channels.indices.contains(channel) else { return }
      let moved = control.grip ?? held
      if moved == .level || glides, outside.volumes[channel] == nil { values.channels[channel].volume = Double(control.volumes[channel]) }
      if moved == .roll || glides, outside.pitchCents[channel] == nil {
        values.channels[channel].pitchCents = Double(control.pitchCents[channel])
      }
    }

    mutating func forgetSelection() {
      values.selected = nil
      outside.selected = .some(nil)
    }

    mutating func tellAll() {
      for (i, channel) in values.channels.enumerated() {
        outside.volumes[i] = channel.volume
        outside.pitchCents[i] = channel.pitchCents
      }
      outside.selected = .some(values.selected)
      outside.count = reach
    }
  }

  private let desk: StemPort
  private let state: Mutex<State>

  /// Makes the owner and sends the values to the stems at once.
  package init(_ desk: StemPort, _ values: Values = Values()) {
    self.desk = desk
    let begin = State(values: values)
    state = Mutex(begin)
    desk.set(begin.levels)
  }

  /// The values that apply now.
  package var values: Values { state.withLock { $0.values } }

  /// Number of output frames rendered so far.
  package var rendered: Int64 { desk.state.rendered }

  // MARK: - A person's: buttons and clients

  /// Sets a channel's values, clamped to their ranges. A hand that holds one continues from the new value.
  package func set(_ channel: Int, volume: Volume? = nil, pitchCents: StemCents? = nil) {
    guard (0..<Self.channels).contains(channel) else { return }
    change { state in
      if let volume = volume?.value {
        (state.values.channels[channel].volume, state.outside.volumes[channel]) = (volume, volume)
      }
      if let cents = pitchCents?.value {
        (state.values.channels[channel].pitchCents, state.outside.pitchCents[channel]) = (cents, cents)
      }
    }
  }

  /// Selects the channel that the hands play; nil for none.
  package func select(_ channel: Int?) {
    guard channel.map((0..<Self.channels).contains) ?? true else { return }
    change { state in
      state.values.selected = channel
      state.outside.selected = .some(channel)
    }
  }

  /// Mutes or unmutes a channel.
  /// - Returns: whether it is muted now.
  @discardableResult package func toggleMute(_ channel: Int) -> Bool {
    guard (0..<Self.channels).contains(channel) else { return false }
    return change { state in
      state.values.channels[channel].isMuted.toggle()
      return state.values.channels[channel].isMuted
    }
  }

  /// Switches the solo of a channel on or off. Solo plays the channel alone, muted or not.
  /// - Returns: whether its solo is on now.
  @discardableResult package func toggleSolo(_ channel: Int) -> Bool {
    guard (0..<Self.channels).contains(channel) else { return false }
    return change { state in
      state.values.solo = state.values.solo == channel ? nil : channel
      // A solo also unmutes its channel.
      if state.values.solo == channel { state.values.channels[channel].isMuted = false }
      return state.values.solo == channel
    }
  }

  /// Sets the tempo of a set.
  /// - Parameters:
  ///   - tempo: factor of the set's own tempo, clamped to 0.5...2.
  ///   - number: number of the set.
  package func set(tempo: Double, of number: Int) {
    guard tempo.isFinite else { return }
    change { state in
      state.values.tempo = min(max(tempo, 0.5), 2)
      state.values.tempoOf = number
    }
  }

  /// Sets the number of channels that the tier plays.
  package func set(most: Int) {
    change { state in
      state.values.most = most
      state.outside.count = state.reach
      if let solo = state.values.solo, solo >= most { state.values.solo = nil }
      if let selected = state.values.selected, selected >= most { state.forgetSelection() }
    }
  }

  /// Applies the change to another set. Volumes, pitches and mutes belong to the player and stay. The tempo is the
  /// set's own, unless it was already set for this set.
  /// - Parameters:
  ///   - number: number of the set.
  ///   - count: its number of channels.
  package func begin(_ number: Int, count: Int) {
    change { state in
      state.count = count
      if state.values.tempoOf != number { state.values.tempo = 1 }
      state.values.tempoOf = number
      state.outside.count = state.reach
      if let solo = state.values.solo, solo >= count { state.values.solo = nil }
      if let selected = state.values.selected, selected >= count { state.forgetSelection() }
    }
  }

  /// Applies the values of the whole box.
  /// - Parameter captureTime: capture time of the frame behind them in seconds of `Clock`; 0 without one.
  package func follow(_ whole: Controls.Values, captureTime: Double) {
    change { state in
      state.whole = whole
      state.captureTime = captureTime
    }
  }

  // MARK: - The hands'; on the thread that reads gestures

  /// Prepares for a new gesture engine. The engine needs all values with its first frame.
  package func handsBegin() {
    state.withLock { state in
      state.tellAll()
      state.held = nil
    }
  }

  /// Takes the changes for the gesture engine's next frame.
  package func takeOutside() -> Outside {
    state.withLock { state in
      defer { state.outside = Outside() }
      return state.outside
    }
  }

  /// Applies a frame of hands. It sets only values that hands hold or just released.
  /// - Parameter glides: whether values glide, home or back, even if no hand holds them.
  package func hands(_ control: StemsControl?, _ events: [GestureEvent], glides: Bool = false) {
    change { state in
      // A selection from elsewhere wins: the hands play it from the next frame on.
      for case .channelSelected(let channel) in events where channel < state.reach && state.outside.selected == nil {
        state.values.selected = channel
      }
      if let control { state.take(control, glides: glides) } else { state.held = nil }
    }
    let reach = state.withLock { $0.reach }
    for event in events {
      switch event {
      case .muteAsked(let channel): toggleMute(channel)
      case .soloAsked(let channel): toggleSolo(channel)
      case .loopAsked(let channel, let start, let end):
        guard channel < reach, let region = Sound.LoopRegion(start: start, end: end) else { continue }
        desk.loop(channel, region)
      default: break
      }
    }
  }

  @discardableResult private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      let result = body(&state)
      desk.set(state.levels)
      return result
    }
  }
}
