/// A sine tone over the music: a soft attack and a decay. Tones report the result of the boot, because the box
/// has no screen.
struct Tone: BitwiseCopyable {
  /// Frames of the attack: 5 ms.
  static let attack = Int64(SoundFormat.rate / 200)

  private var x: Float = 0
  private var y: Float = 0
  private var cosine: Float = 1
  private var sine: Float = 0
  private var level: Float = 0
  private var age: Int64 = 0
  private var length: Int64 = 0

  /// Frames until the tone has decayed.
  var left: Int64 { length &- age }

  @_noLocks mutating func rtBegin(_ command: SoundCommand) {
    x = 0
    y = 1
    cosine = command.cosine
    sine = command.sine
    level = command.volume
    age = 0
    length = command.frame
  }

  /// Adds the tone to two planes.
  @_noLocks mutating func rtAdd(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) {
    guard age < length else { return }
    for i in 0..<count {
      guard age < length else { return }
      let turned = x * cosine + y * sine
      y = y * cosine - x * sine
      x = turned
      let fall = 1 - Float(age) / Float(length)
      let rise = min(Float(age) / Float(Tone.attack), 1)
      let value = x * level * fall * fall * rise
      left[i] += value
      right[i] += value
      age &+= 1
    }
  }
}

/// Four simultaneous tones. A new tone does not cut off one that still sounds.
struct Tones {
  private var a = Tone()
  private var b = Tone()
  private var c = Tone()
  private var d = Tone()

  /// Starts a tone in place of the one that ends first.
  @_noLocks mutating func rtBegin(_ command: SoundCommand) {
    let least = min(min(a.left, b.left), min(c.left, d.left))
    if a.left == least {
      a.rtBegin(command)
    } else if b.left == least {
      b.rtBegin(command)
    } else if c.left == least {
      c.rtBegin(command)
    } else {
      d.rtBegin(command)
    }
  }

  /// Adds all tones to two planes.
  @_noLocks mutating func rtAdd(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) {
    a.rtAdd(left, right, count: count)
    b.rtAdd(left, right, count: count)
    c.rtAdd(left, right, count: count)
    d.rtAdd(left, right, count: count)
  }
}
