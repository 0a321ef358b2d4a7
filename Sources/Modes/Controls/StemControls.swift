import GestureFlowAPI
import Gestures
import Sound

/// The values of mode stems. They are volume, pitch, mute and solo of each channel, the selected channel, and the
/// tempo. They are for the stems what `Controls` is for the player.
///
/// Each change goes on to the stems at once, so that they receive changes in order. Channels count from 0 here.
package struct StemControls: Sendable {
  /// Largest number of channels in a set.
  package static let channels = 4

  /// The values that apply now.
  package private(set) var values: Values
  /// Control held in the previous frame. The frame that releases a control still sets its value.
  private var held: StemGrip?
  /// Number of channels of the set that is heard.
  private var count = StemControls.channels
  /// Values of the whole box. They are pause, whether it plays stems, and the volume of when it last did.
  private var whole = Controls.Values()
  private let port: StemPort
  /// The levels that the port has. It gets others only.
  private var sent: StemLevels?

  /// Makes the values and sends them to the stems at once.
  package init(_ port: StemPort, _ values: Values = Values()) {
    self.port = port
    self.values = values
    apply()
  }

  /// Number of output frames rendered so far.
  package var rendered: Int64 { port.state.rendered }

  /// Number of playable channels.
  private var reach: Int { min(count, values.most) }

  /// Values that the hands share.
  var shared: SharedValues.Stems {
    SharedValues.Stems(
      volumes: values.channels.map(\.volume), pitchCents: values.channels.map(\.pitchCents), selected: values.selected, count: reach)
  }

  private var levels: StemLevels {
    var levels = StemLevels(
      tempo: values.tempo, tempoOf: values.tempoOf, isScene: whole.heard == .stems, isPaused: whole.isPaused, isAway: whole.isAway)
    for (i, channel) in values.channels.enumerated() {
      levels.channels[i] = StemLevel(
        volume: Float(VolumeCurve.gain(channel.volume) * VolumeCurve.gain(whole.volume)), cents: Float(channel.pitchCents),
        isMuted: values.isSilent(i))
    }
    return levels
  }

  // MARK: - A person's: buttons and clients

  /// Sets a channel's values. A hand that holds one continues from the new value.
  package mutating func set(_ channel: Int, volume: Volume? = nil, pitchCents: StemCents? = nil) {
    guard values.channels.indices.contains(channel) else { return }
    if let volume { values.channels[channel].volume = volume.value }
    if let pitchCents { values.channels[channel].pitchCents = pitchCents.value }
    apply()
  }

  /// Selects the channel that the hands play; nil for none.
  package mutating func select(_ channel: Int?) {
    guard channel.map(values.channels.indices.contains) ?? true else { return }
    values.selected = channel
  }

  /// Mutes or unmutes a channel.
  /// - Returns: whether it is muted now.
  @discardableResult package mutating func toggleMute(_ channel: Int) -> Bool {
    guard values.channels.indices.contains(channel) else { return false }
    values.channels[channel].isMuted.toggle()
    apply()
    return values.channels[channel].isMuted
  }

  /// Switches the solo of a channel on or off. Solo plays the channel alone, muted or not.
  /// - Returns: whether its solo is on now.
  @discardableResult package mutating func toggleSolo(_ channel: Int) -> Bool {
    guard values.channels.indices.contains(channel) else { return false }
    values.solo = values.solo == channel ? nil : channel
    // A solo also unmutes its channel.
    if values.solo == channel { values.channels[channel].isMuted = false }
    apply()
    return values.solo == channel
  }

  /// Sets the tempo of a set.
  /// - Parameters:
  ///   - tempo: factor of the set's own tempo, clamped to 0.5...2.
  ///   - number: number of the set.
  package mutating func set(tempo: Double, of number: Int) {
    guard tempo.isFinite else { return }
    values.tempo = min(max(tempo, 0.5), 2)
    values.tempoOf = number
    apply()
  }

  /// Sets the number of channels that the tier plays.
  package mutating func set(most: Int) {
    values.most = most
    if let solo = values.solo, solo >= most { values.solo = nil }
    if let selected = values.selected, selected >= most { values.selected = nil }
    apply()
  }

  /// Applies the change to another set. Volumes, pitches and mutes belong to the player and stay. The tempo is the
  /// set's own, unless it was already set for this set.
  /// - Parameters:
  ///   - number: number of the set.
  ///   - count: its number of channels.
  package mutating func begin(_ number: Int, count: Int) {
    self.count = count
    if values.tempoOf != number { values.tempo = 1 }
    values.tempoOf = number
    if let solo = values.solo, solo >= count { values.solo = nil }
    if let selected = values.selected, selected >= count { values.selected = nil }
    apply()
  }

  /// Applies the values of the whole box.
  package mutating func follow(_ whole: Controls.Values) {
    self.whole = whole.forPart(.stems, known: self.whole)
    apply()
  }

  // MARK: - The hands'

  /// Releases what hands hold, because a new engine reads them.
  mutating func forgetHands() { held = nil }

  /// Applies a frame of hands. It sets only values that hands hold or just released.
  /// - Parameter glides: whether values glide, home or back, even if no hand holds them.
  package mutating func hands(_ control: StemsControl?, _ events: [GestureEvent], glides: Bool = false) {
    for case .channelSelected(let channel) in events where channel < reach { values.selected = channel }
    if let control {
      take(control, glides: glides)
      apply()
    } else {
      held = nil
    }
    for event in events {
      switch event {
      case .muteAsked(let channel): toggleMute(channel)
      case .soloAsked(let channel): toggleSolo(channel)
      case .loopAsked(let channel, let start, let end):
        guard channel < reach, let region = Sound.LoopRegion(start: start, end: end) else { continue }
        port.loop(channel, region)
      default: break
      }
    }
  }

  private mutating func take(_ control: StemsControl, glides: Bool) {
    defer { held = control.grip }
    guard let channel = control.selected, values.channels.indices.contains(channel) else { return }
    let moved = control.grip ?? held
    if moved == .level || glides { values.channels[channel].volume = Double(control.volumes[channel]) }
    if moved == .roll || glides { values.channels[channel].pitchCents = Double(control.pitchCents[channel]) }
  }

  /// Sends the values to the stems.
  private mutating func apply() {
    let now = levels
    if now != sent { port.set(now) }
    sent = now
  }
}
