/// What was put onto one tape since a jump: which track's which place lies where. There is one truth about the place that is heard, and this is it.
package struct Take: Sendable {
  /// Where a track begins on the tape.
  package struct Mark: Sendable {
    package var frame: Int64
    /// Place in the list, or -1 if the list does not have it.
    package var track: Int
    package var item: Playlist.Item
    /// Place in the track, in frames, of the tape's frame `frame`.
    package var offset: Int64
    package var title: String
    /// Frames, if it is known.
    package var length: Int64?
    /// The gain with which it was written.
    package var gain: TrackGain

    package init(
      frame: Int64, track: Int, item: Playlist.Item, offset: Int64, title: String, length: Int64?, gain: TrackGain = .none
    ) {
      self.frame = frame
      self.track = track
      self.item = item
      self.offset = offset
      self.title = title
      self.length = length
      self.gain = gain
    }
  }

  /// Number of the jump; the engine tells which one it plays.
  package let serial: Int
  /// Which of the engine's tapes.
  package let tape: Int
  /// The tape's frame that the jump goes to. What lies before it is only for the stretcher, which looks back.
  package var start: Int64 = 0
  package private(set) var marks: [Mark] = []

  package init(serial: Int, tape: Int) {
    self.serial = serial
    self.tape = tape
  }

  /// The tape's frame that is heard. Until the engine has gone over to this tape its position is another tape's and means nothing here: the jump's goal counts.
  package func heard(_ state: PlayerState) -> Int64 { state.take == serial ? max(Int64(state.position), 0) : start }

  /// Which track is heard at a frame of the tape.
  package func mark(at frame: Int64) -> Mark? { marks.last { $0.frame <= frame } ?? marks.first }

  /// Adds a track that begins at a frame, and forgets those that ended before `heard`.
  package mutating func add(_ mark: Mark, heard: Int64) {
    marks.append(mark)
    if let present = marks.lastIndex(where: { $0.frame <= heard }), present > 0 { marks.removeFirst(present) }
  }

  /// Finds every track's place in another list.
  package mutating func renumber(_ place: (Mark) -> Int) {
    for at in marks.indices { marks[at].track = place(marks[at]) }
  }
}
