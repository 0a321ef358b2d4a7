/// Contents of one tape since a jump: the tracks and their frames. This is the only source of the position that is
/// heard.
package struct Take: Sendable {
  /// The point on the tape at which a track begins.
  package struct Mark: Sendable {
    package var frame: Int64
    /// Place in the list; -1 if the list does not have it.
    package var track: Int
    package var item: Playlist.Item
    /// Position in the track, in frames, at the tape's frame `frame`.
    package var offset: Int64
    package var title: String
    /// Length in frames; nil if unknown.
    package var length: Int64?
    /// The gain with which the track was written.
    package var gain: TrackGain
    /// Place in the list after which the list continues. -1 if the list does not have it. For a queued track it is that
    /// of the track before the queue.
    package var anchor: Int
    /// The queued track; nil for a track of the list.
    package var queued: QueuedItem?

    package init(
      frame: Int64, track: Int, item: Playlist.Item, offset: Int64, title: String, length: Int64?, gain: TrackGain = .none,
      anchor: Int? = nil, queued: QueuedItem? = nil
    ) {
      self.frame = frame
      self.track = track
      self.item = item
      self.offset = offset
      self.title = title
      self.length = length
      self.gain = gain
      self.anchor = anchor ?? track
      self.queued = queued
    }
  }

  /// Number of the jump. The engine reports which one it plays.
  package let serial: Int
  /// Index of the tape in the engine.
  package let tape: Int
  /// The tape's frame that the jump goes to. Only the stretcher, which looks back, reads the frames before it.
  package var start: Int64 = 0
  package private(set) var marks: [Mark] = []

  package init(serial: Int, tape: Int) {
    self.serial = serial
    self.tape = tape
  }

  /// Returns the tape's frame that is heard. Until the engine plays this tape, its position belongs to another
  /// tape; the goal of the jump counts instead.
  package func heard(_ state: PlayerState) -> Int64 { state.take == serial ? max(Int64(state.position), 0) : start }

  /// Returns the track that is heard at a frame of the tape.
  package func mark(at frame: Int64) -> Mark? { marks.last { $0.frame <= frame } ?? marks.first }

  /// Adds a track, and drops those that ended before `heard`.
  package mutating func add(_ mark: Mark, heard: Int64) {
    marks.append(mark)
    if let present = marks.lastIndex(where: { $0.frame <= heard }), present > 0 { marks.removeFirst(present) }
  }

  /// Sets the places of every track in another list.
  /// - Parameter place: returns the new place of an item that had a place.
  package mutating func renumber(from old: Playlist, _ place: (Playlist.Item, Int) -> Int) {
    for at in marks.indices {
      let mark = marks[at]
      marks[at].track = place(mark.item, mark.track)
      marks[at].anchor = old.items.indices.contains(mark.anchor) ? place(old.items[mark.anchor], mark.anchor) : -1
    }
  }
}
