import Foundation

/// Processor time of a block of four stems. Three equal runs; the least of the three times of each block leaves out
/// what other processes cost.
struct CostRun {
  /// The course of speed and pitch that is played.
  enum Course: String {
    /// Ranges of speed and pitch, and the kind of sound. `wide` is speed 0.1...2 and pitch +-12 semitones; `narrow` is
    /// 0.75...1.3 and -7...+3. `rolls` is `narrow` with rolls instead of the stems. `jumps` is `narrow` with a jump of
    /// all stems twice a second, and every second second at speed 1 and pitch 0, where they pass untouched.
    case wide, narrow, rolls, jumps
  }

  let seconds: Int
  let course: Course
  /// Blocks at the beginning that do not count.
  static let warm = 400

  private var blocks: Int { seconds * Material.rate / Material.block }

  func run() {
    let sounds = (0..<4).map {
      course == .rolls ? Material.roll($0, seconds: seconds * 2 + 5) : Material.stem($0, seconds: seconds * 2 + 5)
    }
    var least = [Double](repeating: .infinity, count: blocks)
    for _ in 0..<3 {
      let times = times(sounds.map(Stem.init))
      least = zip(least, times).map(min)
      show("ours", times)
    }
    show("ours, least of 3", least)
  }

  private func times(_ stems: [Stem]) -> [Double] {
    var times: [Double] = []
    times.reserveCapacity(blocks)
    for block in 0..<blocks {
      let t = Double(block * Material.block) / Double(Material.rate)
      let (speed, semitones) = controls(t)
      if block == 0 || course == .jumps && block % 188 == 0 {
        for k in 0..<4 { stems[k].jump(to: Double(block * Material.block / 2), speed: speed, semitones: semitones[k]) }
      }
      let begun = microseconds()
      for k in 0..<4 { stems[k].render(speed: speed, semitones: semitones[k]) }
      times.append(microseconds() - begun)
    }
    return times
  }

  /// Speed, and pitch of each stem, at a time.
  private func controls(_ t: Double) -> (Double, [Double]) {
    let isWide = course == .wide
    if course == .jumps, Int(t) % 2 == 1 { return (1, [0, 0, 0, 0]) }
    let turn = sin(2 * .pi * t / 7)
    let speed = isWide ? 1.05 + 0.95 * turn : 1.025 + 0.275 * turn
    return (
      speed,
      (0..<4).map { k in
        let bend = sin(2 * .pi * t / Double(5 + k) + Double(k))
        return isWide ? 12 * bend : 5 * bend - 2
      }
    )
  }

  /// Of this thread's processor time.
  private func microseconds() -> Double {
    var t = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t)
    return 1e6 * Double(t.tv_sec) + 1e-3 * Double(t.tv_nsec)
  }

  private func show(_ name: String, _ times: [Double]) {
    let sorted = times.dropFirst(Self.warm).sorted()
    let period = 1e6 * Double(Material.block) / Double(Material.rate)
    func at(_ q: Double) -> String { String(format: "%.2f", 100 * sorted[Int(q * Double(sorted.count - 1))] / period) }
    let mean = String(format: "%.2f", 100 * sorted.reduce(0, +) / Double(sorted.count) / period)
    print("\(name): mean \(mean)  p50 \(at(0.5))  p99 \(at(0.99))  p99.9 \(at(0.999))  max \(at(1))  % of the period")
  }
}
