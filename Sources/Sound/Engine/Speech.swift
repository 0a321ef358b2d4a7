import Realtime
import Synchronization

/// Port for speech and test tones over the music. Threads send sound at 48 kHz, the audio thread plays it.
public final class SpeechPort: Sendable {
  /// A moment of stereo sound, 1 is full scale.
  struct Frame: Sendable, BitwiseCopyable {
    var left: Float
    var right: Float
  }

  /// Number of frames that may wait: a third of a second.
  public static let room = 16_384
  private let frames: Ring<Frame>
  /// The ring's side for threads that add sound. The audio thread never takes the lock.
  private let writer: Mutex<Ring<Frame>.Writer>

  /// Creates an empty port.
  public init() {
    let frames = Ring<Frame>(capacity: SpeechPort.room, fill: Frame(left: 0, right: 0))
    writer = Mutex(frames.writer)
    self.frames = frames
  }

  /// Adds a sample for both sides. Waits while another thread holds the port.
  /// - Returns: false while enough frames wait.
  public func push(_ sample: Float) -> Bool { hold { $0(sample, sample) } }

  /// Holds the port while a thread adds stereo sound: other threads wait.
  /// - Parameter body: gets a function that adds a frame, and that returns false while enough frames wait.
  public func hold<Result: Sendable>(_ body: (_ push: (_ left: Float, _ right: Float) -> Bool) -> Result) -> Result {
    writer.withLock { writer in body { left, right in writer.push(Frame(left: left, right: right)) } }
  }

  /// Returns the next frame; nil without one.
  @_noLocks func rtNext() -> Frame? { frames.pop() }
}

/// Plays speech, and lowers the music by 12 dB meanwhile. Without speech the music passes unchanged.
struct SpeechChannel: ~Copyable {
  /// Gain of the music during speech: -12 dB.
  static let duck: Float = 0.251_188_6
  /// Frames in which the music becomes quieter: 0.1 s.
  static let attack = SoundFormat.rate / 10
  /// Frames in which the music returns: 0.3 s.
  static let release = 3 * SoundFormat.rate / 10
  /// Frames without speech after which the music returns: 0.25 s.
  static let hold = SoundFormat.rate / 4
  /// Frames of the last fade of the speech: 30 ms.
  static let fade = SoundFormat.rate * 30 / 1000

  private let keeper: Unmanaged<SpeechPort>
  private var music = Ramp(1)
  private var speech = Ramp(1)
  /// Frames until the music may return.
  private var rest = 0

  init(_ port: SpeechPort) { keeper = .passRetained(port) }

  deinit { keeper.release() }

  /// Fades the speech out for good.
  @_noLocks mutating func rtStop() { speech.aim(0, frames: Self.fade) }

  /// Lowers the music in two planes and adds speech. It does so while there is any.
  /// - Returns: whether speech is heard.
  @_noLocks mutating func rtRender(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) -> Bool {
    var frame = rtNext()
    if case .none = frame, rest == 0, !music.isMoving, music.value == 1 { return false }
    for i in 0..<count {
      var (spokenLeft, spokenRight): (Float, Float) = (0, 0)
      if let frame {
        rest = Self.hold
        music.aim(Self.duck, frames: Self.attack)
        let gain = speech.next()
        (spokenLeft, spokenRight) = (frame.left * gain, frame.right * gain)
      } else if rest > 0 {
        rest &-= 1
        if rest == 0 { music.aim(1, frames: Self.release) }
      }
      let gain = music.next()
      left[i] = left[i] * gain + spokenLeft
      right[i] = right[i] * gain + spokenRight
      frame = i &+ 1 < count ? rtNext() : nil
    }
    return rest > 0 && speech.value > 0
  }

  @_noLocks private func rtNext() -> SpeechPort.Frame? { keeper._withUnsafeGuaranteedRef { $0.rtNext() } }
}
