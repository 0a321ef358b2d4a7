import Stretch

/// Prints the onsets of a sound file, one a line. A line has the frame, and 1 if the onset is one of a roll's.
enum OnsetRun {
  static func run(_ input: String) throws {
    let sound = try WAV.read(input)
    var finder = OnsetFinder()
    let show = { (onset: Onset) in print(onset.frame, onset.isRoll ? 1 : 0) }
    sound.withUnsafeBufferPointer { finder.take($0.baseAddress!, count: sound.count / 2, found: show) }
    finder.finish(found: show)
  }
}
