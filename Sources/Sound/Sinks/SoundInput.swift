import CALSA
import Foundation
import GestureFlowAPI
import Realtime

/// A source of recorded sound; tests give a double. One thread uses it.
package protocol SoundInput: AnyObject {
  /// Name of the device, for people.
  var name: String { get }

  /// Reads the sound since the last call, without waiting.
  /// - Returns: samples of 48 kHz, and the time of the first one in seconds of `Clock`.
  /// - Throws: `Failure` if the device is gone.
  func read() throws(Failure) -> (samples: [Float], time: Double)
}

/// A sound card that records. ALSA converts what it gives.
package final class ALSAInput: SoundInput {
  /// Sound that may wait, in microseconds.
  private static let room: UInt32 = 500_000

  package let name: String
  private let pcm: OpaquePointer

  /// Opens a card and begins to record.
  /// - Parameters:
  ///   - device: device that plays. Its card is tried first, because its own input needs only a cable.
  ///   - cards: ids of the cards.
  /// - Throws: `Failure` if none of them records.
  package init(beside device: String, cards: [String] = ALSACard.cards()) throws(Failure) {
    var found: (name: String, pcm: OpaquePointer)?
    for card in ALSAInput.inOrderOfTrial(cards, beside: device) {
      guard let pcm = ALSAInput.open(card) else { continue }
      found = (card, pcm)
      break
    }
    guard let found else {
      throw Failure("no sound card records", remedy: "plug one in that has an input, with a cable or a microphone")
    }
    name = found.name
    pcm = found.pcm
  }

  deinit { snd_pcm_close(pcm) }

  /// Sorts cards for trial, the one of a device first.
  package static func inOrderOfTrial(_ cards: [String], beside device: String) -> [String] {
    let own = String((device.components(separatedBy: "CARD=").last ?? "").prefix { $0 != "," })
    return cards.filter { $0 == own } + cards.filter { $0 != own }
  }

  /// Returns a card that records; nil if it does not.
  private static func open(_ card: String) -> OpaquePointer? {
    var handle: OpaquePointer?
    // Otherwise the call would wait while another program records.
    let code = snd_pcm_open(&handle, "plughw:CARD=\(card)", SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK))
    guard code >= 0, let handle else { return nil }
    // One channel; ALSA converts the rate.
    let isSet = snd_pcm_set_params(
      handle, SND_PCM_FORMAT_FLOAT_LE, SND_PCM_ACCESS_RW_INTERLEAVED, 1, UInt32(SoundFormat.rate), 1, room)
    if isSet >= 0, snd_pcm_start(handle) >= 0 { return handle }
    snd_pcm_close(handle)
    return nil
  }

  package func read() throws(Failure) -> (samples: [Float], time: Double) {
    // This asks the card where it is now.
    let waiting = Int(snd_pcm_avail(pcm))
    let now = Clock.seconds
    if waiting == 0 { return ([], now) }
    var count = waiting
    var samples = [Float](repeating: 0, count: max(waiting, 0))
    if waiting > 0 { count = Int(snd_pcm_readi(pcm, &samples, snd_pcm_uframes_t(waiting))) }
    switch count {
    case 1...: return (Array(samples.prefix(count)), now - Double(waiting) / Double(SoundFormat.rate))
    case 0, -Int(EAGAIN): return ([], now)
    default:
      // Sound was lost, as after a long pause of this thread.
      guard snd_pcm_recover(pcm, Int32(count), 1) >= 0, snd_pcm_start(pcm) >= 0 else {
        throw Failure("the sound card '\(name)' does not record any more", remedy: "check its plug and try again")
      }
      return ([], now)
    }
  }
}
