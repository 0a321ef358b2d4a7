import Foundation
import Realtime
import Synchronization

/// Loads sets on a thread of its own while the old one plays: opens and checks the files, decodes them into memory, finds onsets, starts the stretchers and hands the set over, which is then taken over on a
/// bar line. What does not fit is a reason, and the old set plays on. Call `stop` before
/// letting go of it.
public final class StemLoader: Sendable {
  /// Bytes that a set may have in memory; while it is taken over the old one is there, too. As float a set of four times 21 bars at 120 beats a minute fits, as 16 bit one of four times 21 at 60.
  public static let most = 64 << 20
  /// Channels that a set may have.
  public static let channels = 1...4

  /// Told what came of a wish.
  private typealias Done = @Sendable (Result<StemFacts, StemRefusal>?) -> Void

  /// What callers share.
  private struct Wishes {
    var number = 0
    /// The last set that was asked for, until the thread takes it.
    var waiting: (number: Int, set: StemSet, done: Done)?
  }

  private let desk: StemDesk
  private let opener: SoundFile.Opener
  private let errands: Errands
  /// The number of the last set that was asked for, so that those before it are given up.
  private let newest = Counter()
  private let wishes = Mutex(Wishes())

  /// - Parameter desk: where sets are handed over.
  /// - Throws: `RealtimeThread.ThreadError` if no thread can be made.
  public convenience init(_ desk: StemDesk) throws { try self.init(desk, opener: SoundFile.system) }

  /// - Parameter opener: opens the sets' files.
  package init(_ desk: StemDesk, opener: @escaping SoundFile.Opener) throws {
    self.desk = desk
    self.opener = opener
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
    newest.store(-1)
    errands.close(doingTheRest: false)
    takeWaiting()?.done(nil)
  }

  private func next(_ wishes: inout Wishes) -> Int {
    wishes.number += 1
    newest.store(Int64(wishes.number))
    return wishes.number
  }

  private func prepare(_ set: StemSet, _ number: Int) throws(StemRefusal) -> StemFacts? {
    try Self.check(set)
    let sounds = try open(set)
    // A voice is as long as its bars at whatever tempo; the built-in set always says it.
    let grid = BarGrid(milliBPM: set.milliBPM ?? BuiltinStems.milliBPM)
    var lengths: [StemMeasure.Sound] = []
    for (i, sound) in sounds.enumerated() {
      let said = set.milliBPM == nil ? nil : set.channels[i].bars.map { grid.rtStart(ofBar: Int64($0)) }
      if sound.frames(grid) == nil, said == nil {
        let why = "its length is not known before it is played: say its bars and the set's tempo, or export it as WAV or FLAC"
        throw StemRefusal(problems: [StemProblem(.length, sound.path, why)])
      }
      lengths.append(StemMeasure.Sound(path: sound.path, frames: sound.frames(grid) ?? said ?? 0))
    }
    let frames = Self.total(lengths.map(\.frames))
    try Self.checkSize(lengths, total: frames)
    let measure = try StemMeasure(set, lengths)
    let form = Self.form(of: frames)
    var facts = StemFacts(
      number: number, name: set.name, milliBPM: Int(measure.grid.milliBPM), key: set.key, channels: [], remarks: measure.remarks, bytes: 0)
    var clips: [(clip: Clip, bars: Int)] = []
    for (i, sound) in sounds.enumerated() {
      let (channel, bars) = (set.channels[i], measure.bars[i])
      let clip = try Self.clip(sound, channel, bars, measure.grid, form, &facts.remarks) { newest.load() == Int64(number) }
      guard let clip else { return nil }
      clips.append((clip, bars))
      facts.channels.append(StemFacts.Channel(name: channel.name, bars: bars))
      facts.bytes += clip.bytes
    }
    guard newest.load() == Int64(number) else { return nil }
    desk.take(StemRig.make(number, measure.grid, clips, desk.wanted))
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
        problems.append(StemProblem(.bars(bars), channel.name, "it is said to have \(bars) bars: 1 to 1000 can be played, correct it"))
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

  /// Lengths together. What forged files say may be more than any number holds: then the largest one.
  package static func total(_ frames: [Int64]) -> Int64 {
    frames.reduce(0) { sum, next in
      let (whole, isTooMuch) = sum.addingReportingOverflow(next)
      return isTooMuch ? .max : whole
    }
  }

  /// How a set of so many frames, of all channels together, lies in memory. - Parameter frames: no more than fit as sixteen bits.
  package static func form(of frames: Int64) -> Clip.Form { frames * Int64(Clip.Form.float.bytes) <= Int64(most) ? .float : .short }

  /// - Parameter total: the sounds' frames together.
  private static func checkSize(_ sounds: [StemMeasure.Sound], total: Int64) throws(StemRefusal) {
    let room = Int64(most / Clip.Form.short.bytes)
    guard total > room, let longest = sounds.max(by: { $0.frames < $1.frames }) else { return }
    let seconds = total / Int64(SoundFormat.rate)
    throw StemRefusal(problems: [
      StemProblem(
        .size, longest.path,
        "the set's channels are \(seconds) s long together, and \(room / Int64(SoundFormat.rate)) s fit into memory (they are not streamed): cut this one, the longest, to fewer bars"
      )
    ])
  }

  private static func clip(
    _ sound: StemSound, _ channel: StemSet.Channel, _ bars: Int, _ grid: BarGrid, _ form: Clip.Form, _ remarks: inout [String],
    goesOn: () -> Bool
  ) throws(StemRefusal) -> Clip? {
    let frames = Int(grid.rtStart(ofBar: Int64(bars)))
    var read: (samples: [Float], bad: Int)?
    do throws(StemProblem) { read = try sound.read(grid, most: Int64(frames) + StemMeasure.slack, goesOn: goesOn) } catch {
      throw StemRefusal(problems: [error])
    }
    guard let bad = read?.bad, let samples = read?.samples else { return nil }
    // A long channel takes 134 MB here, and a second owner would have it copied when it is cut and faded.
    read = nil
    guard abs(samples.count / 2 - frames) <= Int(StemMeasure.slack) else {
      let (has, wants) = (Double(samples.count / 2) / 48_000, Double(frames) / 48_000)
      throw StemRefusal(problems: [
        StemProblem(
          .shrunk, sound.path, String(format: "%.2f s of it could be read and its bars are %.2f s: copy it to the stick again", has, wants))
      ])
    }
    if bad > 0 { remarks.append("\(channel.name): \(bad) samples are no numbers and were made silent") }
    var loop = LoopSeam(consume samples, frames: frames)
    if loop.mend() { remarks.append("\(channel.name): its end does not meet its beginning and was faded") }
    return Clip(loop.samples, gain: channel.gain, form: form)
  }
}
