import Notes

/// A type that routes played notes to all ports that receive them. Pure: the owner sends the messages in `waiting`,
/// each with its receiver and time.
///
/// Each port has its own ledger. So each port hears an end for every begin that it heard, no matter when it appeared.
/// A port that disappears takes its notes with it. A port that appears or returns receives silence, then the bend
/// range, then the notes that sound now. So sources that still play sound there at once.
package struct MIDIRouter: Sendable {
  /// A message to be sent.
  package struct Sending: Sendable, Equatable {
    package var message: MIDIMessage
    package var port: MIDIAddress
    /// Seconds of `Clock`.
    package var time: Double
    /// Capture time of the frame behind it, in seconds of `Clock`. 0 for none.
    package var captureTime = 0.0
  }

  private struct Place: Sendable {
    var address: MIDIAddress
    var out: MIDIOut
    /// Time of the last message. Later messages never come before it.
    var last = 0.0
  }

  /// Longest lead in seconds; later messages are sent earlier. No note sounds that late, and a panic has to wait for
  /// messages on their way.
  package static let longestLead = 0.25

  /// Messages to send, in this order for each port.
  package var waiting: [Sending] = []
  private var settings: MIDISettings
  private var places: [Place] = []
  private var hands = PlayedNotes()
  private var touches = PlayedNotes()
  /// Strokes that a panic silenced. A port that appears later does not hear them either.
  private var spent: [SourceID: UInt32] = [:]
  /// Time of the last message beside the notes. Notes do not wait for it.
  private var lastSend = 0.0

  package init(_ settings: MIDISettings = MIDISettings()) { self.settings = settings }

  /// The ports that receive notes.
  package var ports: [MIDIAddress] { places.map(\.address) }
  /// Number of sources that sound, on the port with the most.
  package var sounding: Int { places.map(\.out.sounding).max() ?? 0 }
  /// Whether the message limit held something back: call `catchUp` soon.
  package var isBehind: Bool { places.contains(where: \.out.isBehind) }
  /// Seconds of `Clock` at which all messages will have gone out.
  package var lastTime: Double { max(lastSend, places.map(\.last).max() ?? 0) }

  /// Plays the current notes of the sources of one kind.
  /// - Parameters:
  ///   - heardAt: seconds of `Clock` at which they sound; a past time means now.
  ///   - captureTime: seconds of `Clock` at which the frame behind them was taken; 0 for none.
  ///   - now: seconds of `Clock`.
  package mutating func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, heardAt: Double, captureTime: Double = 0, now: Double) {
    guard settings.isScene else { return }
    // A source that disappears may return with its strokes counted anew.
    if !spent.isEmpty { spent = spent.filter { $0.key.kind != kind || notes[$0.key] != nil } }
    let notes = heard(notes)
    switch kind {
    case .hand: hands = notes
    case .touch: touches = notes
    case .wire: return
    }
    forEach(heardAt, now, captureTime) { out, time, messages in out.play(kind, notes, at: time, &messages) }
    for source in spent.keys where source.kind == kind && notes[source] == nil { spent[source] = nil }
  }

  /// Returns the notes without the strokes that a panic silenced.
  private mutating func heard(_ notes: PlayedNotes) -> PlayedNotes {
    if spent.isEmpty { return notes }
    var left = PlayedNotes()
    for i in 0..<notes.count {
      var played = notes[i]
      if let stroke = spent[played.source.id] {
        if played.note != nil, played.stroke == stroke { played.note = nil } else { spent[played.source.id] = nil }
      }
      left.append(played)
    }
    return left
  }

  /// Sends the messages that the message limit held back.
  package mutating func catchUp(now: Double) {
    guard isBehind else { return }
    forEach(now, now) { out, time, messages in if out.isBehind { out.playAgain(at: time, &messages) } }
  }

  /// Takes new settings. Outside the scene all ports are silent.
  package mutating func set(_ new: MIDISettings, now: Double) {
    let old = settings
    settings = new
    if old.isScene, !new.isScene { end(now: now) }
    forEach(now, now) { out, time, messages in out.set(new, at: time, &messages) }
  }

  /// Sets the ports that hear the box now. Ports that disappeared are removed with their waiting messages.
  package mutating func set(_ ports: [MIDIAddress], now: Double) {
    let gone = places.filter { !ports.contains($0.address) }.map(\.address)
    forget(gone)
    for port in ports where !places.contains(where: { $0.address == port }) {
      var place = Place(address: port, out: MIDIOut(settings))
      var messages: [MIDIMessage] = []
      place.out.begin(&messages)
      if settings.isScene {
        place.out.play(.hand, hands, at: now, &messages)
        place.out.play(.touch, touches, at: now, &messages)
      }
      place.last = now
      waiting += messages.map { Sending(message: $0, port: port, time: now) }
      places.append(place)
    }
  }

  /// Removes ports that disappeared. Nothing can be sent to them.
  package mutating func forget(_ ports: [MIDIAddress]) {
    if ports.isEmpty { return }
    places.removeAll { ports.contains($0.address) }
    waiting.removeAll { ports.contains($0.port) }
  }

  /// Ends all sound at one port, which still exists, and removes it.
  /// - Returns: the time at which the last message will have gone out.
  package mutating func leave(_ port: MIDIAddress, now: Double) -> Double {
    guard let i = places.firstIndex(where: { $0.address == port }) else { return now }
    var messages: [MIDIMessage] = []
    places[i].out.end(rests: true, &messages)
    let time = max(now, places[i].last)
    waiting += messages.map { Sending(message: $0, port: port, time: time) }
    places.remove(at: i)
    return time
  }

  /// Ends all notes. Sources that continue their stroke stay silent until the next one.
  package mutating func panic(now: Double) {
    for notes in [hands, touches] {
      for i in 0..<notes.count where notes[i].note != nil { spent[notes[i].source.id] = notes[i].stroke }
    }
    (hands, touches) = (heard(hands), heard(touches))
    // Without hands and touches the mode has ended.
    let isDeserted = hands.count == 0 && touches.count == 0
    forEach(now, now) { out, _, messages in out.end(rests: isDeserted, &messages) }
  }

  /// Ends all notes and forgets all sources. The mode or the box has ended.
  package mutating func end(now: Double) {
    (hands, touches, spent) = (PlayedNotes(), PlayedNotes(), [:])
    forEach(now, now) { out, _, messages in out.end(rests: true, &messages) }
  }

  /// Sends one message to all ports, beside the notes. It is a clock tick at its own time.
  package mutating func send(_ message: MIDIMessage, at time: Double) {
    lastSend = max(lastSend, time)
    waiting += ports.map { Sending(message: message, port: $0, time: time) }
  }

  private mutating func forEach(
    _ heardAt: Double, _ now: Double, _ captureTime: Double = 0, _ body: (inout MIDIOut, Double, inout [MIDIMessage]) -> Void
  ) {
    let wanted = heardAt.isFinite ? min(max(heardAt, now), now + Self.longestLead) : now
    var messages: [MIDIMessage] = []
    for i in places.indices {
      // An earlier time than the last one would swap end and begin.
      let time = max(wanted, places[i].last)
      places[i].last = time
      messages.removeAll(keepingCapacity: true)
      body(&places[i].out, time, &messages)
      let address = places[i].address
      waiting += messages.map { Sending(message: $0, port: address, time: time, captureTime: captureTime) }
    }
  }
}
