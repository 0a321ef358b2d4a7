import Notes

/// From what sources play to messages with receiver and moment, for every port that hears ours. Pure: whoever holds it sends what is in `waiting`.
///
/// Each port has a ledger of its own, so that each hears an end for every begin that it has heard, whenever it came. A port that goes takes its notes with it; one that comes, or is back, is told to be silent, then
/// how bends are meant, and then what sounds now: sources that still play are heard there at once.
package struct MIDIRouter: Sendable {
  /// A message on its way.
  package struct Sending: Sendable, Equatable {
    package var message: MIDIMessage
    package var port: MIDIAddress
    /// Seconds of `Clock`.
    package var time: Double
    /// Seconds of `Clock` at which the frame was taken that played it; 0 for none.
    package var captureTime = 0.0
  }

  private struct Place: Sendable {
    var address: MIDIAddress
    var out: MIDIOut
    /// The moment of the last message: none that follows comes before it.
    var last = 0.0
  }

  /// What lies further ahead than this many seconds is sent earlier: nothing that is played now is heard so late, and a panic waits for what is on its way.
  package static let longestLead = 0.25

  /// What is to be sent, in this order for each port.
  package var waiting: [Sending] = []
  private var settings: MIDISettings
  private var places: [Place] = []
  private var hands = PlayedNotes()
  private var touches = PlayedNotes()
  /// Strokes that a panic silenced: also a port that comes later hears nothing of them.
  private var spent: [SourceID: UInt32] = [:]
  /// Of what was sent beside the notes, which do not wait for it.
  private var lastSend = 0.0

  package init(_ settings: MIDISettings = MIDISettings()) { self.settings = settings }

  /// The ports that notes go to.
  package var ports: [MIDIAddress] { places.map(\.address) }
  /// How many sources sound, on the port where most do.
  package var sounding: Int { places.map(\.out.sounding).max() ?? 0 }
  /// Something could not be sent for the limit of messages: call `catchUp` soon.
  package var isBehind: Bool { places.contains(where: \.out.isBehind) }
  /// When all that was sent will have gone out, in seconds of `Clock`.
  package var lastTime: Double { max(lastSend, places.map(\.last).max() ?? 0) }

  /// What the sources of one kind play now.
  /// - Parameters:
  ///   - heardAt: seconds of `Clock` at which it sounds; what has passed is now.
  ///   - captureTime: seconds of `Clock` at which the frame behind it was taken; 0 for none.
  ///   - now: seconds of `Clock`.
  package mutating func play(_ kind: SourceID.Kind, _ notes: PlayedNotes, heardAt: Double, captureTime: Double = 0, now: Double) {
    guard settings.isScene else { return }
    // Who has gone may come back with strokes that are counted anew.
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

  /// Without the strokes that a panic silenced.
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

  /// Sends what the limit of messages held back.
  package mutating func catchUp(now: Double) {
    guard isBehind else { return }
    forEach(now, now) { out, time, messages in if out.isBehind { out.playAgain(at: time, &messages) } }
  }

  /// Takes other settings. Outside the scene all is silent.
  package mutating func set(_ new: MIDISettings, now: Double) {
    let old = settings
    settings = new
    if old.isScene, !new.isScene { end(now: now) }
    forEach(now, now) { out, time, messages in out.set(new, at: time, &messages) }
  }

  /// The ports that hear ours now. Those that are gone are forgotten with what waits for them.
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

  /// These ports are gone: nothing can be sent to them.
  package mutating func forget(_ ports: [MIDIAddress]) {
    if ports.isEmpty { return }
    places.removeAll { ports.contains($0.address) }
    waiting.removeAll { ports.contains($0.port) }
  }

  /// Ends what sounds at one port, which is still there, and forgets it. - Returns: when that will have gone out.
  package mutating func leave(_ port: MIDIAddress, now: Double) -> Double {
    guard let i = places.firstIndex(where: { $0.address == port }) else { return now }
    var messages: [MIDIMessage] = []
    places[i].out.end(rests: true, &messages)
    let time = max(now, places[i].last)
    waiting += messages.map { Sending(message: $0, port: port, time: time) }
    places.remove(at: i)
    return time
  }

  /// All notes end. Sources that go on with their stroke stay silent until the next one.
  package mutating func panic(now: Double) {
    for notes in [hands, touches] {
      for i in 0..<notes.count where notes[i].note != nil { spent[notes[i].source.id] = notes[i].stroke }
    }
    (hands, touches) = (heard(hands), heard(touches))
    // After the mode's end nobody is there.
    let isDeserted = hands.count == 0 && touches.count == 0
    forEach(now, now) { out, _, messages in out.end(rests: isDeserted, &messages) }
  }

  /// All notes end, and nobody plays: the mode has ended, or the box.
  package mutating func end(now: Double) {
    (hands, touches, spent) = (PlayedNotes(), PlayedNotes(), [:])
    forEach(now, now) { out, _, messages in out.end(rests: true, &messages) }
  }

  /// One message to all, beside the notes: a clock's tick, at its own moment.
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
      // A moment that is before the last one would turn round an end and a begin.
      let time = max(wanted, places[i].last)
      places[i].last = time
      messages.removeAll(keepingCapacity: true)
      body(&places[i].out, time, &messages)
      let address = places[i].address
      waiting += messages.map { Sending(message: $0, port: address, time: time, captureTime: captureTime) }
    }
  }
}
