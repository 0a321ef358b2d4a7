import Foundation
import GestureFlowAPI
import Stretch
import Synchronization

/// The worker of a deck: decodes tracks onto its tapes. It keeps the tape that is heard filled nine seconds ahead,
/// track after track, without a gap or with a cross-fade. A jump fills the other tape. A track that cannot be played
/// is skipped and its reason reported. If nothing in the list can be played, the built-in piece plays instead.
struct DeckWorker {
  /// Frames to keep ahead of the play position: 9 s.
  static let wanted = Int64(9 * SoundFormat.rate)
  /// Frames a tape needs before a jump to it: 0.25 s. They come on top of the frames that its stretcher looks
  /// ahead.
  static let primed = Int64(SoundFormat.rate / 4)
  /// Frames ahead of the listener while a cross-fade opens a track. It is the next track after a jump.
  static let reserve = Int64(SoundFormat.rate)
  /// Frames on the tape before the goal of a jump. The stretcher reads 12,544 of them at double speed and two
  /// octaves down. If it started on silence, the sound would begin with a fade.
  static let past: Int64 = 13_312
  /// Blocks until a read error counts as damage: 2 s of sound. A read error comes before the system knows that the
  /// stick was removed, and descriptors become available again. If the error is still there after this time, the
  /// file is damaged.
  static let doubt = Int64(2 * SoundFormat.rate / SoundFormat.block)
  /// Minimum frames of a track on the tape: 50 ms. Silence follows a shorter track. Otherwise a list of one frame
  /// would open its file 48,000 times a second.
  static let shortest = Int64(SoundFormat.rate / 20)
  /// Frames left on the tape when the music's end is decided. It is 2 s. Until then a track may be added.
  static let decided = Int64(2 * SoundFormat.rate)
  /// Frames of one read.
  static let chunk = 4096

  private let player: PlayerPort
  var source: (any TrackSource)?
  private(set) var item = Playlist.Item.builtin
  /// Gain of the track.
  private var gain = TrackGain.none
  /// Place of the track in the list. -1 if it is not there.
  private var track = 0
  /// Place in the list after which the list continues. -1 if it is not there.
  private(set) var anchor = 0
  /// The queued track that is read. The next field is the number of the last one read since the last jump.
  private(set) var queued: QueuedItem?
  private(set) var lastQueued: Int?
  /// Whether the last track has ended; below, whether that was reported.
  private var isFinished = false
  private var isFinishTold = false
  /// Whether the source was opened at its start. The next field is whether it has given nothing yet.
  private(set) var isWhole = true
  private(set) var isBarren = true
  /// Frames that the source has given. The next field is the frame of the track that was the first of them.
  private var given: Int64 = 0
  private var origin: Int64 = 0
  /// Frame of the track before which no cross-fade may begin.
  private var earliestFade: Int64 = 0
  /// Blocks rendered at the first read failure; nil before any.
  var doubted: Int64?
  /// Whether the source has ended and the next is not open.
  private var isOver = false
  /// Tracks in a row that gave no sound.
  private var barren = 0
  private var tape = -1
  private var free = [0, 1]
  private var serial = 0
  var writer = TapeWriter()
  var news = DeckEvent()
  private var finder: TrackFinder

  /// - Parameters:
  ///   - player: the worker fills its tapes.
  ///   - opener: opens the files of the list.
  init(_ player: PlayerPort, _ opener: @escaping SoundFile.Opener) {
    self.player = player
    finder = TrackFinder(opener)
  }

  /// Does the work that is due.
  /// - Returns: whether there may be more to do at once.
  mutating func fill(_ port: borrowing Mutex<DeckPort>) -> Bool {
    while let index = player.released.pop() { if !free.contains(index) { free.append(index) } }
    takeList(port)
    if !free.isEmpty, let request = port.withLock({ $0.ripe }), begin(request, port) { return true }
    guard tape >= 0 else { return false }
    news.announce(serial, player.state, port)
    if isLost(port) { return false }
    if isFinished {
      tellFinish(port)
      return false
    }
    return append(2, port)
  }

  /// Number of blocks rendered so far.
  var blocks: Int64 { player.state.rendered / Int64(SoundFormat.block) }

  private func isLost(_ port: borrowing Mutex<DeckPort>) -> Bool { port.withLock { $0.media.lost != nil } }

  /// Adopts a new list. Finds the places of the track that plays and of the requested track again in it.
  private mutating func takeList(_ port: borrowing Mutex<DeckPort>) {
    let (present, item, anchor) = (track, item, anchor)
    let places: (track: Int, anchor: Int)? = port.withLock { port in
      guard let fresh = port.fresh else { return nil }
      let before = port.playlist
      func place(_ item: Playlist.Item, _ place: Int) -> Int { fresh.place(of: item, at: place, in: before) ?? -1 }
      port.take?.renumber(from: before, place)
      port.playlist = fresh
      port.fresh = nil
      return (place(item, present), before.items.indices.contains(anchor) ? place(before.items[anchor], anchor) : -1)
    }
    guard let places else { return }
    (track, self.anchor) = places
    barren = 0
    finder.forget()
  }

  // MARK: - A jump

  /// Begins a requested jump.
  /// - Returns: false if it is not known yet which track can be played there. The current track plays on meanwhile.
  private mutating func begin(_ goal: DeckPort.Goal, _ port: borrowing Mutex<DeckPort>) -> Bool {
    let now = blocks
    let (list, waiting) = port.withLock { ($0.playlist, $0.queue.after(goal.queued?.number)) }
    // If a queued track cannot be played, the queue and the list continue.
    let goals = TrackFinder.Candidates(
      anchor: goal.track, queued: goal.queued.map { [$0] + waiting } ?? [],
      start: goal.queued == nil ? goal.track : list.step(1, from: goal.track), count: list.items.count)
    guard let found = finder.find(goals, at: goal.frame, for: .jump, number: goal.number, now: now, &news, port) else { return false }
    let state = player.state
    port.withLock { $0.passHeard(state) }
    tape = free.removeFirst()
    (isFinished, isFinishTold, lastQueued, writer.fade) = (false, false, nil, nil)
    serial += 1
    let target = player.tapes[tape]
    target.rewind()
    barren = 0
    port.withLock { $0.media.begin() }
    let opened = take(found, port)
    writer.gains = TapeGain(gain.factor)
    var take = Take(serial: serial, tape: tape)
    (origin, writer.start) = (opened.first, opened.goal - opened.first)
    take.start = writer.start
    take.add(mark(at: 0, offset: opened.first), heard: 0)
    port.withLock { [take] in
      $0.take = take
      $0.began(goal)
    }
    if isLost(port) { target.markEnd() }
    let levels = player.wanted
    let ahead = Stretcher.lookAhead(speed: Double(levels.speed), ratio: PitchRatio.rtFrom(cents: Double(levels.cents)))
    let ready = writer.start + Int64(ahead) + Self.primed
    while !isLost(port), target.written < ready, append(1, port) {}
    player.load(tape, at: take.start, serial: serial)
    return true
  }

  /// Starts to read the track that was found, or the built-in piece.
  /// - Returns: the frame of the track that is read first, and the frame that the jump goes to.
  @discardableResult private mutating func take(
    _ found: TrackFinder.Find, _ port: borrowing Mutex<DeckPort>
  ) -> (first: Int64, goal: Int64) {
    (isWhole, isBarren, isOver, doubted, given) = (true, true, false, nil, 0)
    (origin, earliestFade) = (0, 0)
    switch found {
    // A search for a jump goes through the whole list.
    case .end: return (0, 0)
    case .nothing(let error):
      news.report(error, port)
      (source, item, track, barren, gain) = (BuiltinPiece(), .builtin, -1, 0, .none)
      (anchor, queued) = (-1, nil)
      return (0, 0)
    case .gone(let place):
      choose(place, port)
      source = nil
      news.tell(LostMedia(item: item, position: Double(place.frame) / Double(SoundFormat.rate)), port)
      return (place.frame, place.frame)
    case .track(let place, let opened):
      choose(place, port)
      source = opened
      guard place.frame > 0 else { return (0, 0) }
      let goal = opened.length.map { min(place.frame, max($0 - 1, 0)) } ?? place.frame
      let first = max(0, goal - Self.past)
      isWhole = first == 0
      if first > 0 { opened.seek(to: first) }
      return (first, goal)
    }
  }

  /// Sets the current track and requests its gain. A track has one gain: a jump within it keeps the gain.
  private mutating func choose(_ place: TrackFinder.Place, _ port: borrowing Mutex<DeckPort>) {
    let isOther = place.frame == 0 || place.item != item
    (track, item, anchor, queued) = (place.track, place.item, place.anchor, place.queued)
    lastQueued = queued?.number ?? lastQueued
    guard isOther else { return }
    let onGain = port.withLock { $0.onGain }
    gain = onGain?(place.item) ?? .none
  }

  // MARK: - Sound onto the tape

  /// Appends up to `limit` chunks.
  /// - Returns: whether the tape needs more.
  private mutating func append(_ limit: Int, _ port: borrowing Mutex<DeckPort>) -> Bool {
    let target = player.tapes[tape]
    for _ in 0..<limit {
      guard target.written - target.read < Self.wanted, target.room >= Int64(2 * Self.chunk) else { return false }
      if !isOver {
        endFade(port)
        let count = beginFade(target, port)
        let got = writer.append(source, count: count, to: target)
        given += Int64(got)
        if got > 0 || Self.file(of: source)?.holdsOwnFrames == true { isBarren = false }
        guard got < count else { continue }
        switch end(port) {
        case .natural: break
        case .doubtful: return false
        case .taken:
          writer.drain(source, target)
          guard goesOnWithoutQueued(port) else {
            lose(target, port)
            return false
          }
          leaveQueued(target, port)
          isBarren = false
        }
        isOver = true
        // An empty part does not mean that the whole track is empty.
        if isBarren, isWhole { countBarren(port) } else { barren = 0 }
      }
      guard goOn(target, port) else { return false }
      if isLost(port) {
        target.markEnd()
        return false
      }
    }
    return true
  }

  /// Goes on with the next track, without a gap.
  /// - Returns: false if it is not known yet which track follows.
  private mutating func goOn(_ target: Tape, _ port: borrowing Mutex<DeckPort>) -> Bool {
    let now = blocks
    let (anchor, lastQueued, isSilent) = (anchor, lastQueued, barren > 0)
    let (count, candidates) = port.withLock {
      ($0.playlist.items.count + $0.queue.items.count, $0.next(after: anchor, queued: lastQueued, isBarren: isSilent))
    }
    let next: TrackFinder.Find?
    if barren >= count {
      next = .nothing(TrackFinder.nothing(of: count))
    } else if let candidates {
      next = finder.find(candidates, at: 0, for: .next, number: serial, now: now, &news, port)
    } else {
      next = .end
    }
    guard let found = next else { return false }
    if let ended = writer.fade, found.source == nil {
      // The track has ended during the cross-fade. The rest of the one before is heard first.
      writer.drain(source, target)
      source = nil
      writer.appendSilence(min(Int64(ended.left), target.room - Int64(Self.chunk)), target)
      endFade(port)
      return true
    }
    if case .end = found {
      // Tracks that cannot be played are not tried again and again.
      if candidates != nil || target.written - target.read < Self.decided { finish(target) }
      return false
    }
    let before = source
    // A part of a track may have any length; the next track is a whole one.
    let missing = isWhole && !isBarren ? max(0, Self.shortest - given) : 0
    take(found, port)
    var begin = target.written
    if missing > 0 {
      writer.drain(before, target)
      writer.fillPast(target)
      writer.appendSilence(missing, target)
      begin = target.written
    } else if target.written >= writer.start, let inherited = SoundPart.join(source, to: before) {
      begin += inherited
      origin = -inherited
    } else {
      writer.drain(before, target)
      writer.fillPast(target)
      begin = target.written
    }
    guard source != nil else { return true }
    writer.gains.change(to: gain.factor, at: begin)
    let mark = mark(at: begin, offset: 0)
    port.withLock { $0.take?.add(mark, heard: target.read) }
    return true
  }

  /// Begins a cross-fade to the next track when it is due. The next track becomes the current one, and `writer` adds
  /// the rest of the one before. A next track of unknown length follows without a fade, and so does one that continues
  /// the same file.
  /// - Returns: frames to read until a cross-fade may begin; at most a chunk.
  private mutating func beginFade(_ target: Tape, _ port: borrowing Mutex<DeckPort>) -> Int {
    guard let present = source, let length = present.length else { return Self.chunk }
    let longest = min(port.withLock { $0.crossFade }, length / 2)
    guard longest >= CrossFade.shortest else { return Self.chunk }
    let place = origin + given
    let due = max(length - longest, earliestFade)
    if place < due { return Int(min(due - place, Int64(Self.chunk))) }
    let rest = length - place
    guard writer.fade == nil, doubted == nil, !isBarren, rest >= CrossFade.shortest else { return Self.chunk }
    // A jump into this time does not wait until the next track is open. That may take long, so sound must be ahead.
    guard place == due && isWhole || target.written - max(target.read, writer.start) >= Self.reserve else { return Self.chunk }
    let (anchor, lastQueued, now) = (anchor, lastQueued, blocks)
    guard let candidates = port.withLock({ $0.next(after: anchor, queued: lastQueued, isBarren: false) }),
      let found = finder.find(candidates, at: 0, for: .next, number: serial, now: now, &news, port)
    else { return Self.chunk }
    // The built-in piece begins again on its beat.
    guard let next = found.source, let whole = next.length, !SoundPart.isContinued(present, by: next), !(next is BuiltinPiece) else {
      earliestFade = CrossFade.never
      return Self.chunk
    }
    if whole / 2 < rest {
      // The next track is short. It is opened again when the rest of this one is as short.
      earliestFade = length - whole / 2
      return Int(min(earliestFade - place, Int64(Self.chunk)))
    }
    let begun = CrossFade(present, gain: gain.factor, frames: rest)
    take(found, port)
    (writer.fade, writer.gains, barren) = (begun, TapeGain(gain.factor), 0)
    // The next track counts as heard from the middle on, where it becomes the louder one.
    let mark = mark(at: target.written + rest / 2, offset: rest / 2)
    port.withLock { $0.take?.add(mark, heard: target.read) }
    return Self.chunk
  }

  /// Drops the previous track after a cross-fade. Reports the sound that it has lost.
  private mutating func endFade(_ port: borrowing Mutex<DeckPort>) {
    guard let ended = writer.fade, ended.isOver else { return }
    writer.fade = nil
    let gone = port.withLock { $0.media.isGone }
    if let file = ended.source as? SoundFile, file.earlyEnd != nil, !file.isUnreadable, gone?(file.path) != true {
      return news.report(FileError(path: file.path, reason: file.damage), port)
    }
    reportLoss(of: ended.source, port)
  }

  /// Ends the tape after the last track.
  private mutating func finish(_ target: Tape) {
    writer.drain(source, target)
    writer.fillPast(target)
    target.markEnd()
    source = nil
    isFinished = true
  }

  /// Reports the end of the music once it has been heard.
  private mutating func tellFinish(_ port: borrowing Mutex<DeckPort>) {
    let state = player.state
    guard !isFinishTold, state.take == serial, Int64(state.position) >= player.tapes[tape].written else { return }
    isFinishTold = true
    let handler = port.withLock { $0.onEnd }
    handler?()
  }

  /// Counts a track that opened well but gave no sound.
  private mutating func countBarren(_ port: borrowing Mutex<DeckPort>) {
    barren += 1
    guard let path = item.path else { return }
    news.report(FileError(path: path, reason: "no sound can be read from it: it is damaged"), port)
  }

  private func mark(at frame: Int64, offset: Int64) -> Take.Mark {
    Take.Mark(
      frame: frame, track: track, item: item, offset: offset, title: source?.title ?? "", length: source?.length, gain: gain,
      anchor: anchor, queued: queued)
  }
}
