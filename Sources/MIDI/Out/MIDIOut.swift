import Notes

/// A type that makes the messages for one port from played notes. Pure: it knows no device and no clock.
///
/// On a shared channel the controls are those of the source that struck last. When that source ends, the controls of
/// the one before return. With MPE, a source's bend, CC 74 and channel pressure (its expression) go to its member
/// channel. CC 1 belongs to no member, so the manager carries the value of the most open hand.
package struct MIDIOut: Sendable {
  private struct Player {
    var source: SourceID
    var channel: UInt8
    /// Running number over all strokes.
    var order: Int
  }

  private struct Allowance {
    var source: SourceID
    var budget = MessageBudget()
  }

  /// Whether the limit of 250 messages a second held back a change. The limit counts for each source. Call `play`
  /// again with the same notes.
  package private(set) var isBehind = false
  private var settings: MIDISettings
  private var ledger = NoteLedger()
  private var reach = BendReach()
  private var plan: ChannelPlan
  private var told = Array(repeating: SentControls(), count: 16)
  private var players: [Player] = []
  private var allowances: [Allowance] = []
  private var orders = 0
  /// Notes of the sources as they are sent, and as requested.
  private var hands = PlayedNotes()
  private var touches = PlayedNotes()
  private var askedHands = PlayedNotes()
  private var askedTouches = PlayedNotes()

  package init(_ settings: MIDISettings) {
    self.settings = settings
    plan = ChannelPlan(settings)
  }

  /// Semitones of a full bend.
  private var bendRange: Int { settings.isMPE ? WireSetup.memberBendRange : settings.bendRange }

  /// Number of sources that sound at the port.
  package var sounding: Int { ledger.sounding }

  /// Sets up a port that is new or has returned. Ends all its sounding notes and sends the bend range.
  package mutating func begin(_ messages: inout [MIDIMessage]) {
    messages += WireSetup.silence + WireSetup.setup(settings, channels: plan.channels)
    told = Array(repeating: SentControls(), count: 16)
  }

  /// Plays the current notes of the sources of one kind.
  /// - Parameters:
  ///   - time: when they sound, in seconds. The limit of 250 messages a second uses this time.
  package mutating func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, at time: Double, _ messages: inout [MIDIMessage]) {
    let asked = notes
    let notes = reach.within(bendRange, kind, asked)
    switch kind {
    case .hand: (hands, askedHands) = (notes, asked)
    case .touch: (touches, askedTouches) = (notes, asked)
    // Input from MIDI is never sent out. Otherwise two boxes would send a note back and forth for ever.
    case .wire: return
    }
    ledger.takesNew = settings.isHeard
    isBehind = false
    while let ends = ledger.endNext(kind, notIn: notes) { append(ends, to: &messages) }
    plan.release(kind, notIn: notes)
    for i in 0..<notes.count { play(notes[i], time, &messages) }
    players.removeAll { ledger.note(of: $0.source) == nil }
    for player in players where leader(of: player.channel) == player.source { control(player, time, &messages) }
    if settings.isMPE { modulate(time, &messages) }
    allowances.removeAll { hands[$0.source] == nil && touches[$0.source] == nil && time - $0.budget.last > 1 }
  }

  private mutating func play(_ played: PlayedNote, _ time: Double, _ messages: inout [MIDIMessage]) {
    let source = played.source.id
    let channel = played.note == nil ? 0 : plan.channel(for: source)
    let notes = ledger.play(played, channel: channel)
    for i in 0..<notes.count {
      if notes[i].isOn {
        // The note begins with its own bend and controls: send these first.
        let player = lead(source, notes[i].channel)
        control(player, time, &messages)
      }
      messages.append(MIDIMessage(notes[i]))
    }
  }

  private mutating func lead(_ source: SourceID, _ channel: UInt8) -> Player {
    orders += 1
    let player = Player(source: source, channel: channel, order: orders)
    players.removeAll { $0.source == source }
    players.append(player)
    return player
  }

  private func leader(of channel: UInt8) -> SourceID? { players.filter { $0.channel == channel }.max { $0.order < $1.order }?.source }

  private mutating func control(_ player: Player, _ time: Double, _ messages: inout [MIDIMessage]) {
    guard let source = (hands[player.source] ?? touches[player.source])?.source else { return }
    let wanted = WireControls(source, bendRange: bendRange)
    let (channel, place) = (player.channel, Int(player.channel))
    func controller(_ number: UInt8, _ value: UInt8) -> MIDIMessage { .control(channel: channel, controller: number, value: value) }
    if told[place].bend != wanted.bend, send(.bend(channel: channel, bend: wanted.bend), source.id, time, &messages) {
      told[place].bend = wanted.bend
    }
    if told[place].depth != wanted.depth, send(controller(Controller.depth, wanted.depth), source.id, time, &messages) {
      told[place].depth = wanted.depth
    }
    let loudness: MIDIMessage =
      settings.isMPE
      ? .channelPressure(channel: channel, pressure: wanted.expression) : controller(Controller.expression, wanted.expression)
    if told[place].expression != wanted.expression, send(loudness, source.id, time, &messages) {
      told[place].expression = wanted.expression
    }
    if settings.isMPE { return }
    if told[place].modulation != wanted.modulation, send(controller(Controller.modulation, wanted.modulation), source.id, time, &messages) {
      told[place].modulation = wanted.modulation
    }
  }

  /// Sends CC 1 of MPE.
  private mutating func modulate(_ time: Double, _ messages: inout [MIDIMessage]) {
    var most: (source: SourceID, value: UInt8)?
    for player in players {
      guard let source = (hands[player.source] ?? touches[player.source])?.source else { continue }
      let value = WireControls.seven(source.modulation)
      if value > most?.value ?? 0 || most == nil { most = (source.id, value) }
    }
    guard let most, told[0].modulation != most.value else { return }
    let message = MIDIMessage.control(channel: 0, controller: Controller.modulation, value: most.value)
    if send(message, most.source, time, &messages) { told[0].modulation = most.value }
  }

  /// Sends a message within its source's budget. Returns false when the source has sent too much within the last
  /// second.
  private mutating func send(_ message: MIDIMessage, _ source: SourceID, _ time: Double, _ messages: inout [MIDIMessage]) -> Bool {
    let place = allowances.firstIndex { $0.source == source } ?? allowances.endIndex
    if place == allowances.endIndex { allowances.append(Allowance(source: source)) }
    guard allowances[place].budget.take(at: time) else {
      isBehind = true
      return false
    }
    messages.append(message)
    return true
  }

  /// Plays the same notes again: after new settings, or when `isBehind`.
  package mutating func playAgain(at time: Double, _ messages: inout [MIDIMessage]) {
    play(.hand, askedHands, at: time, &messages)
    let isBehind = isBehind
    play(.touch, askedTouches, at: time, &messages)
    self.isBehind = self.isBehind || isBehind
  }

  /// Ends all notes. Sources that play later begin anew.
  /// - Parameter rests: whether controls return to a synthesizer's defaults. The next player, perhaps on other
  ///   channels, then finds the defaults.
  package mutating func end(rests: Bool, _ messages: inout [MIDIMessage]) {
    for kind in [SourceID.Kind.hand, .touch] {
      while let ends = ledger.endNext(kind, notIn: PlayedNotes()) { append(ends, to: &messages) }
      plan.release(kind, notIn: PlayedNotes())
    }
    (players, isBehind) = ([], false)
    (hands, touches, askedHands, askedTouches) = (PlayedNotes(), PlayedNotes(), PlayedNotes(), PlayedNotes())
    if rests { rest(&messages) }
    messages += WireSetup.silence
  }

  private mutating func rest(_ messages: inout [MIDIMessage]) {
    for channel in 0..<16 as Range<UInt8> {
      let was = told[Int(channel)]
      told[Int(channel)] = SentControls()
      func set(_ number: UInt8, _ value: UInt8?, to rest: UInt8) {
        if let value, value != rest { messages.append(.control(channel: channel, controller: number, value: rest)) }
      }
      if let bend = was.bend, bend != Controller.unbent { messages.append(.bend(channel: channel, bend: Controller.unbent)) }
      set(Controller.depth, was.depth, to: 64)
      set(Controller.modulation, was.modulation, to: 0)
      if !settings.isMPE {
        set(Controller.expression, was.expression, to: 127)
      } else if let pressure = was.expression, pressure > 0 {
        messages.append(.channelPressure(channel: channel, pressure: 0))
      }
    }
  }

  /// Takes new settings. If a note's channel or the meaning of its bend changes, the note ends and begins again with
  /// them.
  package mutating func set(_ new: MIDISettings, at time: Double, _ messages: inout [MIDIMessage]) {
    let isSame = new.hasSameChannels(as: settings)
    let wasMPE = settings.isMPE
    defer { settings = new }
    guard !isSame else { return }
    let (hands, touches) = (askedHands, askedTouches)
    end(rests: true, &messages)
    if wasMPE, !new.isMPE { messages += WireSetup.zone(members: 0) }
    settings = new
    plan = ChannelPlan(new)
    told = Array(repeating: SentControls(), count: 16)
    messages += WireSetup.setup(new, channels: plan.channels)
    (askedHands, askedTouches) = (hands, touches)
    playAgain(at: time, &messages)
  }

  private func append(_ ends: NoteMessages, to messages: inout [MIDIMessage]) {
    for i in 0..<ends.count { messages.append(MIDIMessage(ends[i])) }
  }
}
