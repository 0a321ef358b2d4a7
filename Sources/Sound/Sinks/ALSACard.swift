import CALSA
import Foundation
import GestureFlowAPI
import Realtime

/// A real sound card, opened through ALSA. It is found by its id, memory-mapped if possible, and opened in the
/// best format that it takes. A card whose raw device takes only IEC958 frames, such as a Pi's HDMI socket, is
/// opened as `hdmi:`.
///
/// Unchecked: once the card is open, only the audio thread uses ALSA's handle and its related state. The state that
/// other threads read is published.
public final class ALSACard: PCMDevice, @unchecked Sendable {
  /// Opens a device in a mode (`SND_PCM_NONBLOCK`). Returns 0 or a negative error number.
  package typealias Opener = @Sendable (_ pcm: inout OpaquePointer?, _ device: String, _ mode: Int32) -> Int32

  /// The cards that play if any card may.
  private struct Choice {
    /// The device that was opened first; the sink returns to it.
    var favourite: String?
    var present: String?
  }

  private let id: String
  private let opener: Opener
  private let list: @Sendable () -> [String]
  /// Published by the thread that opens the card.
  private let choice = Published(Choice())
  private var pcm: OpaquePointer?
  private var format = CardFormat.int16
  private var mapped = false
  private var converter = SampleConverter()
  /// A block in the card's format.
  private let scratch: UnsafeMutableRawPointer

  /// - Parameter id: a card's id (`sndrpihifiberry`), or a full ALSA name. A full name has a colon or comma (`hw:1,0`).
  ///   Nil means the first card that plays, monitors last.
  public convenience init(_ id: String?) {
    self.init(id) { Self.openPlayback(&$0, $1, $2) }
  }

  /// - Parameters:
  ///   - id: see the other initializer.
  ///   - cards: returns the ids of the existing cards.
  ///   - opener: opens a card.
  package init(_ id: String?, cards: @escaping @Sendable () -> [String] = { ALSACard.cards() }, opener: @escaping Opener) {
    self.id = id ?? ""
    self.opener = opener
    list = cards
    scratch = .allocate(byteCount: SoundFormat.block * 2 * 4, alignment: 64)
    scratch.initializeMemory(as: UInt8.self, repeating: 0, count: SoundFormat.block * 2 * 4)
  }

  deinit { scratch.deallocate() }

  /// Opens a card for playback with the real library.
  package static func openPlayback(_ pcm: inout OpaquePointer?, _ device: String, _ mode: Int32) -> Int32 {
    snd_pcm_open(&pcm, device, SND_PCM_STREAM_PLAYBACK, mode)
  }

  /// Returns the ids of the kernel's cards, in its order.
  public static func cards() -> [String] {
    var found: [String] = []
    var index: Int32 = -1
    while snd_card_next(&index) == 0, index >= 0 {
      let text = (try? String(contentsOfFile: "/proc/asound/card\(index)/id", encoding: .utf8)) ?? ""
      found.append(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    return found
  }

  /// Opens the card. If any card may play, it prefers the one that played first.
  public func open() throws(Failure) -> PCMGrant {
    close()
    let cards = list()
    if id.isEmpty { return try openFirst(of: cards) }
    if id.contains(":") || id == "null" || id == "default" { return try open(id, asMonitor: false) }
    guard cards.contains(id) else {
      throw Failure(
        "no sound card '\(id)'", remedy: cards.isEmpty ? "plug one in" : "there is \(cards.joined(separator: ", "))")
    }
    return try open("hw:CARD=\(id)", asMonitor: true)
  }

  /// Sorts cards for trial, monitors last. A Pi lists its HDMI sockets as cards even if nothing is plugged in,
  /// and then they do not play.
  package static func inOrderOfTrial(_ cards: [String]) -> [String] {
    cards.filter { !isMonitor($0) } + cards.filter(isMonitor)
  }

  /// Whether a card's or device's name is that of a monitor's socket.
  static func isMonitor(_ name: String) -> Bool { name.lowercased().contains("hdmi") }

  /// Returns the `hdmi:` device for a raw device. It is needed if the raw device takes only IEC958 frames. The
  /// raw device is named `hw:CARD=ID` or `hw:ID,0`; other devices give nil.
  package static func monitor(_ device: String) -> String? {
    guard device.hasPrefix("hw:") else { return nil }
    let first = device.dropFirst(3).prefix { $0 != "," }
    return "hdmi:CARD=\(first.hasPrefix("CARD=") ? first.dropFirst(5) : first),DEV=0"
  }

  private func openFirst(of cards: [String]) throws(Failure) -> PCMGrant {
    guard !cards.isEmpty else { throw Failure("no sound card", remedy: "plug one in") }
    let favourite = choice.change {
      $0.present = nil
      return $0.favourite
    }
    var devices = Self.inOrderOfTrial(cards).map { "hw:CARD=\($0)" }
    if let favourite, let at = devices.firstIndex(of: favourite) { devices.insert(devices.remove(at: at), at: 0) }
    var failures: [Failure] = []
    for device in devices {
      do throws(Failure) {
        let grant = try open(device, asMonitor: true)
        choice.change {
          if $0.favourite == nil { $0.favourite = device }
          $0.present = device
        }
        return grant
      } catch { failures.append(error) }
    }
    let reasons = failures.dropLast().map(\.description) + failures.suffix(1).map(\.reason)
    throw Failure(reasons.joined(separator: "; "), remedy: failures.last?.remedy ?? "")
  }

  /// The card that played first, while another one replaces it.
  public var missing: String? {
    let choice = choice.now
    return choice.present == choice.favourite || choice.present == nil ? nil : choice.favourite
  }

  /// Whether the missing card is there and can be opened. It is tried, because a monitor's socket or a card in
  /// use is listed as well.
  public var missingIsBack: Bool {
    guard let missing, list().contains(where: { "hw:CARD=\($0)" == missing }) else { return false }
    var handle: OpaquePointer?
    let code = opener(&handle, missing, Int32(SND_PCM_NONBLOCK))
    if let handle { snd_pcm_close(handle) }
    return code >= 0
  }

  /// Opens a device.
  /// - Parameter asMonitor: whether to open `hdmi:` instead if the device takes only IEC958 frames; otherwise
  ///   that is an error.
  private func open(_ device: String, asMonitor: Bool) throws(Failure) -> PCMGrant {
    var handle: OpaquePointer?
    // Otherwise the call would wait while another program uses the card.
    let code = opener(&handle, device, Int32(SND_PCM_NONBLOCK))
    guard code >= 0, let handle else { throw CardProblem.opening(device, code: -Int(code)) }
    snd_pcm_nonblock(handle, 0)
    pcm = handle
    if let monitor = Self.monitor(device), Self.takesFramesAlone(handle) {
      close()
      guard asMonitor else { throw CardProblem.frames(device, monitor: monitor) }
      return try open(monitor, asMonitor: false)
    }
    do throws(Failure) { return try configure(handle, device) } catch {
      close()
      throw error
    }
  }

  /// Whether a card takes IEC958 frames but not the box's own formats.
  private static func takesFramesAlone(_ pcm: OpaquePointer) -> Bool {
    var hw: OpaquePointer?
    snd_pcm_hw_params_malloc(&hw)
    defer { snd_pcm_hw_params_free(hw) }
    guard snd_pcm_hw_params_any(pcm, hw) >= 0 else { return false }
    return CardFormat.best { snd_pcm_hw_params_test_format(pcm, hw, $0.alsa) == 0 } == nil
      && snd_pcm_hw_params_test_format(pcm, hw, SND_PCM_FORMAT_IEC958_SUBFRAME_LE) == 0
  }

  private func configure(_ pcm: OpaquePointer, _ device: String) throws(Failure) -> PCMGrant {
    var hw: OpaquePointer?
    snd_pcm_hw_params_malloc(&hw)
    defer { snd_pcm_hw_params_free(hw) }
    func check(_ code: Int32, _ what: String) throws(Failure) {
      if code < 0 { throw CardProblem.step(device, what, code: -Int(code)) }
    }
    try check(snd_pcm_hw_params_any(pcm, hw), "reading its capabilities")
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
    // Start when only one period of the buffer is free; wake when one period is free.
    try check(snd_pcm_sw_params_set_start_threshold(pcm, sw, buffer - period), "the start threshold")
    try check(snd_pcm_sw_params_set_avail_min(pcm, sw, period), "the wake-up size")
    try check(snd_pcm_sw_params(pcm, sw), "its settings")
    try check(snd_pcm_prepare(pcm), "preparing it")
    return PCMGrant(
      rate: Int(rate), period: Int(period), buffer: Int(buffer),
      format: best.name + (mapped ? " mmap" : ""),
      name: device)
  }

  /// Waits until a period is free. Returns 0 after the timeout, or -errno.
  public func wait(milliseconds: Int32) -> Int { Int(snd_pcm_wait(pcm, milliseconds)) }

  /// Writes interleaved stereo. Returns the number of frames taken, or -errno.
  public func write(_ frames: UnsafePointer<Float>, count: Int) -> Int {
    let count = min(count, SoundFormat.block)
    converter.rtConvert(frames, scratch, as: format, count: count * 2)
    return put(scratch, count)
  }

  private func put(_ memory: UnsafeRawPointer, _ count: Int) -> Int {
    mapped
      ? Int(snd_pcm_mmap_writei(pcm, memory, snd_pcm_uframes_t(count))) : Int(snd_pcm_writei(pcm, memory, snd_pcm_uframes_t(count)))
  }

  /// Frames in the card and its converter, as reported by ALSA.
  public var delay: Int? {
    guard let pcm else { return nil }
    var frames: snd_pcm_sframes_t = 0
    return snd_pcm_delay(pcm, &frames) == 0 && frames >= 0 ? Int(frames) : nil
  }

  /// Recovers after an underrun or a suspend. Returns 0 or -errno.
  public func recover(_ error: Int) -> Int {
    if error == -Int(ESTRPIPE) {
      // A suspended card may take a while to resume, and its driver reports no end of that. If it cannot, preparing it
      // again works.
      for _ in 0..<100 {
        let code = snd_pcm_resume(pcm)
        if code == 0 { return 0 }
        if code != -EAGAIN { break }
        usleep(10_000)
      }
    }
    return Int(snd_pcm_prepare(pcm))
  }

  /// Closes the card.
  public func close() {
    if let pcm { snd_pcm_close(pcm) }
    pcm = nil
  }
}
