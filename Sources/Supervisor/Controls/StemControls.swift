import GestureFlowAPI
import Gestures
import Sound
import Synchronization

/// The one truth of how the stems are played: volume, pitch, mute and solo of each channel, which of them is selected, and the tempo. `Controls` of the stems.
///
/// Hands, buttons, clients and the saved state write here; nothing else tells the stems what shall be heard. They are told within the lock, so that they hear changes in the order in which
/// they were made. Any thread but the audio thread may call. Channels count from 0 here.
package final class StemControls: Sendable {
  /// Channels that a set may have.
  package static let channels = 4

  private struct State: Sendable {
    var values: Values
    var outside = Outside()
    /// What hands held in the frame before: letting go is their last word, and it counts.
    var held: StemGrip?
    /// Channels of the set that is heard.
    var count = StemControls.channels
    /// Of the whole box: how loud, whether it pauses, whether stems are what it plays.
    var whole = Controls.Values()
    var captureTime = 0.0

    /// Channels that can be played.
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

  private let desk: StemDesk
  private let state: Mutex<State>

  /// The stems are told at once.
  package init(_ desk: StemDesk, _ values: Values = Values()) {
    self.desk = desk
    let begin = State(values: values)
    state = Mutex(begin)
    desk.set(begin.levels)
  }

  /// What holds now.
  package var values: Values { state.withLock { $0.values } }

  /// Frames of the output that have been rendered.
  package var rendered: Int64 { desk.state.rendered }

  // MARK: - A person's: buttons and clients

  /// Sets a channel's values; those out of range are brought into it. A hand that holds one goes on from there.
  package func set(_ channel: Int, volume: Double? = nil, pitchCents: Double? = nil) {
    guard (0..<Self.channels).contains(channel) else { return }
    change { state in
      if let volume, volume.isFinite {
        state.values.channels[channel].volume = min(max(volume, 0), 1)
        state.outside.volumes[channel] = state.values.channels[channel].volume
      }
      if let pitchCents, pitchCents.isFinite {
        state.values.channels[channel].pitchCents = min(max(pitchCents, -200), 200)
        state.outside.pitchCents[channel] = state.values.channels[channel].pitchCents
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

  /// Mutes a channel, or lets it be heard again. - Returns: whether it is muted now.
  @discardableResult package func toggleMute(_ channel: Int) -> Bool {
    guard (0..<Self.channels).contains(channel) else { return false }
    return change { state in
      state.values.channels[channel].isMuted.toggle()
      return state.values.channels[channel].isMuted
    }
  }

  /// Lets a channel be heard alone, muted or not, or all of them again. - Returns: whether it is heard alone now.
  @discardableResult package func toggleSolo(_ channel: Int) -> Bool {
    guard (0..<Self.channels).contains(channel) else { return false }
    return change { state in
      state.values.solo = state.values.solo == channel ? nil : channel
      // What is to be heard alone is to be heard.
      if state.values.solo == channel { state.values.channels[channel].isMuted = false }
      return state.values.solo == channel
    }
  }

  /// - Parameters:
  ///   - tempo: over the set's own; brought into 0.5...2.
  ///   - number: of the set that it is meant for.
  package func set(tempo: Double, of number: Int) {
    guard tempo.isFinite else { return }
    change { state in
      state.values.tempo = min(max(tempo, 0.5), 2)
      state.values.tempoOf = number
    }
  }

  /// The tier plays so many channels.
  package func set(most: Int) {
    change { state in
      state.values.most = most
      state.outside.count = state.reach
      if let solo = state.values.solo, solo >= most { state.values.solo = nil }
      if let selected = state.values.selected, selected >= most { state.forgetSelection() }
    }
  }

  /// Another set is heard. Volumes, pitches and mutes are the person's and stay; the tempo is the set's own, unless it was set since it is heard. - Parameters: its number, and how many channels it has.
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

  /// How the whole box is played. - Parameter captureTime: seconds of `Clock` at which the picture behind it was taken; 0 without one.
  package func follow(_ whole: Controls.Values, captureTime: Double) {
    change { state in
      state.whole = whole
      state.captureTime = captureTime
    }
  }

  // MARK: - The hands'; on the thread that reads gestures

  /// A gesture engine that knows nothing yet begins: it is to be given everything with its first frame.
  package func handsBegin() {
    state.withLock { state in
      state.tellAll()
      state.held = nil
    }
  }

  /// What the gesture engine is to be told before its next frame.
  package func takeOutside() -> Outside {
    state.withLock { state in
      defer { state.outside = Outside() }
      return state.outside
    }
  }

  /// What a frame of hands gave. Only what they hold, or let go with this frame, is theirs.
  /// - Parameter glides: values glide, home or back, whether or not a hand holds them.
  package func hands(_ control: StemsControl?, _ events: [GestureEvent], glides: Bool = false) {
    change { state in
      // What was selected from elsewhere meanwhile is what the hands play from the next frame on.
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
