/// Which notes sound and whose they are. Every begin that it gives has exactly one end, on the same channel, whatever its sources do.
///
/// Notes belong to their source: two that play the same note on one channel share it. The second one strikes it again (an end, then a begin), and it ends with the last of them. A note ends on the channel on which it
/// began, also when its source has another one by then. One ledger for each place that notes go to. It neither allocates nor locks: the audio thread has one of its own.
public struct NoteLedger: Sendable, BitwiseCopyable {
  /// So many sources at once; another one's note is refused until there is room.
  @inlinable public static var capacity: Int { 32 }
  /// No note begins any more while this is off. What sounds goes on to its own end; a change of note is an end.
  public var takesNew = true
  /// Where the notes go is there. While it is not, nothing is sent, and there is nothing to end.
  public private(set) var isConnected = true
  /// Begins that found no room.
  public private(set) var refused = 0
  private var entries = InlineArray<32, Entry>(repeating: Entry())
  private var count = 0

  private struct Entry: Sendable, BitwiseCopyable {
    var source = SourceID(.hand, 0)
    var channel: UInt8 = 0
    var note: UInt8 = 0
    var stroke: UInt32 = 0
    /// Silenced before its source has let go: it stays silent until the next stroke.
    var isSpent = false
  }

  /// Nothing sounds.
  @_noLocks public init() {}

  /// How many sources sound.
  public var sounding: Int {
    var sum = 0
    for i in 0..<count where !entries[i].isSpent { sum += 1 }
    return sum
  }

  /// One of the sources that it knows and the note that sounds of it; nil where it was silenced, and from the last one on.
  /// - Parameter place: 0..<capacity; which source stands at which place changes with every begin and end.
  @_noLocks public func sounding(at place: Int) -> (source: SourceID, note: UInt8)? {
    guard place >= 0, place < count, !entries[place].isSpent else { return nil }
    return (entries[place].source, entries[place].note)
  }

  /// As many sources are known as can be.
  public var isFull: Bool { @_noLocks get { count == Self.capacity } }

  /// It plays, or was silenced and has not let go yet.
  @_noLocks public func knows(_ source: SourceID) -> Bool { place(of: source) != nil }

  /// One of the sources that it knows, silenced ones too, with the note and the stroke of it; nil from the last one on.
  /// - Parameter place: as in `sounding(at:)`.
  @_noLocks public func known(at place: Int) -> (source: SourceID, note: UInt8, stroke: UInt32)? {
    guard place >= 0, place < count else { return nil }
    return (entries[place].source, entries[place].note, entries[place].stroke)
  }

  /// The note that a source plays, and its channel; nil while it plays none.
  @_noLocks public func note(of source: SourceID) -> (note: UInt8, channel: UInt8)? {
    guard let place = place(of: source), !entries[place].isSpent else { return nil }
    return (entries[place].note, entries[place].channel)
  }

  /// A source plays a note, another one, or none.
  /// - Parameters:
  ///   - source: whose note it is.
  ///   - note: MIDI note, 0...127; nil ends what it plays.
  ///   - velocity: 1...127; what is less or more counts as these.
  ///   - stroke: another number than before strikes the note, the same one goes over to it legato, begin before end.
  ///   - channel: 0...15, for a stroke; a legato note stays on the channel of its stroke.
  /// - Returns: what is to be sent, in this order; nothing when nothing has changed.
  @_noLocks public mutating func play(
    _ source: SourceID, note: UInt8?, velocity: UInt8 = 64, stroke: UInt32 = 0, channel: UInt8 = 0
  ) -> NoteMessages {
    var messages = NoteMessages()
    guard let note, note < 128 else {
      if let place = place(of: source) { remove(place, &messages) }
      return messages
    }
    guard isConnected else {
      if let place = place(of: source), entries[place].stroke != stroke { remove(place, &messages) }
      return messages
    }
    let velocity = min(max(velocity, 1), 127)
    guard let place = place(of: source) else {
      add(Entry(source: source, channel: channel & 15, note: note, stroke: stroke), velocity, &messages)
      return messages
    }
    let before = entries[place]
    if before.stroke == stroke {
      guard !before.isSpent, before.note != note else { return messages }
      guard takesNew else {
        silence(place, &messages)
        return messages
      }
      let isShared = sounds(before.channel, note)
      if isShared { messages.append(NoteMessage(channel: before.channel, note: note, velocity: 0)) }
      messages.append(NoteMessage(channel: before.channel, note: note, velocity: velocity))
      entries[place].note = note
      if !sounds(before.channel, before.note) { messages.append(NoteMessage(channel: before.channel, note: before.note, velocity: 0)) }
    } else {
      remove(place, &messages)
      add(Entry(source: source, channel: channel & 15, note: note, stroke: stroke), velocity, &messages)
    }
    return messages
  }

  /// The same for a source as it plays now. - Parameter channel: 0...15.
  @_noLocks public mutating func play(_ played: PlayedNote, channel: UInt8) -> NoteMessages {
    play(played.source.id, note: played.note, velocity: played.velocity, stroke: played.stroke, channel: channel)
  }

  /// The end of one source that is not among these. Ask until there is none.
  /// - Parameter kind: only of these; a touch is not missed among hands.
  @_noLocks public mutating func endNext(_ kind: SourceID.Kind, notIn played: PlayedNotes) -> NoteMessages? {
    for i in 0..<count where entries[i].source.kind == kind && played[entries[i].source] == nil {
      var messages = NoteMessages()
      remove(i, &messages)
      return messages
    }
    return nil
  }

  /// The end of one source of a kind that sounds on a channel, which is forgotten. Ask until there is none.
  @_noLocks public mutating func endNext(_ kind: SourceID.Kind, channel: UInt8) -> NoteMessages? {
    for i in 0..<count where entries[i].source.kind == kind && entries[i].channel == channel {
      var messages = NoteMessages()
      remove(i, &messages)
      return messages
    }
    return nil
  }

  /// Panic: the end of one note that sounds. Ask until there is none. Sources that go on with their stroke stay silent; the next stroke sounds.
  @_noLocks public mutating func silenceNext() -> NoteMessages? {
    for i in 0..<count where !entries[i].isSpent {
      var messages = NoteMessages()
      silence(i, &messages)
      return messages
    }
    return nil
  }

  /// Where the notes went is gone, and they with it: nothing can be sent. What a panic silenced stays silent. - Returns: how many sources sounded.
  @_noLocks @discardableResult public mutating func disconnect() -> Int {
    let lost = sounding
    var kept = 0
    for i in 0..<count where entries[i].isSpent {
      entries[kept] = entries[i]
      kept += 1
    }
    count = kept
    isConnected = false
    return lost
  }

  /// It is there again, and silent. Sources that still play are heard from their next `play` on.
  @_noLocks public mutating func connect() { isConnected = true }

  @_noLocks private func place(of source: SourceID) -> Int? {
    for i in 0..<count where entries[i].source == source { return i }
    return nil
  }

  /// Somebody sounds this note on this channel.
  @_noLocks private func sounds(_ channel: UInt8, _ note: UInt8) -> Bool {
    for i in 0..<count where !entries[i].isSpent {
      if entries[i].channel == channel, entries[i].note == note { return true }
    }
    return false
  }

  @_noLocks private mutating func add(_ entry: Entry, _ velocity: UInt8, _ messages: inout NoteMessages) {
    guard takesNew else { return }
    guard count < Self.capacity else {
      refused += 1
      return
    }
    if sounds(entry.channel, entry.note) { messages.append(NoteMessage(channel: entry.channel, note: entry.note, velocity: 0)) }
    messages.append(NoteMessage(channel: entry.channel, note: entry.note, velocity: velocity))
    entries[count] = entry
    count += 1
  }

  @_noLocks private mutating func remove(_ place: Int, _ messages: inout NoteMessages) {
    silence(place, &messages)
    count -= 1
    entries[place] = entries[count]
  }

  /// Ends a source's note where nobody else has it.
  @_noLocks private mutating func silence(_ place: Int, _ messages: inout NoteMessages) {
    let entry = entries[place]
    guard !entry.isSpent else { return }
    entries[place].isSpent = true
    if !sounds(entry.channel, entry.note) { messages.append(NoteMessage(channel: entry.channel, note: entry.note, velocity: 0)) }
  }
}

/// Up to four messages, in the order in which they are to be sent.
public struct NoteMessages: Sendable, BitwiseCopyable {
  /// How many there are, 0...4.
  public private(set) var count = 0
  private var places = InlineArray<4, NoteMessage>(repeating: NoteMessage(channel: 0, note: 0, velocity: 0))

  /// None.
  @_noLocks public init() {}

  /// - Precondition: `index` is in 0..<count.
  @_noLocks public subscript(_ index: Int) -> NoteMessage {
    precondition(index < count, "there are not so many messages")
    return places[index]
  }

  @_noLocks mutating func append(_ message: NoteMessage) {
    places[count] = message
    count += 1
  }
}
