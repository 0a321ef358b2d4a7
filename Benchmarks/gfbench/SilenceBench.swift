import Foundation
import GestureFlowAPI
import Sound

/// Measures how long the player is silent after a start or jump. The same is measured for another track. Two tones take
/// turns, so that at any time one of them should be heard.
enum SilenceBench {
  private static let controls: [(speed: Float, cents: Float)] = [(1, 0), (0.5, 0), (2, 0), (1, -2400), (2, -2400), (0.5, 700)]

  /// Prints the longest silence in frames for each kind of change. Silence is more than 60 dB below the sound. The
  /// worst of all speeds and pitches counts.
  static func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gfbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = try [220.0, 331].map { try tone($0, in: folder) }
    var worst: [String: Int] = [:]
    for (speed, cents) in controls { worst.merge(try silences(paths, speed, cents)) { max($0, $1) } }
    try TrackBench.show(worst)
  }

  private static func tone(_ hz: Double, in folder: URL) throws -> String {
    let path = folder.appendingPathComponent("\(hz).wav").path
    let samples = (0..<2 * 12 * SoundFormat.rate).map { Float(0.5 * sin(2 * .pi * hz * Double($0 / 2) / Double(SoundFormat.rate))) }
    let file = try WAVFile(path)
    guard file.write(samples, frames: samples.count / 2) else { throw Failure("\(path): \(file.problem)") }
    return path
  }

  private static func silences(_ paths: [String], _ speed: Float, _ cents: Float) throws -> [String: Int] {
    let offline = OfflineRenderer(Playlist(files: paths), volume: 0.5)
    offline.engine.player.set(SoundLevels(speed: speed, cents: cents, volume: 0.5))
    var seconds = 0.0
    func play() throws -> Int {
      var (longest, present, peak): (Int, Int, Float) = (0, 0, 0)
      seconds += 0.5
      offline.render(until: seconds) { block in
        for i in stride(from: 0, to: block.count, by: 2) {
          present = abs(block[i]) < 2.5e-4 ? present + 1 : 0
          longest = max(longest, present)
          peak = max(peak, abs(block[i]))
        }
      }
      guard peak > 0.1 else { throw Failure("the tones are not heard at speed \(speed) and \(cents) cents") }
      return longest
    }
    var result = ["start": try play()]
    offline.deck.seek(to: 7.1)
    result["jump"] = try play()
    offline.deck.skip(1)
    result["next track"] = try play()
    offline.deck.seek(to: 1.03)
    result["jump back"] = try play()
    offline.deck.jump(to: 0, seconds: 3)
    result["place in another track"] = try play()
    return result
  }
}
