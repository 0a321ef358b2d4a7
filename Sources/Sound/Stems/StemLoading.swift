import Foundation
import Stretch

// Loading of a set's channels into memory, wholly or in part.
extension StemLoader {
  /// Returns the sum of lengths. Forged files may give lengths whose sum overflows; the result is then
  /// `Int64.max`.
  package static func total(_ frames: [Int64]) -> Int64 {
    frames.reduce(0) { sum, next in
      let (whole, isTooMuch) = sum.addingReportingOverflow(next)
      return isTooMuch ? .max : whole
    }
  }

  /// Returns the storage format of a set. `frames` is the number of frames of all its channels together.
  package static func form(of frames: Int64, most: Int = StemLoader.most) -> Clip.Form {
    frames <= Int64(most / Clip.Form.float.bytes) ? .float : .short
  }

  /// Rejects sounds whose reading would take too long.
  static func checkSize(_ sounds: [StemMeasure.Sound]) throws(StemRefusal) {
    let problems = sounds.filter { $0.frames > longest }.map {
      StemProblem(
        .size, $0.path,
        "it is \($0.frames / Int64(SoundFormat.rate) / 60) min long, and a channel may have \(longest / Int64(SoundFormat.rate) / 60) min: cut it to fewer bars"
      )
    }
    if !problems.isEmpty { throw StemRefusal(problems: problems) }
  }

  /// Returns which channels are streamed.
  func budget(_ sounds: [StemSound], _ measure: StemMeasure) throws(StemRefusal) -> StreamBudget {
    let frames = measure.frames
    if let budget = StreamBudget(frames, canStream: sounds.map(\.isFile), most: most) { return budget }
    let longest = frames.indices.max { frames[$0] < frames[$1] } ?? 0
    throw StemRefusal(problems: [
      StemProblem(.size, sounds[longest].path, "it does not fit into memory, and only a file can be streamed: cut it to fewer bars")
    ])
  }

  /// Loads a channel with only its beginning in memory.
  /// - Returns: nil if the set is not wanted any more.
  func stream(
    _ sound: StemSound, _ channel: StemSet.Channel, _ bars: Int, _ grid: BarGrid, _ budget: StreamBudget, _ remarks: inout [String],
    goesOn: () -> Bool
  ) throws(StemRefusal) -> Clip? {
    let frames = grid.rtStart(ofBar: Int64(bars))
    guard let reader = sound.exactReader, let survey = StemSurvey(reader, frames: frames, goesOn: goesOn) else { return nil }
    try sound.checkEnd()
    try Self.checkShrunk(sound, Int(survey.readable), Int(frames))
    if survey.bad > 0 { remarks.append("\(channel.name): \(survey.bad) samples are NaN or infinite and were made silent") }
    if survey.isFaded { remarks.append("\(channel.name): its end does not meet its beginning and was faded") }
    let besides = survey.onsets.count * MemoryLayout<Onset>.stride + StreamPage.count(of: frames) * 8
    let stream = StemStream(
      wrap(StemPages(reader, survey, opener: opener)), grid, bars: bars, frames: frames, room: budget.room(besides: besides))
    guard stream.prime(goesOn: goesOn) else {
      guard goesOn() else { return nil }
      throw StemRefusal(problems: [sound.unreadable])
    }
    return Clip(stream, frames: frames, step: survey.step, gain: channel.gain, onsets: survey.onsets)
  }

  private static func checkShrunk(_ sound: StemSound, _ has: Int, _ wants: Int) throws(StemRefusal) {
    if abs(has - wants) <= Int(StemMeasure.slack) { return }
    let text = String(
      format: "%.2f s of it could be read and its bars are %.2f s: copy it to the stick again", Double(has) / 48_000, Double(wants) / 48_000
    )
    throw StemRefusal(problems: [StemProblem(.shrunk, sound.path, text)])
  }

  /// Loads a channel into memory.
  /// - Returns: nil if the set is not wanted any more.
  static func clip(
    _ sound: StemSound, _ channel: StemSet.Channel, _ bars: Int, _ grid: BarGrid, _ form: Clip.Form, _ remarks: inout [String],
    goesOn: () -> Bool
  ) throws(StemRefusal) -> Clip? {
    let builtin = BuiltinClips.Key(channel, bars: bars, grid, form)
    if let builtin, let clip = BuiltinClips.clip(builtin) { return clip }
    let frames = Int(grid.rtStart(ofBar: Int64(bars)))
    var read = try sound.read(grid, most: Int64(frames) + StemMeasure.slack, goesOn: goesOn)
    guard let bad = read?.bad, let samples = read?.samples else { return nil }
    // A long channel takes 134 MB here. A second owner would cause a copy when it is cut and faded.
    read = nil
    try checkShrunk(sound, samples.count / 2, frames)
    if bad > 0 { remarks.append("\(channel.name): \(bad) samples are NaN or infinite and were made silent") }
    var loop = LoopSeam(consume samples, frames: frames)
    if loop.mend() { remarks.append("\(channel.name): its end does not meet its beginning and was faded") }
    let clip = Clip(loop.samples, gain: channel.gain, form: form)
    if let builtin { BuiltinClips.record(clip, builtin) }
    return clip
  }
}
