import CALSA
import Foundation
import Synchronization

/// A real card through ALSA: found by its id, memory-mapped where it can be, in the best format that it takes.
/// A card whose raw device takes IEC958 frames alone, as a Pi's HDMI sockets do, is opened as `hdmi:`.
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
  private var format = CardFormat.int16
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
    if id.contains(":") || id == "null" || id == "default" { return try open(id, asMonitor: false) }
    guard cards.contains(id) else {
      throw SinkError(
        "no sound card '\(id)': " + (cards.isEmpty ? "there is none at all; plug one in" : "there is \(cards.joined(separator: ", "))"))
    }
    return try open("hw:CARD=\(id)", asMonitor: true)
  }

  /// Monitors come last: a Pi lists its HDMI sockets as cards even when nothing is plugged into them, and then they do not play.
  package static func inOrderOfTrial(_ cards: [String]) -> [String] {
    cards.filter { !isMonitor($0) } + cards.filter(isMonitor)
  }

  /// Whether a card's or device's name is that of a monitor's socket.
  static func isMonitor(_ name: String) -> Bool { name.lowercased().contains("hdmi") }

  /// The device that takes sound where a raw device takes IEC958 frames alone (`hw:CARD=ID`, `hw:ID,0`); nil for other devices.
  package static func monitor(_ device: String) -> String? {
    guard device.hasPrefix("hw:") else { return nil }
    let first = device.dropFirst(3).prefix { $0 != "," }
    return "hdmi:CARD=\(first.hasPrefix("CARD=") ? first.dropFirst(5) : first),DEV=0"
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
        let grant = try open(device, asMonitor: true)
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

  /// - Parameter asMonitor: whether `hdmi:` is opened instead where the device takes IEC958 frames alone; otherwise that is an error.
  private func open(_ device: String, asMonitor: Bool) throws(SinkError) -> PCMGrant {
    var handle: OpaquePointer?
    // Without this mode the call would wait for as long as another program has the card.
    let code = opener(&handle, device, Int32(SND_PCM_NONBLOCK))
    guard code >= 0, let handle else { throw CardProblem.opening(device, code: -Int(code)) }
    snd_pcm_nonblock(handle, 0)
    pcm = handle
    if let monitor = Self.monitor(device), Self.takesFramesAlone(handle) {
      close()
      guard asMonitor else { throw CardProblem.frames(device, monitor: monitor) }
      return try open(monitor, asMonitor: false)
    }
    do throws(SinkError) { return try configure(handle, device) } catch {
      close()
      throw error
    }
  }

  /// Whether it takes IEC958 frames and none of the box's own formats.
  private static func takesFramesAlone(_ pcm: OpaquePointer) -> Bool {
    var hw: OpaquePointer?
    snd_pcm_hw_params_malloc(&hw)
    defer { snd_pcm_hw_params_free(hw) }
    guard snd_pcm_hw_params_any(pcm, hw) >= 0 else { return false }
    return CardFormat.best { snd_pcm_hw_params_test_format(pcm, hw, $0.alsa) == 0 } == nil
      && snd_pcm_hw_params_test_format(pcm, hw, SND_PCM_FORMAT_IEC958_SUBFRAME_LE) == 0
  }

  private func configure(_ pcm: OpaquePointer, _ device: String) throws(SinkError) -> PCMGrant {
    var hw: OpaquePointer?
    snd_pcm_hw_params_malloc(&hw)
    defer { snd_pcm_hw_params_free(hw) }
    func check(_ code: Int32, _ what: String) throws(SinkError) {
      if code < 0 { throw CardProblem.step(device, what, code: -Int(code)) }
    }
    try check(snd_pcm_hw_params_any(pcm, hw), "asking for its abilities")
    mapped = snd_pcm_hw_params_set_access(pcm, hw, SND_PCM_ACCESS_MMAP_INTERLEAVED) == 0
    if !mapped { try check(snd_pcm_hw_params_set_access(pcm, hw, SND_PCM_ACCESS_RW_INTERLEAVED), "interleaved access") }
    guard let best = CardFormat.best(where: { snd_pcm_hw_params_test_format(pcm, hw, $0.alsa) == 0 }) else {
      throw CardProblem.formats(device)
    }
    format = best
    try check(snd_pcm_hw_params_set_format(pcm, hw, best.alsa), "the sample format")
    try check(snd_pcm_hw_params_set_channels(pcm, hw, 2), "two channels")
    var rate = UInt32(SoundFormat.rate)
    try check(snd_pcm_hw_params_set_rate_near(pcm, hw, &rate, nil), "the rate")
    guard Int(rate) == SoundFormat.rate else { throw CardProblem.rate(device, hertz: Int(rate)) }
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
      format: best.name + (mapped ? " mmap" : ""),
      name: device)
  }

  /// Waits until a period is free; 0 if none is in time, or -errno.
  public func wait(milliseconds: Int32) -> Int { Int(snd_pcm_wait(pcm, milliseconds)) }

  /// Writes interleaved stereo; answers the frames taken, or -errno.
  public func write(_ frames: UnsafePointer<Float>, count: Int) -> Int {
    let count = min(count, SoundFormat.block)
    converter.rtConvert(frames, scratch, as: format, count: count * 2)
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
}
