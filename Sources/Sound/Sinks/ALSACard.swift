import CALSA
import Foundation
import Synchronization

/// A real card through ALSA: found by its id, memory-mapped where it can be, in float, 32 or 16 bit as it likes.
///
/// Unchecked: ALSA's handle and what belongs to it are the audio thread's alone once the card is open; what another thread asks for lies behind a mutex.
public final class ALSACard: PCMDevice, @unchecked Sendable {
  /// Opens a device in a mode (`SND_PCM_NONBLOCK`) and answers 0 or a negative error number.
  package typealias Opener = @Sendable (_ pcm: inout OpaquePointer?, _ device: String, _ mode: Int32) -> Int32

  /// Which card plays when any may.
  private struct Choice {
    /// The device that was opened first; it is gone back to.
    var favourite: String?
    var present: String?
  }

  private let id: String
  private let opener: Opener
  private let list: @Sendable () -> [String]
  private let choice = Mutex(Choice())
  private var pcm: OpaquePointer?
  private var format = SND_PCM_FORMAT_S16_LE
  private var mapped = false
  private var converter = SampleConverter()
  /// A block in the card's own format.
  private let scratch: UnsafeMutableRawPointer

  /// - Parameter id: a card's id (`sndrpihifiberry`), a full ALSA name with a colon or comma in it (`hw:1,0`), or nil for the first card that plays, monitors last.
  public convenience init(_ id: String?) {
    self.init(id) { Self.openPlayback(&$0, $1, $2) }
  }

  /// - Parameters:
  ///   - cards: ids of the cards that there are.
  ///   - opener: opens one.
  package init(_ id: String?, cards: @escaping @Sendable () -> [String] = { ALSACard.cards() }, opener: @escaping Opener) {
    self.id = id ?? ""
    self.opener = opener
    list = cards
    scratch = .allocate(byteCount: SoundFormat.block * 2 * 4, alignment: 64)
    scratch.initializeMemory(as: UInt8.self, repeating: 0, count: SoundFormat.block * 2 * 4)
  }

  deinit { scratch.deallocate() }

  /// What opens a card for playing in the real library.
  package static func openPlayback(_ pcm: inout OpaquePointer?, _ device: String, _ mode: Int32) -> Int32 {
    snd_pcm_open(&pcm, device, SND_PCM_STREAM_PLAYBACK, mode)
  }

  /// Ids of the cards that the kernel has, in its order.
  public static func cards() -> [String] {
    var found: [String] = []
    var index: Int32 = -1
    while snd_card_next(&index) == 0, index >= 0 {
      let text = (try? String(contentsOfFile: "/proc/asound/card\(index)/id", encoding: .utf8)) ?? ""
      found.append(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    return found
  }

  /// Opens the card; of any card the one that was played first, if it is there.
  public func open() throws(SinkError) -> PCMGrant {
    close()
    let cards = list()
    if id.isEmpty { return try openFirst(of: cards) }
    if id.contains(":") || id == "null" || id == "default" { return try open(id) }
    guard cards.contains(id) else {
      throw SinkError(
        "no sound card '\(id)': " + (cards.isEmpty ? "there is none at all; plug one in" : "there is \(cards.joined(separator: ", "))"))
    }
    return try open("hw:CARD=\(id)")
  }

  /// Monitors come last: a Pi lists its HDMI sockets as cards even when nothing is plugged into them, and then they do not play.
  package static func inOrderOfTrial(_ cards: [String]) -> [String] {
    let monitor: (String) -> Bool = { $0.lowercased().contains("hdmi") }
    return cards.filter { !monitor($0) } + cards.filter(monitor)
  }

  private func openFirst(of cards: [String]) throws(SinkError) -> PCMGrant {
    guard !cards.isEmpty else { throw SinkError("no sound card: plug one in, or name another sink (--sink wav:PATH)") }
    let favourite = choice.withLock {
      $0.present = nil
      return $0.favourite
    }
    var devices = Self.inOrderOfTrial(cards).map { "hw:CARD=\($0)" }
    if let favourite, let at = devices.firstIndex(of: favourite) { devices.insert(devices.remove(at: at), at: 0) }
    var reasons: [String] = []
    for device in devices {
      do throws(SinkError) {
        let grant = try open(device)
        choice.withLock {
          if $0.favourite == nil { $0.favourite = device }
          $0.present = device
        }
        return grant
      } catch { reasons.append(error.description) }
    }
    throw SinkError(reasons.joined(separator: "; "))
  }

  /// The card that was played first, while another stands in for it.
  public var missing: String? { choice.withLock { $0.present == $0.favourite || $0.present == nil ? nil : $0.favourite } }

  /// Whether it is there and can be opened: tried, because a monitor's socket or a card in use is there as well.
  public var missingIsBack: Bool {
    guard let missing, list().contains(where: { "hw:CARD=\($0)" == missing }) else { return false }
    var handle: OpaquePointer?
    let code = opener(&handle, missing, Int32(SND_PCM_NONBLOCK))
    if let handle { snd_pcm_close(handle) }
    return code >= 0
  }

  private func open(_ device: String) throws(SinkError) -> PCMGrant {
    var handle: OpaquePointer?
    // Without this mode the call would wait for as long as another program has the card.
    let code = opener(&handle, device, Int32(SND_PCM_NONBLOCK))
    guard code >= 0, let handle else { throw SinkError(Self.explain(Int(code), device)) }
    snd_pcm_nonblock(handle, 0)
    pcm = handle
    do throws(SinkError) { return try configure(handle, device) } catch {
      close()
      throw error
    }
  }

  private func configure(_ pcm: OpaquePointer, _ device: String) throws(SinkError) -> PCMGrant {
    var hw: OpaquePointer?
    snd_pcm_hw_params_malloc(&hw)
    defer { snd_pcm_hw_params_free(hw) }
    func check(_ code: Int32, _ what: String) throws(SinkError) {
      if code < 0 { throw SinkError("sound card \(device): \(what) failed: \(String(cString: snd_strerror(code)))") }
    }
    try check(snd_pcm_hw_params_any(pcm, hw), "asking for its abilities")
    mapped = snd_pcm_hw_params_set_access(pcm, hw, SND_PCM_ACCESS_MMAP_INTERLEAVED) == 0
    if !mapped { try check(snd_pcm_hw_params_set_access(pcm, hw, SND_PCM_ACCESS_RW_INTERLEAVED), "interleaved access") }
    let wishes = [SND_PCM_FORMAT_FLOAT_LE, SND_PCM_FORMAT_S32_LE, SND_PCM_FORMAT_S16_LE]
    guard let best = wishes.first(where: { snd_pcm_hw_params_test_format(pcm, hw, $0) == 0 }) else {
      throw SinkError("sound card \(device) takes none of float, 32 and 16 bit: try plughw:CARD=... instead")
    }
    format = best
    try check(snd_pcm_hw_params_set_format(pcm, hw, best), "the sample format")
    try check(snd_pcm_hw_params_set_channels(pcm, hw, 2), "two channels")
    var rate = UInt32(SoundFormat.rate)
    try check(snd_pcm_hw_params_set_rate_near(pcm, hw, &rate, nil), "the rate")
    guard Int(rate) == SoundFormat.rate else {
      throw SinkError("sound card \(device) plays at \(rate) Hz and not at \(SoundFormat.rate): try plughw:CARD=... instead")
    }
    var period = snd_pcm_uframes_t(SoundFormat.block)
    try check(snd_pcm_hw_params_set_period_size_near(pcm, hw, &period, nil), "the period")
    var buffer = period * 3
    try check(snd_pcm_hw_params_set_buffer_size_near(pcm, hw, &buffer), "the buffer")
    try check(snd_pcm_hw_params(pcm, hw), "setting it up")
    var sw: OpaquePointer?
    snd_pcm_sw_params_malloc(&sw)
    defer { snd_pcm_sw_params_free(sw) }
    try check(snd_pcm_sw_params_current(pcm, sw), "reading its settings")
    // Start once the buffer is full but for a period; wake when one period is free.
    try check(snd_pcm_sw_params_set_start_threshold(pcm, sw, buffer - period), "the start threshold")
    try check(snd_pcm_sw_params_set_avail_min(pcm, sw, period), "the wake-up size")
    try check(snd_pcm_sw_params(pcm, sw), "its settings")
    try check(snd_pcm_prepare(pcm), "preparing it")
    return PCMGrant(
      rate: Int(rate), period: Int(period), buffer: Int(buffer),
      format: String(cString: snd_pcm_format_name(best)) + (mapped ? " mmap" : ""),
      name: device)
  }

  /// Waits until a period is free; 0 if none is in time, or -errno.
  public func wait(milliseconds: Int32) -> Int { Int(snd_pcm_wait(pcm, milliseconds)) }

  /// Writes interleaved stereo; answers the frames taken, or -errno.
  public func write(_ frames: UnsafePointer<Float>, count: Int) -> Int {
    let count = min(count, SoundFormat.block)
    switch format {
    case SND_PCM_FORMAT_FLOAT_LE: SampleConverter.rtConvert(frames, scratch.assumingMemoryBound(to: Float.self), count: count * 2)
    case SND_PCM_FORMAT_S32_LE: SampleConverter.rtConvert(frames, scratch.assumingMemoryBound(to: Int32.self), count: count * 2)
    default: converter.rtConvert(frames, scratch.assumingMemoryBound(to: Int16.self), count: count * 2)
    }
    return put(scratch, count)
  }

  private func put(_ memory: UnsafeRawPointer, _ count: Int) -> Int {
    mapped
      ? Int(snd_pcm_mmap_writei(pcm, memory, snd_pcm_uframes_t(count))) : Int(snd_pcm_writei(pcm, memory, snd_pcm_uframes_t(count)))
  }

  /// What the card holds and what its converter adds, as ALSA knows it.
  public var delay: Int? {
    guard let pcm else { return nil }
    var frames: snd_pcm_sframes_t = 0
    return snd_pcm_delay(pcm, &frames) == 0 && frames >= 0 ? Int(frames) : nil
  }

  /// After an underrun or a suspend; 0 or -errno.
  public func recover(_ error: Int) -> Int {
    if error == -Int(ESTRPIPE) {
      // A suspended card may take a while to resume; if it cannot, preparing it anew does.
      for _ in 0..<100 {
        let code = snd_pcm_resume(pcm)
        if code == 0 { return 0 }
        if code != -EAGAIN { break }
        usleep(10_000)
      }
    }
    return Int(snd_pcm_prepare(pcm))
  }

  /// Gives the card back.
  public func close() {
    if let pcm { snd_pcm_close(pcm) }
    pcm = nil
  }

  private static func explain(_ code: Int, _ device: String) -> String {
    switch -code {
    case Int(EBUSY), Int(EAGAIN):
      "sound card \(device) is in use by another program: close that program (sudo fuser -v /dev/snd/* names it)"
    case Int(EACCES), Int(EPERM):
      "no permission to open sound card \(device): add the user to the group audio (sudo usermod -aG audio USER)"
    case Int(ENOENT), Int(ENODEV): "no sound card \(device): plug it in, or name another with --sink alsa:ID"
    default: "sound card \(device): \(String(cString: snd_strerror(Int32(code))))"
    }
  }
}
