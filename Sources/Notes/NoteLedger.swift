/// A record of the sounding notes and their sources. Each begin that it returns has exactly one end on the same
/// channel, whatever the sources do.
///
/// A note belongs to its source. Two sources that play the same note on one channel share it. The second one strikes
/// it again (an end, then a begin), and it ends with the last of them. A note ends on the channel of its begin, even
/// when its source has changed the channel since. Each output of notes has its own ledger. It neither allocates nor
/// locks: the audio thread has its own.
public struct NoteLedger: Sendable, BitwiseCopyable {
  /// Largest number of sources at once. Beyond it, the ledger refuses notes of further sources.
  @inlinable public static var capacity: Int { 32 }
  /// Whether new notes may begin. When off, sounding notes continue to their own end; a change of note ends them.
  public var takesNew = true
  /// Number of begins that found no room.
  public private(set) var refused = 0
  private var entries = InlineArray<32, Entry>(repeating: Entry())
  private var count = 0

  private struct Entry: Sendable, BitwiseCopyable {
    var source = SourceID(.hand, 0)
    var channel: UInt8 = 0
    var note: UInt8 = 0
    var stroke: UInt32 = 0
    /// Whether the note was silenced before its source released it. It stays silent until the next stroke.
    var isSpent = false
  }

  /// Creates an empty ledger.
  @_noLocks public init() {}

  /// Number of sources that sound.
  public var sounding: Int {
    var sum = 0
    for i in 0..<count where !entries[i].isSpent { sum += 1 }
    return sum
  }

  /// Returns a known source and its sounding note. Returns nil when the source was silenced, and beyond the last
  /// source.
  /// - Parameter place: 0..<capacity. The place of a source changes with every begin and end.
  @_noLocks public func sounding(at place: Int) -> (source: SourceID, note: UInt8)? {
    guard place >= 0, place < count, !entries[place].isSpent else { return nil }
    return (entries[place].source, entries[place].note)
  }

  /// Whether the ledger has no room for another source.
  public var isFull: Bool { @_noLocks get { count == Self.capacity } }

  /// Whether a source plays, or was silenced and has not released yet.
  @_noLocks public func knows(_ source: SourceID) -> Bool { place(of: source) != nil }

  /// Returns a known source with note and stroke, even when silenced. Returns nil beyond the last source.
  /// - Parameter place: as in `sounding(at:)`.
  @_noLocks public func known(at place: Int) -> (source: SourceID, note: UInt8, stroke: UInt32)? {
    guard place >= 0, place < count else { return nil }
    return (entries[place].source, entries[place].note, entries[place].stroke)
  }

  /// Returns the note of a source and its channel. Nil while the source is silent.
  @_noLocks public func note(of source: SourceID) -> (note: UInt8, channel: UInt8)? {
    guard let place = place(of: source), !entries[place].isSpent else { return nil }
    return (entries[place].note, entries[place].channel)
  }

  /// Plays a note of a source, changes it, or ends it.
  /// - Parameters:
  ///   - source: the source of the note.
  ///   - note: MIDI note, 0...127; nil ends the source's note.
  ///   - velocity: 1...127; other values are clamped.
  ///   - stroke: another number than before strikes the note. The same number changes to it legato, begin before end.
  ///   - channel: 0...15, for a stroke; a legato note stays on the channel of its stroke.
  /// - Returns: the messages to send, in this order; none when nothing has changed.
  @_noLocks public mutating func play(
    _ source: SourceID, note: UInt8?, velocity: UInt8 = 64, stroke: UInt32 = 0, channel: UInt8 = 0
  ) -> NoteMessages {
    var messages = NoteMessages()
    guard let note, note < 128 else {
      if let place = place(of: source) { remove(place, &messages) }
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

  /// Plays the current note of a source.
  /// - Parameter channel: 0...15.
  @_noLocks public mutating func play(_ played: PlayedNote, channel: UInt8) -> NoteMessages {
    play(played.source.id, note: played.note, velocity: played.velocity, stroke: played.stroke, channel: channel)
  }

  /// Ends the note of one source that is missing from a list. Call repeatedly until it returns nil.
  /// - Parameter kind: only sources of this kind. A touch is not missing from a list of hands.
  @_noLocks public mutating func endNext(_ kind: SourceID.Kind, notIn played: PlayedNotes) -> NoteMessages? {
    for i in 0..<count where entries[i].source.kind == kind && played[entries[i].source] == nil {
      var messages = NoteMessages()
      remove(i, &messages)
      return messages
    }
    return nil
  }

  /// Ends and removes one source of a kind on a channel. Call repeatedly until it returns nil.
  @_noLocks public mutating func endNext(_ kind: SourceID.Kind, channel: UInt8) -> NoteMessages? {
    for i in 0..<count where entries[i].source.kind == kind && entries[i].channel == channel {
      var messages = NoteMessages()
      remove(i, &messages)
      return messages
    }
    return nil
  }

  /// Ends one sounding note, for a panic. Call repeatedly until it returns nil. Sources that continue their stroke
  /// stay silent; the next stroke sounds.
  @_noLocks public mutating func silenceNext() -> NoteMessages? {
    for i in 0..<count where !entries[i].isSpent {
      var messages = NoteMessages()
      silence(i, &messages)
      return messages
    }
    return nil
  }

  @_noLocks private func place(of source: SourceID) -> Int? {
    for i in 0..<count where entries[i].source == source { return i }
    return nil
  }

  /// Returns whether any source sounds this note on this channel.
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

  /// Ends a source's note if no other source shares it.
  @_noLocks private mutating func silence(_ place: Int, _ messages: inout NoteMessages) {
    let entry = entries[place]
    guard !entry.isSpent else { return }
    entries[place].isSpent = true
    if !sounds(entry.channel, entry.note) { messages.append(NoteMessage(channel: entry.channel, note: entry.note, velocity: 0)) }
  }
}

/// Up to four messages, in the order in which to send them.
public struct NoteMessages: Sendable, BitwiseCopyable {
  /// Number of messages, 0...4.
  public private(set) var count = 0
  private var places = InlineArray<4, NoteMessage>(repeating: NoteMessage(channel: 0, note: 0, velocity: 0))

  /// Creates an empty list.
  @_noLocks public init() {}

  /// Returns a message.
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
