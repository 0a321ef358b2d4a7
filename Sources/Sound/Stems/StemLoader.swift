import Foundation
import Realtime
import Synchronization

/// Loads sets on a thread of its own while the old one plays: opens and checks the files, decodes them into memory, finds onsets, starts the stretchers and hands the set over, which is then taken over on a
/// bar line. Of channels that do not fit into memory the beginning is decoded, and a second thread goes on with them. What cannot be played is a reason, and the old set plays on. Call `stop` before
/// letting go of it.
public final class StemLoader: Sendable {
  /// Bytes that a set may have in memory; while it is taken over the old one is there, too. As float a set of four times 21 bars at 120 beats a minute fits, as 16 bit one of four times 21 at 60.
  public static let most = 64 << 20
  /// Frames that a channel may have: an hour. All of it is read once before it is heard.
  public static let longest: Int64 = 3600 * 48_000
  /// Channels that a set may have.
  public static let channels = 1...4

  /// Stands between a streamed channel and its file; a test's may wait and fail.
  package typealias Wrap = @Sendable (any StreamFile) -> any StreamFile

  /// Told what came of a wish.
  private typealias Done = @Sendable (Result<StemFacts, StemRefusal>?) -> Void

  /// What callers share.
  private struct Wishes {
    var number = 0
    /// The last set that was asked for, until the thread takes it.
    var waiting: (number: Int, set: StemSet, done: Done)?
  }

  private let desk: StemDesk
  let opener: SoundFile.Opener
  /// Bytes that a set may have in memory.
  let most: Int
  let wrap: Wrap
  private let streamer: StemStreamer
  private let errands: Errands
  /// The number of the last set that was asked for, so that those before it are given up.
  // Order: stored under `wishes`, and asked for now and then while a set is read: an old number costs a few more reads, for a set that was asked for later is read later and handed over behind it.
  private let newest = Counter()
  private let wishes = Mutex(Wishes())

  /// - Parameter desk: where sets are handed over.
  /// - Throws: `RealtimeThread.ThreadError` if no thread can be made.
  public convenience init(_ desk: StemDesk) throws { try self.init(desk, opener: SoundFile.system) }

  /// - Parameters: - opener: opens the sets' files. - most: bytes that a set may have in memory. - wrap: see `Wrap`.
  ///   - isFetching: whether a thread of its own goes on with streamed channels; else `settle` does.
  package init(
    _ desk: StemDesk, opener: @escaping SoundFile.Opener, most: Int = StemLoader.most, wrap: @escaping Wrap = { $0 },
    isFetching: Bool = true
  ) throws {
    self.desk = desk
    self.opener = opener
    self.most = most
    self.wrap = wrap
    streamer = try StemStreamer(isFetching: isFetching)
    // One is done, and one waits.
    errands = try Errands("gf-stems", room: 2) { _ in }
  }

  /// Loads a set and hands it over; one that is asked for later takes its place, even while this one is still read.
  /// - Parameter done: told what it turned out to be, or everything that is wrong with it; on the loader's thread. Nil is told when a later one took its place, or after `stop`; on any thread.
  public func load(_ set: StemSet, done: @escaping @Sendable (Result<StemFacts, StemRefusal>?) -> Void) {
    let replaced = wishes.withLock { wishes in
      defer { wishes.waiting = (next(&wishes), set, done) }
      return wishes.waiting
    }
    if let replaced { return replaced.done(nil) }
    if !errands.add({ [self] in loadWaiting() }) { takeWaiting()?.done(nil) }
  }

  private func takeWaiting() -> (number: Int, set: StemSet, done: Done)? {
    wishes.withLock { wishes in
      defer { wishes.waiting = nil }
      return wishes.waiting
    }
  }

  private func loadWaiting() {
    guard let (number, set, done) = takeWaiting() else { return }
    do throws(StemRefusal) {
      let facts = try prepare(set, number)
      done(facts.map { .success($0) })
    } catch { done(newest.load() == Int64(number) ? .failure(error) : nil) }
  }

  /// Loads a set and hands it over on the calling thread, which is not the audio thread.
  /// - Returns: what it turned out to be; nil if another was asked for meanwhile.
  /// - Throws: everything that is wrong with it.
  @discardableResult public func loadNow(_ set: StemSet) throws(StemRefusal) -> StemFacts? {
    try prepare(set, wishes.withLock { next(&$0) })
  }

  /// Ends the thread; what it does now is given up, and what waits is not loaded.
  public func stop() {
    wishes.withLock { _ in newest.store(-1) }
    errands.close(doingTheRest: false)
    streamer.stop()
    takeWaiting()?.done(nil)
  }

  /// Where files of streamed channels lie by now: their stick is back under another path. - Parameter paths: by the paths by which their set was loaded.
  public func move(_ paths: [String: String]) { streamer.move(paths) }

  /// Files of streamed channels that cannot be read now: what of them is in memory plays on, then they are silent until they are back.
  public var missing: [String] { streamer.missing }

  /// Pages that streamed channels have in memory, and how many they may have.
  package var pages: (there: Int, room: Int) { streamer.pages }

  /// Reads what streamed channels need next on the calling thread, for a run without a clock.
  package func settle() { streamer.settle() }

  private func next(_ wishes: inout Wishes) -> Int {
    wishes.number += 1
    newest.store(Int64(wishes.number))
    return wishes.number
  }

  private func prepare(_ set: StemSet, _ number: Int) throws(StemRefusal) -> StemFacts? {
    try Self.check(set)
    let sounds = try open(set)
    // A built-in stem is as long as its bars at whatever tempo; its set always says it.
    let grid = BarGrid(milliBPM: set.milliBPM ?? BuiltinSong.evening.milliBPM, metre: set.metre)
    var lengths: [StemMeasure.Sound] = []
    for (i, sound) in sounds.enumerated() {
      let said = set.milliBPM == nil ? nil : set.channels[i].bars.map { grid.rtStart(ofBar: Int64($0)) }
      if sound.frames(grid) == nil, said == nil {
        let why = "its length is not known before it is played: say its bars and the set's tempo, or export it as WAV or FLAC"
        throw StemRefusal(problems: [StemProblem(.length, sound.path, why)])
      }
      lengths.append(StemMeasure.Sound(path: sound.path, frames: sound.frames(grid) ?? said ?? 0))
    }
    try Self.checkSize(lengths)
    let measure = try StemMeasure(set, lengths)
    let budget = try budget(sounds, measure)
    let form = Self.form(of: Self.total(measure.frames), most: most)
    var facts = StemFacts(
      number: number, name: set.name, milliBPM: Int(measure.grid.milliBPM), metre: set.metre, key: set.key, channels: [],
      remarks: measure.remarks, bytes: 0)
    var clips: [(clip: Clip, bars: Int)] = []
    for (i, sound) in sounds.enumerated() {
      let (channel, bars) = (set.channels[i], measure.bars[i])
      let goesOn = { [self] in newest.load() == Int64(number) }
      let clip =
        budget.isStreamed[i]
        ? try stream(sound, channel, bars, measure.grid, budget, &facts.remarks, goesOn: goesOn)
        : try Self.clip(sound, channel, bars, measure.grid, form, &facts.remarks, goesOn: goesOn)
      guard let clip else { return nil }
      clips.append((clip, bars))
      facts.channels.append(StemFacts.Channel(name: channel.name, bars: bars))
      facts.bytes += clip.bytes
    }
    guard newest.load() == Int64(number) else { return nil }
    let streams = clips.compactMap(\.clip.stream)
    desk.take(StemRig.make(number, measure.grid, clips, desk.wanted))
    streamer.add(streams)
    return facts
  }

  /// What can be told without looking at a file.
  private static func check(_ set: StemSet) throws(StemRefusal) {
    var problems: [StemProblem] = []
    if !channels.contains(set.channels.count) {
      problems.append(
        StemProblem(
          .count(set.channels.count), set.name, "it has \(set.channels.count) channels: a set has one to four, take some out or add one"))
    }
    if let tempo = set.milliBPM, !BarGrid.tempi.contains(tempo) {
      problems.append(
        StemProblem(.tempo(tempo), set.name, "its tempo is \(StemMeasure.bpm(tempo)): 20 to 400 BPM can be played, correct it"))
    }
    for channel in set.channels {
      if let bars = channel.bars, !StemSet.bars.contains(bars) {
        problems.append(
          StemProblem(
            .bars(bars), channel.name,
            "it is said to have \(bars) bars: \(StemSet.bars.lowerBound) to \(StemSet.bars.upperBound) can be played, correct it"))
      }
      if !(0...4).contains(channel.gain) {
        problems.append(StemProblem(.gain, channel.name, "its gain is \(channel.gain): 0 to 4 can be played, correct it"))
      }
    }
    if !problems.isEmpty { throw StemRefusal(problems: problems) }
  }

  private func open(_ set: StemSet) throws(StemRefusal) -> [StemSound] {
    var (sounds, problems): ([StemSound], [StemProblem]) = ([], [])
    for channel in set.channels {
      do throws(StemProblem) { sounds.append(try StemSound(channel, opener: opener)) } catch { problems.append(error) }
    }
    if let first = sounds.lazy.compactMap(\.rate).first {
      for sound in sounds {
        guard let rate = sound.rate, rate != first else { continue }
        problems.append(
          StemProblem(
            .rate(rate, first: first), sound.path, "it has \(rate) Hz and the set's first file \(first): export all of them at one rate"))
      }
    }
    if !problems.isEmpty { throw StemRefusal(problems: problems) }
    return sounds
  }
}
