import Foundation
import Sound
import Testing

/// A Pi's HDMI sockets. Their raw devices accept only IEC958 frames.
@Suite struct MonitorTests {
  private func problem(_ card: ALSACard) -> String {
    do {
      let grant = try card.open()
      card.close()
      return "it is opened as \(grant.name)"
    } catch { return error.description }
  }

  @Test(arguments: ["vc4hdmi0", nil] as [String?]) func `a socket that takes frames alone is opened as a monitor`(id: String?) throws {
    let cards = PluginCards()
    let card = ALSACard(id, cards: { ["vc4hdmi0"] }, opener: cards.open)
    let grant = try card.open()
    #expect(grant.name == "hdmi:CARD=vc4hdmi0,DEV=0" && grant.format == "S32_LE mmap" && grant.rate == 48_000)
    #expect(cards.devices == ["hw:CARD=vc4hdmi0", "hdmi:CARD=vc4hdmi0,DEV=0"])
    #expect(card.missing == nil)
    card.close()
  }

  /// The sound passes through ALSA's frames and back: 24 bits of each sample.
  @Test func `a monitor plays what is written`() throws {
    let cards = PluginCards()
    let card = ALSACard("vc4hdmi0", cards: { ["vc4hdmi0"] }, opener: cards.open)
    _ = try card.open()
    let sound: [Float] = [1, -1, 0, .nan, 0.5, -0.5, .infinity, -.infinity]
    let block = (0..<SoundFormat.block * 2).map { sound[$0 % sound.count] }
    for _ in 0..<4 { #expect(card.write(block, count: SoundFormat.block) == SoundFormat.block) }
    card.close()
    let steps: [Int32] = [0x7FFF_FF00, -0x8000_0000, 0, 0, 0x3FFF_FF00, -0x4000_0000, 0x7FFF_FF00, -0x8000_0000]
    let played = try cards.played()
    #expect(played.count == 4 * block.count)
    #expect(Array(played.prefix(steps.count)) == steps)
    #expect(played.indices.allSatisfy { played[$0] == steps[$0 % steps.count] })
  }

  @Test(
    arguments: [
      ("hw:CARD=vc4hdmi0", "hdmi:CARD=vc4hdmi0,DEV=0"), ("hw:CARD=vc4hdmi0,DEV=0", "hdmi:CARD=vc4hdmi0,DEV=0"),
      ("hw:vc4hdmi1", "hdmi:CARD=vc4hdmi1,DEV=0"), ("hw:1,0", "hdmi:CARD=1,DEV=0"),
      ("plughw:CARD=vc4hdmi0", nil), ("hdmi:CARD=vc4hdmi0,DEV=0", nil), ("null", nil), ("default", nil),
    ] as [(String, String?)])
  func `a monitor is called by its card's name`(device: String, monitor: String?) {
    #expect(ALSACard.monitor(device) == monitor)
  }

  /// A device that the owner names in full is opened under that name only.
  @Test func `the remedy for a raw device that takes frames alone is the monitor's name`() {
    let cards = PluginCards()
    #expect(
      problem(ALSACard("hw:CARD=vc4hdmi0", cards: { ["vc4hdmi0"] }, opener: cards.open))
        == "sound card hw:CARD=vc4hdmi0 takes only IEC958 frames, as HDMI sockets do: set sound.card to hdmi:CARD=vc4hdmi0,DEV=0")
    #expect(cards.devices == ["hw:CARD=vc4hdmi0"])
  }

  @Test func `of two sockets the one with a monitor plays`() throws {
    let cards = PluginCards()
    let card = ALSACard(nil, cards: { ["vc4hdmi0", "vc4hdmi1"] }) { pcm, device, mode in
      // The kernel's answer for a socket without a monitor.
      device.contains("vc4hdmi0") ? -524 : cards.open(&pcm, device, mode)
    }
    #expect(try card.open().name == "hdmi:CARD=vc4hdmi1,DEV=0")
    card.close()
  }

  @Test(
    arguments: [
      (524, "no monitor that takes sound is connected to hw:CARD=vc4hdmi0: connect it and switch it on, or set sound.card to another card"),
      (
        ENODEV,
        "no monitor that takes sound is connected to hw:CARD=vc4hdmi0: connect it and switch it on, or set sound.card to another card"
      ),
      (EBUSY, "sound card hw:CARD=vc4hdmi0 is in use by another program: close that program (sudo fuser -v /dev/snd/* names it)"),
      (EIO, "sound card hw:CARD=vc4hdmi0 cannot be opened (Input/output error): set sound.card to another card"),
    ] as [(Int32, String)])
  func `a socket that does not open says what to do`(code: Int32, text: String) {
    #expect(problem(ALSACard("vc4hdmi0", cards: { ["vc4hdmi0"] }) { _, _, _ in -code }) == text)
  }

  /// ALSA returns either error, depending on its version and on the missing part.
  @Test(arguments: [ENOENT, EINVAL]) func `a monitor that ALSA does not know is reported with its remedy`(code: Int32) {
    let cards = PluginCards()
    let card = ALSACard("vc4hdmi0", cards: { ["vc4hdmi0"] }) { pcm, device, mode in
      device.hasPrefix("hdmi:") ? -code : cards.open(&pcm, device, mode)
    }
    #expect(
      problem(card)
        == "ALSA's configuration has no device hdmi:CARD=vc4hdmi0,DEV=0: install libasound2-data, or set sound.card to another card")
  }

  /// Other devices may also offer only a format that the box does not use.
  @Test(
    arguments: [
      ("frames:CARD=X", "set sound.card to plug:'frames:CARD=X'"), ("plughw:CARD=X", "set sound.card to another card"),
    ]) func `a device without a format of the box names the one that converts`(device: String, remedy: String)
  {
    let cards = PluginCards()
    let card = ALSACard(device, cards: { ["X"] }) { pcm, _, mode in cards.open(&pcm, "hw:CARD=X", mode) }
    #expect(problem(card) == "sound card \(device) supports neither float nor 32, 24 or 16 bit: \(remedy)")
  }
}
