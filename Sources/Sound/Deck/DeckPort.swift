import GestureFlowAPI

/// State that a deck's control side shares with its worker.
///
/// Holds the list, the requested jump, the contents of the tape, and the problems. Every requested or reported
/// place counts in the newest list. That holds even while the worker still reads from the previous list, because a
/// slow file may keep it busy.
package struct DeckPort {
  /// A requested position in a track, in frames of 48 kHz.
  package struct Goal {
    /// Place in the newest list. The worker may not have adopted that list yet.
    package var track: Int
    package var frame: Int64
    /// A queued track to jump to, instead of the one at `track`. The list then continues after `track`.
    package var queued: QueuedItem?
    /// Number of the request. The number stays the same when another list gives the track another place.
    package var number = 0
  }

  package var playlist: Playlist
  /// A list that the worker has not adopted yet.
  package var fresh: Playlist?
  /// A jump that the worker has not begun yet.
  package var request: Goal? = Goal(track: 0, frame: 0)
  /// Number of requests so far.
  private var requests = 0
  package var take: Take?
  package var media = MediaWatch()
  /// Tracks that play before the list continues.
  package var queue = PlayQueue()
  /// Seed of the order of playing; nil for the list's own order.
  var seed: UInt64?
  /// The rule after a track, and after the last one.
  package var repeats = RepeatMode.all
  /// Frames in which a track fades into the next one. 0 plays them without a gap.
  package var crossFade: Int64 = 0
  /// Called when the last track has ended.
  var onEnd: (@Sendable () -> Void)?
  /// Returns the gain of a track; nil until set.
  var onGain: (@Sendable (Playlist.Item) -> TrackGain)?
  /// The newest problems. Their number is limited, so a list of a million bad files does not fill the memory.
  var failures: [FileError] = []
  var onTrack: (@Sendable (Int, String) -> Void)?
  var onFailure: (@Sendable (FileError) -> Void)?

  package init(playlist: Playlist) { self.playlist = playlist }

  /// The list that was set last.
  package var newest: Playlist { fresh ?? playlist }

  /// The request that the worker may begin. Nil while a new list waits to be adopted, because the request counts in
  /// that list.
  package var ripe: Goal? { fresh == nil ? request : nil }

  /// The place from which a step or a seek counts. That of the requested track if there is one, otherwise that of
  /// the track that is heard.
  package func goalTrack(_ state: PlayerState) -> Int { goal(state).track }

  /// The requested track if there is one. Otherwise the track that is heard. Its frame is 0.
  package func goal(_ state: PlayerState) -> Goal {
    if let request { return Goal(track: request.track, frame: 0, queued: request.queued) }
    guard let mark = take.flatMap({ $0.mark(at: $0.heard(state)) }) else { return Goal(track: 0, frame: 0) }
    return Goal(track: anchor(of: mark), frame: 0, queued: mark.queued)
  }

  /// Returns the following or previous track, as a person asks for it.
  package func step(_ by: Int, _ state: PlayerState) -> Goal {
    let goal = goal(state)
    if by > 0, let next = queue.after(goal.queued?.number).first { return Goal(track: goal.track, frame: 0, queued: next) }
    // Before a queued track comes the one that it has followed.
    if by < 0, goal.queued != nil, goal.track >= 0 { return Goal(track: goal.track, frame: 0) }
    return Goal(track: newest.step(by, from: goal.track), frame: 0)
  }

  /// Tracks to try after a track, without a person's request.
  /// - Parameters:
  ///   - anchor: place in the adopted list after which that list continues.
  ///   - queued: number of the last queued track that was read since the last jump.
  ///   - isBarren: whether the track gave no sound; then it is not repeated.
  /// - Returns: nil if the music ends here.
  package func next(after anchor: Int, queued: Int?, isBarren: Bool) -> TrackFinder.Candidates? {
    var next = TrackFinder.Candidates(anchor: anchor, queued: queue.after(queued), start: anchor, count: playlist.items.count)
    if repeats == .track, !isBarren, anchor >= 0 { return next }
    next.start = playlist.step(1, from: anchor)
    if repeats == .off { next.count = playlist.remaining(after: anchor) }
    return next.queued.isEmpty && next.count == 0 ? nil : next
  }

  /// Removes queued tracks that are or were heard.
  mutating func passHeard(_ state: PlayerState) {
    guard let take else { return }
    let heard = take.heard(state)
    for mark in take.marks where mark.frame <= heard { if let queued = mark.queued { queue.pass(queued.number) } }
  }

  /// Returns a track's place in the newest list; -1 if absent.
  package func place(of mark: Take.Mark) -> Int {
    // The worker renumbers the marks when it adopts the list.
    guard let fresh else { return mark.track }
    return fresh.place(of: mark.item, at: mark.track, in: playlist) ?? -1
  }

  /// Returns the place in the newest list after which the list continues. -1 if absent.
  private func anchor(of mark: Take.Mark) -> Int {
    guard let fresh else { return mark.anchor }
    guard playlist.items.indices.contains(mark.anchor) else { return -1 }
    return fresh.place(of: playlist.items[mark.anchor], at: mark.anchor, in: playlist) ?? -1
  }

  /// Requests a jump; it replaces any earlier request.
  package mutating func want(_ track: Int, _ frame: Int64) { want(Goal(track: track, frame: frame)) }

  /// Requests a jump; it replaces any earlier request.
  package mutating func want(_ goal: Goal) {
    requests += 1
    request = goal
    request?.number = requests
  }

  /// Begins a round of the list at a place.
  package mutating func beginRound(at place: Int) {
    let origin = newest.items.indices.contains(place) ? place : nil
    if fresh == nil { playlist.origin = origin } else { fresh?.origin = origin }
  }

  /// Removes a request that the worker has begun. A newer request that came meanwhile stays.
  package mutating func began(_ goal: Goal) {
    if request?.number == goal.number { request = nil }
  }

  /// Returns the track that is heard. Until a jump is heard, this is its goal. Nil until the first track was opened.
  /// - Parameter written: returns the frames that lie on a tape so far, including those already heard.
  package func now(_ state: PlayerState, written: (_ tape: Int) -> Int64) -> HeardTrack? {
    guard let take else { return nil }
    let end = written(take.tape)
    // The position runs on after the end of a tape, in silence.
    let heard = media.lost == nil ? take.heard(state) : min(take.heard(state), end)
    guard let mark = take.mark(at: heard) else { return nil }
    let rate = Double(SoundFormat.rate)
    return HeardTrack(
      track: place(of: mark), item: mark.item, title: mark.title, position: Double(max(heard - mark.frame + mark.offset, 0)) / rate,
      length: mark.length.map { Double($0) / rate }, ahead: Double(max(0, end - heard)) / rate, gain: mark.gain)
  }

  /// Sets another list and finds the track of a request in it.
  package mutating func replace(_ new: Playlist) {
    if let present = request {
      let old = newest
      let item = old.items.indices.contains(present.track) ? old.items[present.track] : nil
      if let place = item.flatMap({ new.place(of: $0, at: present.track, in: old) }) {
        request?.track = place
      } else {
        // Its track is gone: use the track now at that place, from its start.
        request?.track = min(max(present.track, 0), max(new.items.count - 1, 0))
        if present.queued == nil { request?.frame = 0 }
      }
    }
    let old = newest
    fresh = new
    fresh?.origin = old.origin.flatMap { new.place(of: old.items[$0], at: $0, in: old) }
  }
}

extension Playlist {
  /// Returns the place of another list's item in this list. Nil if absent. A list may hold an item more than once, as a
  /// folder's track and as a playlist's track. The second one stays the second; if fewer are left, it becomes the last
  /// of them.
  /// - Parameters:
  ///   - place: place of the item in the other list. If the item is not at that place, it counts as the first one.
  ///   - before: the other list.
  package func place(of item: Item, at place: Int, in before: Playlist) -> Int? {
    let isKnown = before.items.indices.contains(place) && before.items[place] == item
    var left = isKnown ? before.items[..<place].count { $0 == item } : 0
    var found: Int?
    for at in items.indices where items[at] == item {
      found = at
      if left == 0 { break }
      left -= 1
    }
    return found
  }
}
