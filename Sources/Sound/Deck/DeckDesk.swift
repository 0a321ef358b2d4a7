import GestureFlowAPI

/// What a deck's control side and its worker share: the list, what is wished, what lies on the tape, and what went wrong.
///
/// Every place that is wished or told counts in the newest list, even while the worker still reads from the one before: it may be busy with a slow file.
package struct DeckDesk {
  /// A wished place of a track, in frames of 48 kHz.
  package struct Goal {
    /// Place in the newest list, whether or not the worker has taken that over.
    package var track: Int
    package var frame: Int64
    /// Which wish it is: it stays the same when another list gives the track another place.
    package var number = 0
  }

  package var playlist: Playlist
  /// A list that the worker has not taken over yet.
  package var fresh: Playlist?
  /// A jump that the worker has not begun yet.
  package var wish: Goal? = Goal(track: 0, frame: 0)
  /// Wishes so far.
  private var wishes = 0
  package var take: Take?
  package var media = MediaWatch()
  /// Says how loud a track is to play; nil while nobody has said who knows that.
  var onGain: (@Sendable (Playlist.Item) -> TrackGain)?
  /// The newest problems; a list of a million bad files does not fill the memory.
  var failures: [FileError] = []
  var onTrack: (@Sendable (Int, String) -> Void)?
  var onFailure: (@Sendable (FileError) -> Void)?

  package init(playlist: Playlist) { self.playlist = playlist }

  /// The list that was given last.
  package var newest: Playlist { fresh ?? playlist }

  /// The wish that the worker may begin: none while a list waits to be taken over, because the wish counts in that one.
  package var ripe: Goal? { fresh == nil ? wish : nil }

  /// The track that a step or a seek counts from: the one that is wished already, or the one that is heard.
  package func goalTrack(_ state: PlayerState) -> Int {
    wish?.track ?? take.flatMap { $0.mark(at: $0.heard(state)) }.map { place(of: $0) } ?? 0
  }

  /// Where a track of the tape is in the newest list; -1 if that does not have it.
  package func place(of mark: Take.Mark) -> Int {
    // The marks are renumbered when the worker takes the list over.
    guard let fresh else { return mark.track }
    return fresh.place(of: mark.item, at: mark.track, in: playlist) ?? -1
  }

  /// Wishes a place, in place of any wish before it.
  package mutating func want(_ track: Int, _ frame: Int64) {
    wishes += 1
    wish = Goal(track: track, frame: frame, number: wishes)
  }

  /// The worker has begun a wish; a newer one that came meanwhile stays.
  package mutating func began(_ goal: Goal) {
    if wish?.number == goal.number { wish = nil }
  }

  /// What is heard; until a jump is heard, its goal. Nil until the first track was opened.
  /// - Parameter written: frames that lie on a tape so far, the heard ones included.
  package func now(_ state: PlayerState, written: (_ tape: Int) -> Int64) -> HeardTrack? {
    guard let take else { return nil }
    let end = written(take.tape)
    // After the end of a tape the position runs on; nothing is heard there.
    let heard = media.lost == nil ? take.heard(state) : min(take.heard(state), end)
    guard let mark = take.mark(at: heard) else { return nil }
    let rate = Double(SoundFormat.rate)
    return HeardTrack(
      track: place(of: mark), item: mark.item, title: mark.title, position: Double(max(heard - mark.frame + mark.offset, 0)) / rate,
      length: mark.length.map { Double($0) / rate }, ahead: Double(max(0, end - heard)) / rate, gain: mark.gain)
  }

  /// Gives another list; a wish finds its track again there.
  package mutating func replace(_ new: Playlist) {
    if let present = wish {
      let old = newest
      let item = old.items.indices.contains(present.track) ? old.items[present.track] : nil
      if let place = item.flatMap({ new.place(of: $0, at: present.track, in: old) }) {
        wish?.track = place
      } else {
        // Its track is gone: the one that stands there now, from its start.
        wish?.track = min(max(present.track, 0), max(new.items.count - 1, 0))
        wish?.frame = 0
      }
    }
    fresh = new
  }
}

extension Playlist {
  /// Where an item of another list is in this one; nil if it is not there. A list may have it more than once, as a folder's track and as a playlist's: the second
  /// one stays the second, or what is left of them the last.
  /// - Parameters:
  ///   - place: where the item was in the other list; what is not its place there stands for the first.
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
