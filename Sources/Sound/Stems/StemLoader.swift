import Foundation
import Realtime
import Synchronization

/// A type that loads sets on its own thread. The old set plays meanwhile. The loader opens and checks the files,
/// decodes them into memory, finds onsets and starts the stretchers. Then it hands the set over, which takes over
/// on a bar line. If channels do not fit into memory, it decodes their beginning, and a second thread continues
/// with them. A set that cannot be played gives a refusal with reasons, and the old set keeps playing. Call
/// `stop` before releasing the loader.
public final class StemLoader: Sendable {
  /// Maximum number of bytes of a set in memory. While a set takes over, the old one is in memory, too. A set of
  /// four times 21 bars fits as float at 120 beats per minute, and as 16 bit at 60.
  public static let most = 64 << 20
  /// Maximum length of a channel in frames: an hour. The loader reads all of it once before it is heard.
  public static let longest: Int64 = 3600 * 48_000
  /// Number of channels that a set may have.
  public static let channels = 1...4

  /// A function that wraps the file of a streamed channel. The file of a test may wait and fail.
  package typealias Wrap = @Sendable (any StreamFile) -> any StreamFile

  /// Receives the result of a request.
  private typealias Done = @Sendable (Result<StemFacts, StemRefusal>?) -> Void

  /// State shared by callers.
  private struct Requests {
    var number = 0
    /// The last requested set, until the thread takes it.
    var waiting: (number: Int, set: StemSet, done: Done)?
  }

  private let port: StemPort
  let opener: SoundFile.Opener
  /// Maximum number of bytes of a set in memory.
  let most: Int
  let wrap: Wrap
  private let streamer: StemStreamer
  private let errands: SerialWorker
  /// The number of the last requested set. Loading of earlier sets is given up.
  // Order: stored under the lock of the requests, polled while a set is read. An old number costs a few more
  // reads; the set requested later is still read later and handed over after it.
  private let newest = Counter()
  private let requests = Mutex(Requests())

  /// - Parameter port: receives the sets.
  /// - Throws: `Failure` if no thread can be made.
  public convenience init(_ port: StemPort) throws { try self.init(port, opener: SoundFile.system) }

  /// - Parameters:
  ///   - port: receives the sets.
  ///   - opener: opens the files of the sets.
  ///   - most: maximum number of bytes of a set in memory.
  ///   - wrap: see `Wrap`.
  ///   - isFetching: whether a thread fetches the pages of streamed channels; if false, `settle` does.
  package init(
    _ port: StemPort, opener: @escaping SoundFile.Opener, most: Int = StemLoader.most, wrap: @escaping Wrap = { $0 },
    isFetching: Bool = true
  ) throws {
    self.port = port
    self.opener = opener
    self.most = most
    self.wrap = wrap
    streamer = try StemStreamer(isFetching: isFetching)
    // One is being done, and one waits.
    errands = try SerialWorker("gf-stems", room: 2) { _ in }
  }

  /// Loads a set and hands it over. A later request replaces it, even while it is still being read.
  /// - Parameters:
  ///   - set: the stems and their files.
  ///   - done: receives the facts about the set, or everything that is wrong with it, on the loader's thread. It
  ///     receives nil, on any thread, if a later request replaced this one, or after `stop`.
  public func load(_ set: StemSet, done: @escaping @Sendable (Result<StemFacts, StemRefusal>?) -> Void) {
    let replaced = requests.withLock { requests in
      defer { requests.waiting = (next(&requests), set, done) }
      return requests.waiting
    }
    if let replaced { return replaced.done(nil) }
    if !errands.add({ [self] in loadWaiting() }) { takeWaiting()?.done(nil) }
  }

  private func takeWaiting() -> (number: Int, set: StemSet, done: Done)? {
    requests.withLock { requests in
      defer { requests.waiting = nil }
      return requests.waiting
    }
  }

  private func loadWaiting() {
    guard let (number, set, done) = takeWaiting() else { return }
    do throws(StemRefusal) {
      let facts = try prepare(set, number)
      done(facts.map { .success($0) })
    } catch { done(newest.load() == Int64(number) ? .failure(error) : nil) }
  }

  /// Loads a set and hands it over on the calling thread. That must not be the audio thread.
  /// - Returns: the facts about the set; nil if another set was requested in the meantime.
  /// - Throws: everything that is wrong with the set.
  @discardableResult public func loadNow(_ set: StemSet) throws(StemRefusal) -> StemFacts? {
    try prepare(set, requests.withLock { next(&$0) })
  }

  /// Stops the thread. It gives up the current set and does not load the waiting one.
  public func stop() {
    requests.withLock { _ in newest.store(-1) }
    errands.close(doingTheRest: false)
    streamer.stop()
    takeWaiting()?.done(nil)
  }

  /// Changes the paths of streamed channels' files. A stick may come back under another path.
  /// - Parameter paths: new paths, by the paths with which the set was loaded.
  public func move(_ paths: [String: String]) { streamer.move(paths) }

  /// Files of streamed channels that cannot be read now. Pages in memory keep playing; then the channel is silent
  /// until its file is back.
  public var missing: [String] { streamer.missing }

  /// Number of pages that streamed channels have, and its maximum.
  package var pages: (there: Int, room: Int) { streamer.pages }

  /// Reads the next pages of streamed channels on the calling thread. For a run without a clock.
  package func settle() { streamer.settle() }

  private func next(_ requests: inout Requests) -> Int {
    requests.number += 1
    newest.store(Int64(requests.number))
    return requests.number
  }

  private func prepare(_ set: StemSet, _ number: Int) throws(StemRefusal) -> StemFacts? {
    try Self.check(set)
    let sounds = try open(set)
    // At any tempo, a built-in stem is as long as its bars. Its set always gives the bars.
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
    port.take(LoadedStemSet.make(number, measure.grid, clips, port.wanted))
    streamer.add(streams)
    return facts
  }

  /// Checks everything that does not need the files.
  private static func check(_ set: StemSet) throws(StemRefusal) {
    var problems: [StemProblem] = []
    if !channels.contains(set.channels.count) {
      problems.append(
        StemProblem(
          .count(set.channels.count), set.name, "it has \(set.channels.count) channels: use one to four"))
    }
    if let tempo = set.milliBPM, !BarGrid.tempi.contains(tempo) {
      problems.append(
        StemProblem(.tempo(tempo), set.name, "its tempo is \(StemMeasure.bpm(tempo)): correct it to 20 to 400 BPM"))
    }
    for channel in set.channels {
      if let bars = channel.bars, !StemSet.bars.contains(bars) {
        problems.append(
          StemProblem(
            .bars(bars), channel.name,
            "it is marked as \(bars) bars: \(StemSet.bars.lowerBound) to \(StemSet.bars.upperBound) are allowed, correct it"))
      }
      if !(0...4).contains(channel.gain) {
        problems.append(StemProblem(.gain, channel.name, "its gain is \(channel.gain): correct it to 0 to 4"))
      }
    }
    if !problems.isEmpty { throw StemRefusal(problems: problems) }
  }

  private func open(_ set: StemSet) throws(StemRefusal) -> [StemSound] {
    var (sounds, problems): ([StemSound], [StemProblem]) = ([], [])
    for channel in set.channels {
      do throws(StemRefusal) { sounds.append(try StemSound(channel, opener: opener)) } catch { problems += error.problems }
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
